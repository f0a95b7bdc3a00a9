# The JDK whose jni.h and jvmti.h we compile against: JAVA_HOME, or the newest one installed. A newer header only adds
# functions at the end, so one library serves every JVM from 17 on.
function(taproot_find_jdk result)
  if(EXISTS "$ENV{JAVA_HOME}/include/jvmti.h")
    set(${result} "$ENV{JAVA_HOME}" PARENT_SCOPE)
    return()
  endif()
  set(newest_version 0)
  file(GLOB headers "/usr/lib/jvm/*/include/jvmti.h")
  foreach(header IN LISTS headers)
    get_filename_component(home "${header}/../.." ABSOLUTE)
    file(STRINGS "${home}/release" version REGEX "^JAVA_VERSION=")
    string(REGEX REPLACE "[^0-9.]" "" version "${version}")
    if(version VERSION_GREATER newest_version)
      set(newest_version "${version}")
      set(${result} "${home}" PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

taproot_find_jdk(TAPROOT_JDK)
if(NOT TAPROOT_JDK)
  message(FATAL_ERROR "No JDK with include/jvmti.h: run scripts/setup, or set JAVA_HOME to a JDK from 17 on.")
endif()
message(STATUS "JDK: ${TAPROOT_JDK}")

# Only what links this sees jni.h and jvmti.h.
add_library(taproot_jvm INTERFACE)
target_include_directories(taproot_jvm SYSTEM INTERFACE "${TAPROOT_JDK}/include" "${TAPROOT_JDK}/include/linux")
