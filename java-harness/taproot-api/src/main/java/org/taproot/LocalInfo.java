package org.taproot;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A slot of a frame that holds an object.
 *
 * @param slot its number; those past the local variables hold intermediate results
 * @param bci the bytecode index at which the frame stands, where known
 * @param name the variable's name, where known
 * @param live whether the variable is still in use there, where known; a dead one holds its object only until the
 *     method is compiled
 */
public record LocalInfo(long slot, OptionalLong bci, Optional<String> name, Optional<Boolean> live) {}
