package org.taproot.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    Path nowhere = Path.of("/nowhere/libtaproot.so");
    TaprootException e = assertThrows(TaprootException.class, () -> NativeLibrary.loadFrom(nowhere));
    assertEquals("cannot read the native library /nowhere/libtaproot.so", e.getMessage());
  }

  @Test
  void aFileThatIsNoLibraryIsSaidToBeNone(@TempDir Path folder) throws IOException {
    Path text = Files.writeString(folder.resolve("libtaproot.so"), "no library");
    TaprootException e = assertThrows(TaprootException.class, () -> NativeLibrary.loadFrom(text));
    assertTrue(e.getMessage().startsWith("cannot load the native library: " + text), e.getMessage());
  }
}
