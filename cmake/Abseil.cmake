# Abseil, static and position independent, because libtaproot.so carries it inside. Debian's archives are not position
# independent, so scripts/abseil builds Debian's source once into a cache that every clone shares. Where that cannot be
# (no apt, no source in its archive), it comes from upstream and is built in this build folder.
#
# Sanitized builds have an Abseil of their own: uninstrumented mutexes would report false races, and newer versions lay
# out their hash tables differently under AddressSanitizer.
set(TAPROOT_ABSEIL_UPSTREAM_TAG 20240722.0)

if(DEFINED ENV{TAPROOT_CACHE})
  set(TAPROOT_CACHE "$ENV{TAPROOT_CACHE}")
elseif(DEFINED ENV{XDG_CACHE_HOME})
  set(TAPROOT_CACHE "$ENV{XDG_CACHE_HOME}/taproot")
else()
  set(TAPROOT_CACHE "$ENV{HOME}/.cache/taproot")
endif()

string(REGEX MATCH "^[0-9]+" compiler_major "${CMAKE_CXX_COMPILER_VERSION}")
set(flavour "${CMAKE_CXX_COMPILER_ID}${compiler_major}-${CMAKE_SYSTEM_PROCESSOR}")
if(TAPROOT_SANITIZE)
  string(APPEND flavour "-${TAPROOT_SANITIZE}")
endif()
string(TOLOWER "${flavour}" flavour)
string(REPLACE "," "-" flavour "${flavour}")

function(taproot_find_cached_abseil)
  file(GLOB prefixes "${TAPROOT_CACHE}/abseil-*-${flavour}")
  if(prefixes)
    list(SORT prefixes COMPARE NATURAL ORDER DESCENDING)
    list(GET prefixes 0 newest)
    message(STATUS "Abseil: ${newest}")
    find_package(absl CONFIG REQUIRED PATHS "${newest}" NO_DEFAULT_PATH)
  endif()
endfunction()

taproot_find_cached_abseil()
if(NOT TARGET absl::base)
  list(JOIN TAPROOT_CODE_FLAGS " " abseil_flags)
  execute_process(
    COMMAND "${CMAKE_COMMAND}" -E env "CXX=${CMAKE_CXX_COMPILER}" "CXXFLAGS=${abseil_flags}"
            "${PROJECT_SOURCE_DIR}/scripts/abseil" "${TAPROOT_CACHE}" "${flavour}"
    RESULT_VARIABLE abseil_failed)
  if(NOT abseil_failed)
    taproot_find_cached_abseil()
  else()
    message(STATUS "Abseil: upstream ${TAPROOT_ABSEIL_UPSTREAM_TAG}, built here")
    include(FetchContent)
    set(ABSL_PROPAGATE_CXX_STD ON)
    set(BUILD_TESTING OFF)
    FetchContent_Declare(absl
      GIT_REPOSITORY https://github.com/abseil/abseil-cpp.git
      GIT_TAG ${TAPROOT_ABSEIL_UPSTREAM_TAG}
      GIT_SHALLOW ON
      SYSTEM)
    FetchContent_MakeAvailable(absl)
  endif()
endif()

add_library(taproot_abseil INTERFACE)
target_link_libraries(taproot_abseil INTERFACE
  absl::any_invocable absl::base absl::cleanup absl::core_headers absl::fixed_array absl::flat_hash_map
  absl::flat_hash_set absl::function_ref absl::hash absl::inlined_vector absl::memory absl::node_hash_map
  absl::raw_logging_internal absl::span absl::status absl::statusor absl::str_format absl::strings
  absl::synchronization absl::time)
if(TARGET absl::check)
  target_link_libraries(taproot_abseil INTERFACE absl::check absl::log)
else()
  # Before 20230125 Abseil had no CHECK.
  target_include_directories(taproot_abseil INTERFACE "${PROJECT_SOURCE_DIR}/cmake/compat")
endif()
