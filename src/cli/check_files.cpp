#include "cli/check_files.h"

#include <unistd.h>

#include <cstdio>

#include "cli/files.h"
#include "cli/table.h"

namespace assay::cli {
namespace {

// One run over the files; a member function a view.
class run {
 public:
  explicit run(const files_check& c)
      : c_(c),
        many_(c.paths.size() > 1),
        out_(STDOUT_FILENO),
        paint_error_(colored(c.colors, STDERR_FILENO)),
        table_(c.paths, terminal_width(STDOUT_FILENO), painter{colored(c.colors, STDOUT_FILENO)}) {}

  files_end all() {
    if (c_.view == view::table) out_.write(table_.head());
    for (const std::string& path : c_.paths) {
      if (!out_.open()) break;
      one(path);
    }
    if (c_.view == view::table) out_.write(table_.foot(end_.counts));
    if (out_.broken()) {
      complain("assay: cannot write to standard output: " + out_.reason() + "\n");
      end_.code = exit_code::internal_error;
    }
    return end_;
  }

 private:
  void one(const std::string& path) {
    // One byte past the limit is enough for check to call it too_long.
    const result<std::string> reply = read_up_to(path, c_.reading.max_bytes + 1);
    if (!reply) return could_not_read(path, reply.error().message);
    const outcome o = c_.schema ? check(*reply, *c_.schema, c_.reading, c_.said) : check(*reply, c_.reading, c_.said);
    end_.counts.add(o.kind);
    end_.counts.bytes += reply->size();
    end_.code = worse(end_.code, exit_code_of(o.kind));
    switch (c_.view) {
      case view::value:
        return print_value(path, o);
      case view::member:
        return print_member(path, o);
      case view::json:
        return out_.write(to_json(o, many_ ? json_name(path) : std::string{}) + "\n");
      case view::feedback:
        return print_feedback(path, o);
      case view::table:
        return out_.write(table_.row(path, o));
    }
  }

  void could_not_read(const std::string& path, const std::string& reason) {
    ++end_.counts.unreadable;
    end_.code = worse(end_.code, exit_code::unreadable);
    if (c_.view == view::table) out_.write(table_.unreadable_row(path, reason));
    if (c_.view == view::json) {
      std::string line = "{\"id\":" + json_name(path) + ",\"error\":";
      append_json_string(line, reason);
      out_.write(line + "}\n");
    }
    complain(name_of_input(path), "unreadable", reason);
  }

  void print_value(const std::string& path, const outcome& o) {
    if (!o.accepted()) return complain(name_of_input(path), name(o.kind), o.message());
    out_.write(named(path, to_json(o.value.root())) + "\n");
  }

  void print_member(const std::string& path, const outcome& o) {
    if (!o.accepted()) return complain(name_of_input(path), name(o.kind), o.message());
    const node root = o.value.root();
    const result<node> found = root.at(c_.pointer);
    if (!found) {
      end_.code = worse(end_.code, exit_code::not_accepted);
      return complain(name_of_input(path), "accepted", "--get: " + found.error().message);
    }
    out_.write(named(path, found->is(type::string) ? found->text() : to_json(*found)) + "\n");
  }

  void print_feedback(const std::string& path, const outcome& o) {
    if (!o.accepted()) complain(name_of_input(path), name(o.kind), o.message());
    std::string_view rest = o.feedback();
    std::string lines;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      lines += named(path, rest.substr(0, end)) + "\n";
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    out_.write(lines);
  }

  std::string named(const std::string& path, std::string_view text) const {
    return many_ ? name_of_input(path) + "\t" + std::string{text} : std::string{text};
  }

  static std::string json_name(const std::string& path) {
    std::string json;
    append_json_string(json, path == "-" ? "stdin" : path);
    return json;
  }

  // "name: kind: message"; a message's further lines (the spot, with its caret) stand below as they are.
  void complain(std::string_view file, std::string_view kind, std::string_view message) const {
    complain(paint_error_(style::bold, file) + ": " + paint_error_(style::red, kind) + ": " + std::string{message} +
             "\n");
  }
  static void complain(const std::string& text) { output{STDERR_FILENO}.write(text); }

  const files_check& c_;
  bool many_;
  output out_;
  painter paint_error_;
  table table_;
  files_end end_;
};

}  // namespace

files_end check_files(const files_check& c) { return run{c}.all(); }

}  // namespace assay::cli
