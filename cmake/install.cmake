# What `cmake --install` leaves: the headers, the library, the program, find_package(assay) and pkg-config's assay.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS assay EXPORT assay_targets)
install(DIRECTORY include/assay DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(EXISTS ${PROJECT_SOURCE_DIR}/include/assay.h)
  install(FILES include/assay.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()
if(TARGET assay_cli)
  install(TARGETS assay_cli)
endif()

set(assay_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/assay)
install(EXPORT assay_targets NAMESPACE assay:: DESTINATION ${assay_cmake_dir})
configure_package_config_file(cmake/assay-config.cmake.in assay-config.cmake INSTALL_DESTINATION ${assay_cmake_dir}
                              NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(assay-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/assay-config.cmake ${PROJECT_BINARY_DIR}/assay-config-version.cmake
        DESTINATION ${assay_cmake_dir})

# RE2 is private. A static libassay still has to be linked with it; as `Requires.private` it would also bring RE2's
# compile flags to whoever includes only our headers, so its libraries are written out.
if(BUILD_SHARED_LIBS)
  set(assay_pc_libs "")
  set(assay_pc_requires "Requires.private: re2\n")
else()
  list(JOIN RE2_LDFLAGS " " re2_ldflags)
  set(assay_pc_libs " ${re2_ldflags} -pthread")
  set(assay_pc_requires "")
endif()
configure_file(cmake/assay.pc.in assay.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/assay.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
