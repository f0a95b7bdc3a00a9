"""What the end-to-end tests are made of: JDKs, child JVMs, attaching to them, and their answers."""
