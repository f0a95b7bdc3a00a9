package org.taproot.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.taproot.TaprootException;

class NativeLibraryTest {
  @ParameterizedTest
  @CsvSource({"amd64,x86_64", "x86_64,x86_64", "aarch64,aarch64"})
  void theJarHasAFolderForEachProcessor(String arch, String folder) {
    assertEquals(
        "/org/taproot/native/linux-" + folder + "/libtaproot.so", NativeLibrary.resourceName("Linux", arch));
  }

  @ParameterizedTest
  @CsvSource({"Mac OS X,aarch64", "Windows 11,amd64", "Linux,riscv64"})
  void otherPlatformsAreToldWhereTaprootRuns(String os, String arch) {
    TaprootException e = assertThrows(TaprootException.class, () -> NativeLibrary.resourceName(os, arch));
    assertEquals("Taproot runs on Linux, on x86_64 and aarch64; this is " + os + " on " + arch, e.getMessage());
  }

  @Test
  void aLibraryThatTheUserNamesMustBeThere() {
    System.setProperty(NativeLibrary.USER_PROPERTY, "/nowhere/libtaproot.so");
    try {
      TaprootException e = assertThrows(TaprootException.class, NativeLibrary::load);
      assertEquals("cannot read the native library /nowhere/libtaproot.so", e.getMessage());
    } finally {
      System.clearProperty(NativeLibrary.USER_PROPERTY);
    }
  }
}
