#include <algorithm>
#include <vector>

#include "assay/json.h"
#include "json/utf8.h"

namespace assay {
namespace {

struct frame {
  std::uint32_t end;  // the first cell after the container
  bool object;
};

// Writes the cells of one value in order. `Layout` says what stands between tokens.
template <class Layout>
void write(std::string& out, node value, Layout layout) {
  const cell* const cells = value.cells();
  const auto token = [&](std::uint32_t at) { out.append(node{value.base(), cells, at}.source()); };
  std::vector<frame> open;
  std::uint32_t i = value.index();
  for (;;) {
    const type t = cells[i].type();
    const bool container = t == type::object || t == type::array;
    if (!container) {
      token(i++);
    } else {
      out.push_back(t == type::object ? '{' : '[');
      open.push_back({cells[i++].next, t == type::object});
      if (i != open.back().end) layout.line(out, open.size());
    }
    bool first = container;
    while (!open.empty() && i == open.back().end) {
      if (!first) layout.line(out, open.size() - 1);  // nothing stands in an empty container
      first = false;
      out.push_back(open.back().object ? '}' : ']');
      open.pop_back();
    }
    if (open.empty()) return;
    if (!container || !first) {
      out.push_back(',');
      layout.line(out, open.size());
    }
    if (open.back().object) {
      token(i++);
      layout.colon(out);
    }
  }
}

struct compact {
  static void line(std::string& /*out*/, std::size_t /*depth*/) noexcept {}
  static void colon(std::string& out) { out.push_back(':'); }
};

struct pretty {
  std::size_t indent;
  void line(std::string& out, std::size_t depth) const {
    out.push_back('\n');
    out.append(depth * indent, ' ');
  }
  static void colon(std::string& out) { out.append(": "); }
};

// \b and \f have no short form here: before a letter the reader takes them for LaTeX.
void append_escape(std::string& out, char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  switch (c) {
    case '"':
      out.append("\\\"");
      return;
    case '\\':
      out.append("\\\\");
      return;
    case '\n':
      out.append("\\n");
      return;
    case '\r':
      out.append("\\r");
      return;
    case '\t':
      out.append("\\t");
      return;
    default:
      break;
  }
  const auto byte = static_cast<unsigned char>(c);
  out.append("\\u00");
  out.push_back(digits[byte >> 4U]);
  out.push_back(digits[byte & 15U]);
}

bool is_plain(char c) noexcept {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
}

}  // namespace

std::string to_json(node value) {
  std::string out;
  if (!value) return out;
  out.reserve(value.source().size());
  write(out, value, compact{});
  return out;
}

std::string to_pretty_json(node value, int indent) {
  std::string out;
  if (!value) return out;
  write(out, value, pretty{static_cast<std::size_t>(std::max(indent, 0))});
  return out;
}

void append_json_string(std::string& out, std::string_view text) {
  out.push_back('"');
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p != end) {
    const char* const run = std::find_if_not(p, end, is_plain);
    out.append(p, run);
    p = run;
    if (p == end) break;
    const utf8_character c = utf8_at(p, end);
    if (c.code < 0x80) {
      append_escape(out, *p);
    } else if (c.valid) {
      out.append(p, c.length);
    } else {
      out.append("\xEF\xBF\xBD");
    }
    p += c.length;
  }
  out.push_back('"');
}

}  // namespace assay
