package org.taproot;

import java.time.Duration;

/**
 * What went into the pause of a capture by fork. Where instances of patterns were searched before, their search is the
 * rest of the pause.
 *
 * @param safepoint until all threads stood
 * @param roots writing down the roots
 * @param fork the fork itself
 */
public record PauseParts(Duration safepoint, Duration roots, Duration fork) {}
