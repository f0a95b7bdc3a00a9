# The page of HTML reports: web/ bundled into one file, which becomes a part of taproot_report.
find_program(TAPROOT_NODE node)
find_program(TAPROOT_NPM npm)
if(NOT TAPROOT_NODE OR NOT TAPROOT_NPM)
  message(FATAL_ERROR "node and npm are missing, which bundle the page of HTML reports. scripts/setup installs them.")
endif()

set(web "${PROJECT_SOURCE_DIR}/web")
set(web_output "${PROJECT_BINARY_DIR}/web")
file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS "${web}/src/*")
add_custom_command(
  OUTPUT "${web_output}/html_template.cc"
  BYPRODUCTS "${web_output}/report.html"
  COMMAND "${PROJECT_SOURCE_DIR}/scripts/web" "${web_output}"
  DEPENDS ${web_sources} "${web}/build.mjs" "${web}/package-lock.json" "${PROJECT_SOURCE_DIR}/scripts/web" "${PROJECT_SOURCE_DIR}/scripts/npm"
  COMMENT "Bundling the page of HTML reports"
  VERBATIM)
target_sources(taproot_report PRIVATE "${web_output}/html_template.cc")
