#include "schema/uri.h"

#include <cstddef>
#include <optional>

namespace assay::schemas {
namespace {

struct parts {
  std::string_view scheme;     // with its ':'
  std::string_view authority;  // with its "//"
  std::string_view path;
  std::string_view query;  // with its '?'
};

bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

parts split(std::string_view uri) {
  parts p;
  const std::size_t colon = uri.find_first_of(":/?");
  if (!uri.empty() && is_letter(uri.front()) && colon != std::string_view::npos && uri[colon] == ':') {
    p.scheme = uri.substr(0, colon + 1);
    uri.remove_prefix(colon + 1);
  }
  if (uri.substr(0, 2) == "//") {
    const std::size_t end = std::min(uri.find_first_of("/?", 2), uri.size());
    p.authority = uri.substr(0, end);
    uri.remove_prefix(end);
  }
  const std::size_t question = std::min(uri.find('?'), uri.size());
  p.path = uri.substr(0, question);
  p.query = uri.substr(question);
  return p;
}

std::string without_dots(std::string_view path) {
  std::string out;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/', path.front() == '/' ? 1 : 0), path.size());
    const std::string_view segment = path.substr(0, end);
    const std::string_view name = segment.front() == '/' ? segment.substr(1) : segment;
    path.remove_prefix(end);
    if (name == "..") {
      const std::size_t slash = out.rfind('/');
      out.resize(slash == std::string::npos ? 0 : slash);
    }
    if (name != "." && name != "..") out += segment;
    if ((name == "." || name == "..") && path.empty()) out += '/';
  }
  return out;
}

std::optional<unsigned> hex(char c) noexcept {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return std::nullopt;
}

}  // namespace

std::string resolve(std::string_view base, std::string_view reference) {
  reference = reference.substr(0, reference.find('#'));
  base = base.substr(0, base.find('#'));
  if (reference.empty()) return std::string(base);
  const parts r = split(reference);
  if (!r.scheme.empty() || base.empty()) return std::string(reference);
  const parts b = split(base);
  std::string out{b.scheme};
  if (!r.authority.empty()) return out.append(r.authority).append(without_dots(r.path)).append(r.query);
  out += b.authority;
  if (r.path.empty()) return out.append(b.path).append(r.query);
  if (r.path.front() == '/') return out.append(without_dots(r.path)).append(r.query);
  const std::size_t slash = b.path.rfind('/');
  std::string merged = slash != std::string_view::npos ? std::string(b.path.substr(0, slash + 1))
                       : b.authority.empty()           ? std::string{}
                                                       : std::string{"/"};
  merged += r.path;
  return out.append(without_dots(merged)).append(r.query);
}

std::string fragment_of(std::string_view reference) {
  const std::size_t hash = reference.find('#');
  if (hash == std::string_view::npos) return {};
  std::string out;
  for (std::size_t i = hash + 1; i < reference.size(); ++i) {
    if (reference[i] == '%' && i + 2 < reference.size()) {
      const auto high = hex(reference[i + 1]);
      const auto low = hex(reference[i + 2]);
      if (high && low) {
        out += static_cast<char>(*high * 16U + *low);
        i += 2;
        continue;
      }
    }
    out += reference[i];
  }
  return out;
}

}  // namespace assay::schemas
