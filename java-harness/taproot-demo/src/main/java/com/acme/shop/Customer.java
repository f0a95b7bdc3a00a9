package com.acme.shop;

/** Who sent the request. */
record Customer(String name, String address) {}
