# Tests are found by name: tests/MODULE/*_test.cpp become one binary test_MODULE; in the folders whose tests stand
# apart (cases, conformance, properties) each *_test.cpp is a binary of its own. A folder's name is its ctest label;
# modules have the label `unit`. tests/support/*.cpp, where there are any, are linked into every test.
find_package(GTest REQUIRED)
find_package(Python3 REQUIRED COMPONENTS Interpreter)

add_library(test_support INTERFACE)
file(GLOB support_sources CONFIGURE_DEPENDS tests/support/*.cpp)
if(support_sources)
  add_library(test_support_code STATIC ${support_sources})
  target_include_directories(test_support_code PRIVATE src tests)
  target_compile_definitions(test_support_code PRIVATE ASSAY_ROOT="${PROJECT_SOURCE_DIR}")
  target_link_libraries(test_support_code PUBLIC assay GTest::gtest)
  target_link_libraries(test_support INTERFACE test_support_code)
endif()
target_include_directories(test_support INTERFACE src tests)
target_link_libraries(test_support INTERFACE assay PkgConfig::RE2 GTest::gtest_main Threads::Threads)
# Where a test finds the repository and the program; the checks below have the same in their environment.
set(assay_program ${PROJECT_BINARY_DIR}/assay)
target_compile_definitions(test_support INTERFACE ASSAY_ROOT="${PROJECT_SOURCE_DIR}" ASSAY_PROGRAM="${assay_program}"
                           ASSAY_VERSION="${PROJECT_VERSION}")
set(test_environment "ASSAY_ROOT=${PROJECT_SOURCE_DIR};ASSAY_PROGRAM=${assay_program};ASSAY_BUILD=${PROJECT_BINARY_DIR}")

function(assay_add_tests name label)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE test_support)
  if(TARGET assay_cli)
    add_dependencies(${name} assay_cli)
  endif()
  # One entry a binary: a process for each of thousands of cases would take longer than the cases.
  add_test(NAME ${name} COMMAND ${name} --gtest_brief=1 WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS ${label} ENVIRONMENT "${test_environment}" TIMEOUT 900)
endfunction()

foreach(module result scan json outcome extract schema check cli)
  file(GLOB module_tests CONFIGURE_DEPENDS tests/${module}/*_test.cpp)
  if(module_tests AND (TARGET assay_cli OR NOT module STREQUAL cli))
    assay_add_tests(test_${module} unit ${module_tests})
  endif()
endforeach()

foreach(folder cases conformance properties)
  file(GLOB folder_tests CONFIGURE_DEPENDS tests/${folder}/*_test.cpp)
  foreach(source IN LISTS folder_tests)
    cmake_path(GET source STEM stem)
    assay_add_tests(${folder}_${stem} ${folder} ${source})
  endforeach()
endforeach()
if(TARGET conformance_json_suite_test)
  pkg_check_modules(SIMDJSON REQUIRED IMPORTED_TARGET simdjson)
  target_link_libraries(conformance_json_suite_test PRIVATE PkgConfig::SIMDJSON)
endif()

# The project about itself: layers and budgets, documents, the installed package.
function(assay_add_check name label)
  add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS ${label} ENVIRONMENT "${test_environment}" TIMEOUT 900)
endfunction()

string(TOUPPER "${CMAKE_BUILD_TYPE}" assay_build_type)
list(JOIN RE2_LDFLAGS " " assay_re2_libraries)
assay_add_check(project.layers project ${Python3_EXECUTABLE} tests/project/layers_check.py)
assay_add_check(project.layers_check_can_fail project ${Python3_EXECUTABLE} tests/project/layers_check_test.py)
assay_add_check(project.links project ${Python3_EXECUTABLE} tests/project/links_check.py)
assay_add_check(project.docs_check_can_fail project ${Python3_EXECUTABLE} tests/project/docs_check_test.py)
assay_add_check(project.docs project ${Python3_EXECUTABLE} tests/project/docs_check.py --build ${PROJECT_BINARY_DIR}
                --compiler ${CMAKE_CXX_COMPILER} "--flags=${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${assay_build_type}}"
                "--libraries=$<TARGET_FILE:assay> ${assay_re2_libraries} -pthread")
add_executable(generate_driver tests/properties/generate_driver.cpp)
target_link_libraries(generate_driver PRIVATE test_support)
if(CMAKE_BUILD_TYPE STREQUAL "Release")  # a sanitizer's own instructions are not ours
  assay_add_check(properties.generators_count slow ${Python3_EXECUTABLE} tests/properties/generators_count.py
                  $<TARGET_FILE:generate_driver>)
endif()
assay_add_check(package.installed package sh tests/package/installed.sh ${PROJECT_BINARY_DIR} ${CMAKE_CXX_COMPILER})
assay_add_check(package.library_alone package sh tests/package/library_alone.sh ${CMAKE_CXX_COMPILER})
