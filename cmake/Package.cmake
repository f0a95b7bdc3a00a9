# What `make install` and `make package` put on other machines, beside what the targets install: the jars, which Maven
# builds, and the licences. Components: what is always there is Unspecified, `jars` has none but these, `local` is for
# `make install` and `package` for packages; `debug` travels in neither.
set(TAPROOT_JARS "${PROJECT_SOURCE_DIR}/build/dist/lib" CACHE PATH "Where scripts/jars leaves the jars")
foreach(jar taproot-api taproot-junit)
  install(FILES "${TAPROOT_JARS}/${jar}.jar" DESTINATION share/java COMPONENT jars EXCLUDE_FROM_ALL)
endforeach()
set(documents share/doc/taproot)
install(FILES LICENSE DESTINATION ${documents} RENAME copyright)
install(FILES NOTICE THIRD_PARTY.md DESTINATION ${documents})
install(DIRECTORY licenses DESTINATION ${documents})

set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME taproot)
set(CPACK_PACKAGE_FILE_NAME "taproot-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_PACKAGE_VENDOR "The Taproot authors")
set(CPACK_PACKAGE_CONTACT "The Taproot authors <taproot@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "tells what keeps the objects of a running JVM alive, and what they weigh")
set(CPACK_PACKAGE_DESCRIPTION "A native agent for HotSpot from JDK 17 on, with the command line that loads it into a JVM which runs
already, asks it, and prints what it answers: leaks with the path that holds them, retained sizes, what grows, what threads
hold, what is wasted.")
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_INSTALL_CMAKE_PROJECTS
  "${PROJECT_BINARY_DIR}" taproot Unspecified /
  "${PROJECT_BINARY_DIR}" taproot jars /
  "${PROJECT_BINARY_DIR}" taproot package /)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION java)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "default-jre-headless | java17-runtime-headless")
set(CPACK_ARCHIVE_THREADS 0)
include(CPack)
