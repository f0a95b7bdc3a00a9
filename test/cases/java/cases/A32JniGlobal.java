package cases;

import org.taproot.Taproot;

/** A JNI global reference that is never deleted; a weak one holds nothing. */
class A32JniGlobal {
  public static void main(String[] args) throws Exception {
    makeGlobal();
    makeWeakGlobal();
    Answer.leaks(args);
  }

  private static void makeGlobal() {
    Big big = new Big();
    Native.newGlobalRef(big);
    Taproot.watch(big, "global");
  }

  private static void makeWeakGlobal() {
    Big big = new Big();
    Native.newWeakGlobalRef(big);
    Taproot.watch(big, "weak global");
  }
}
