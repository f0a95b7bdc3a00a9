# The command line works on files and speaks to the agent in a running JVM; it never captures by itself.
file(GLOB_RECURSE cli_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/agent/cli/*.cc")
if(cli_sources)
  find_package(CLI11 REQUIRED)
  add_executable(taproot_cli ${cli_sources})
  # In a folder of its own, for the library's target is called taproot too.
  set_target_properties(taproot_cli PROPERTIES OUTPUT_NAME taproot RUNTIME_OUTPUT_DIRECTORY bin)
  taproot_link_layers(taproot_cli files graph analysis snapshot hprof report query)
  target_link_libraries(taproot_cli PRIVATE taproot_options CLI11::CLI11)
  target_link_options(taproot_cli PRIVATE -static-libstdc++ -static-libgcc)
  install(TARGETS taproot_cli RUNTIME DESTINATION bin)
endif()
