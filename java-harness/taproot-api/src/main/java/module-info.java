/** Taproot: what keeps your Java objects alive, and what do they weigh. */
module org.taproot {
  exports org.taproot;
}
