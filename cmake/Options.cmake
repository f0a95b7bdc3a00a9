# How our own code is compiled. Third-party headers come in as SYSTEM and are spared the warnings.
add_library(taproot_options INTERFACE)
target_include_directories(taproot_options INTERFACE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/agent")
# A designated initializer may well leave members at their defaults.
target_compile_options(taproot_options INTERFACE -Wall -Wextra -Wconversion -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # GCC 12's optimizer sees overlaps inside std::string, and with sanitizers uninitialised members inside std::function.
  target_compile_options(taproot_options INTERFACE -Wno-restrict)
  if(TAPROOT_SANITIZE)
    target_compile_options(taproot_options INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()
if(TAPROOT_WERROR)
  target_compile_options(taproot_options INTERFACE -Werror)
endif()

# Frame pointers let profilers of the host application walk through us; sections let the linker drop unused Abseil code.
set(TAPROOT_CODE_FLAGS -fno-omit-frame-pointer -ffunction-sections -fdata-sections)
if(TAPROOT_SANITIZE)
  list(APPEND TAPROOT_CODE_FLAGS "-fsanitize=${TAPROOT_SANITIZE}" -fno-sanitize-recover=all)
  add_link_options("-fsanitize=${TAPROOT_SANITIZE}")
endif()
add_compile_options(${TAPROOT_CODE_FLAGS} -g -gz)
add_link_options(-Wl,--gc-sections -Wl,--compress-debug-sections=zlib)

set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-O1")
