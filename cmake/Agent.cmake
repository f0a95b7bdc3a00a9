# libtaproot.so goes into other people's processes: it exports the JVM's entry points and nothing else, and needs
# nothing but libc, libm and the loader.
file(GLOB entry_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/agent/*.cc")
if(entry_files)
  set(exports "${PROJECT_SOURCE_DIR}/cmake/libtaproot.map")
  add_library(taproot SHARED ${entry_files})
  taproot_link_layers(taproot files wire graph analysis snapshot hprof report query capture watch control)
  target_link_libraries(taproot PRIVATE taproot_options taproot_jvm)
  target_link_options(taproot PRIVATE
    -static-libstdc++ -static-libgcc
    "-Wl,--version-script=${exports}" -Wl,--exclude-libs,ALL -Wl,--no-undefined -Wl,-z,relro -Wl,-z,now
    # The JVM closes a library with the class loader that loaded it, but the agent's thread lives on in it.
    -Wl,-z,nodelete)
  set_target_properties(taproot PROPERTIES LINK_DEPENDS "${exports}")
  # The debug information stays beside it, for the library travels in a jar.
  set(debug_file "$<TARGET_FILE:taproot>.debug")
  add_custom_command(TARGET taproot POST_BUILD VERBATIM
    COMMAND "${CMAKE_OBJCOPY}" --only-keep-debug "$<TARGET_FILE:taproot>" "${debug_file}"
    COMMAND "${CMAKE_OBJCOPY}" --strip-debug "--add-gnu-debuglink=${debug_file}" "$<TARGET_FILE:taproot>")
  install(TARGETS taproot LIBRARY DESTINATION lib)
  install(FILES "${debug_file}" DESTINATION lib COMPONENT debug)
endif()
