package org.taproot;

/**
 * The VM that was asked.
 *
 * @param name such as "OpenJDK 64-Bit Server VM"
 * @param version of the VM
 * @param javaVersion such as "17.0.15"
 * @param feature the feature release, such as 17
 * @param collector the garbage collector, such as "G1"
 * @param mainClass the main class or jar
 * @param pid the process
 * @param heapUsedBytes heap in use, garbage included
 * @param heapMaxBytes what the heap may grow to
 */
public record VmInfo(
    String name,
    String version,
    String javaVersion,
    int feature,
    String collector,
    String mainClass,
    long pid,
    long heapUsedBytes,
    long heapMaxBytes) {}
