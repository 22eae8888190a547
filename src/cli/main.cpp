// The `assay` program: the only main(), which fills the holes that the library leaves to the outside world.

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "assay/check.h"
#include "assay/exit_codes.h"
#include "cli/check_command.h"
#include "cli/files.h"
#include "cli/terminal.h"
#include "scan/scan.h"

namespace assay::cli {
namespace {

// CLI11's help, less what each option needs and excludes: an error says that when it matters.
class plain_help : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    return option->get_type_name().empty() ? std::string{} : " " + option->get_type_name();
  }
  std::string make_group(std::string group, bool positional, std::vector<const CLI::Option*> options) const override {
    std::string text = CLI::Formatter::make_group(std::move(group), positional, std::move(options));
    const std::size_t begin = text.find_first_not_of('\n');
    if (begin == std::string::npos) return text;
    return "\n" + text.substr(begin, text.find_last_not_of('\n') + 1 - begin) + "\n";
  }
};

std::string version_line() {
  return "assay " ASSAY_VERSION " (reading rules " + std::to_string(reader_rules_version) + ", scan kernel " +
         std::string{scan::active().name} + ")";
}

// A kernel that was asked for and is not there would silently measure or test another one.
std::string missing_kernel() {
  const std::string_view missing = scan::requested_but_missing();
  if (missing.empty()) return {};
  std::string message = "ASSAY_KERNEL names " + shown(missing) + ", and this program on this machine has";
  for (const scan::kernel* k : scan::available()) message.append(" ").append(k->name);
  return message;
}

exit_code usage_error(const std::string& message) {
  output{STDERR_FILENO}.write("assay: " + message + "\nassay: see assay check --help\n");
  return exit_code::usage;
}

exit_code run(int argc, char** argv) {
  if (const std::string missing = missing_kernel(); !missing.empty()) return usage_error(missing);
  CLI::App app{"Reads what a language model wrote: a value that fits the schema, or a named reason why not.", "assay"};
  app.set_version_flag("--version", version_line(), "Print the versions of the program and its rules, and the kernel");
  app.require_subcommand(1);
  app.formatter(std::make_shared<plain_help>());
  app.get_formatter()->column_width(30);
  app.footer("See assay check --help for its options, examples and exit codes.");
  check_line line;
  add_check_command(app, line);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    output{STDOUT_FILENO}.write(app.help());
    return exit_code::accepted;
  } catch (const CLI::CallForVersion&) {
    output{STDOUT_FILENO}.write(version_line() + "\n");
    return exit_code::accepted;
  } catch (const CLI::ParseError& e) {
    return usage_error(e.what());
  }
  return run_check(line);
}

}  // namespace
}  // namespace assay::cli

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an answer of write(), and ends the run quietly
  assay::cli::close_gaps();
  assay::cli::learn_widths();
  try {
    return static_cast<int>(assay::cli::run(argc, argv));
  } catch (const std::exception& e) {
    std::fprintf(stderr, "assay: internal error: %s\n", e.what());
    return static_cast<int>(assay::exit_code::internal_error);
  }
}
