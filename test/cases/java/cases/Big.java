package cases;

/** What is missed when it does not die: 1 MiB. */
class Big {
  final byte[] bytes = new byte[1 << 20];
}
