# taproot_layer(report USES graph analysis LIBRARIES ...): the static library taproot_report from agent/report/, once it
# has sources. USES names the layers it may use.
function(taproot_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 layer "" "" "USES;LIBRARIES")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/agent/${name}/*.cc")
  if(sources)
    add_library(taproot_${name} STATIC ${sources})
    target_link_libraries(taproot_${name} PRIVATE taproot_options PUBLIC taproot_abseil Threads::Threads ${layer_LIBRARIES})
    taproot_link_layers(taproot_${name} ${layer_USES})
  endif()
endfunction()

# Links the named layers, as far as they have sources.
function(taproot_link_layers target)
  foreach(name IN LISTS ARGN)
    if(TARGET taproot_${name})
      target_link_libraries(${target} PUBLIC taproot_${name})
    endif()
  endforeach()
endfunction()
