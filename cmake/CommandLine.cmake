# The command line works on files and speaks to the agent in a running JVM; it never captures by itself.
# A library for its tests, and the program, whose one further file is main.cc.
file(GLOB_RECURSE cli_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/agent/cli/*.cc")
set(cli_main "${PROJECT_SOURCE_DIR}/agent/cli/main.cc")
list(REMOVE_ITEM cli_sources "${cli_main}")
if(cli_sources)
  find_package(CLI11 REQUIRED)
  add_library(taproot_cli STATIC ${cli_sources})
  target_compile_definitions(taproot_cli PRIVATE "TAPROOT_VERSION=\"${PROJECT_VERSION}\"")
  target_link_libraries(taproot_cli PRIVATE taproot_options CLI11::CLI11)
  taproot_link_layers(taproot_cli files graph analysis snapshot hprof report query wire attach)
endif()
if(EXISTS "${cli_main}")
  add_executable(taproot_command "${cli_main}")
  # In a folder of its own, for the library's target is called taproot too.
  set_target_properties(taproot_command PROPERTIES OUTPUT_NAME taproot RUNTIME_OUTPUT_DIRECTORY bin)
  target_link_libraries(taproot_command PRIVATE taproot_options taproot_cli)
  target_link_options(taproot_command PRIVATE -static-libstdc++ -static-libgcc)
  # The debug information stays in the build folder.
  set(cli_debug "$<TARGET_FILE:taproot_command>.debug")
  add_custom_command(TARGET taproot_command POST_BUILD VERBATIM
    COMMAND "${CMAKE_OBJCOPY}" --only-keep-debug "$<TARGET_FILE:taproot_command>" "${cli_debug}"
    COMMAND "${CMAKE_OBJCOPY}" --strip-debug "--add-gnu-debuglink=${cli_debug}" "$<TARGET_FILE:taproot_command>")
  install(TARGETS taproot_command RUNTIME DESTINATION bin)
  # What else users get is told by the program itself; so it is missing where that cannot run.
  if(NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR)
    set(cli_made "${PROJECT_BINARY_DIR}/made")
    file(MAKE_DIRECTORY "${cli_made}")
    add_custom_command(TARGET taproot_command POST_BUILD VERBATIM
      COMMAND taproot_command man > "${cli_made}/taproot.1"
      COMMAND taproot_command completion bash > "${cli_made}/taproot"
      COMMAND taproot_command completion zsh > "${cli_made}/_taproot")
    install(FILES "${cli_made}/taproot.1" DESTINATION share/man/man1)
    install(FILES "${cli_made}/taproot" DESTINATION share/bash-completion/completions)
    # Zsh looks at one place for what was built here, and at another for what packages bring.
    install(FILES "${cli_made}/_taproot" DESTINATION share/zsh/site-functions COMPONENT local)
    install(FILES "${cli_made}/_taproot" DESTINATION share/zsh/vendor-completions COMPONENT package EXCLUDE_FROM_ALL)
  endif()
endif()
