package cases;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.Deflater;

/** Native memory behind small objects. */
class S11NativeMemory {
  public static void main(String[] args) throws Exception {
    Sizes.write("buffer", ByteBuffer.allocateDirect(8 << 20));
    Sizes.write("deflater", new Deflater());
    readThroughTemporaryBuffer();
    Sizes.write("thread", Thread.currentThread());
  }

  private static void readThroughTemporaryBuffer() throws Exception {
    Path file = Files.write(Path.of("eight-mib"), new byte[8 << 20]);
    try (FileChannel channel = FileChannel.open(file)) {
      channel.read(ByteBuffer.allocate(8 << 20));
    }
  }
}
