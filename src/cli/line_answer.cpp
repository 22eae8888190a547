#include "cli/line_answer.h"

#include <algorithm>
#include <array>

#include "cli/base64.h"

namespace assay::cli {
namespace {

constexpr std::size_t usual_max_line = 64U << 20U;
constexpr std::size_t longest_text = 0xFFFFFFFFU - 64U;  // that assay::parse takes
constexpr std::array<std::string_view, 6> members{"id", "reply", "reply_base64", "schema", "finish", "refused"};

// What a line asks for; the schema's node lives as long as the line's document.
struct request {
  std::string reply;
  node schema;
  assay::facts facts;
};

failure refuse(std::string message) { return {failure_code::bad_argument, std::move(message)}; }

// The member, where it is there and not null.
node given(node line, std::string_view key) {
  const node member = line[key];
  return member && member.type() != type::null ? member : node{};
}

std::string not_a(std::string_view key, std::string_view wanted, node found) {
  std::string message;
  message.append("\"").append(key).append("\" must be ").append(wanted);
  return message.append(", and is of type ").append(name(found.type()));
}

std::optional<failure> unknown_member(node line) {
  for (node::iterator i = line.begin(); i != line.end(); ++i) {
    const node key = i.key();
    if (std::none_of(members.begin(), members.end(), [&](std::string_view m) { return key.equals(m); })) {
      return refuse("the member " + shown(to_json(key)) +
                    " is unknown; a line has id, reply or reply_base64, schema, finish, refused");
    }
  }
  return std::nullopt;
}

result<std::string> reply_of(node line) {
  const node plain = given(line, "reply");
  const node encoded = given(line, "reply_base64");
  if (plain && encoded) return refuse("the line has both \"reply\" and \"reply_base64\"");
  if (!plain && !encoded) return refuse("the line has no \"reply\" and no \"reply_base64\"");
  const std::string_view key = plain ? "reply" : "reply_base64";
  const node found = plain ? plain : encoded;
  if (!found.is(type::string)) return refuse(not_a(key, "a string", found));
  if (plain) return plain.text();
  result<std::string> bytes = decode_base64(encoded.text());
  if (!bytes) return refuse("\"reply_base64\": " + bytes.error().message);
  return bytes;
}

result<facts> facts_of(node line) {
  facts f;
  if (const node ended = given(line, "finish")) {
    if (!ended.is(type::string)) return refuse(not_a("finish", "a string", ended));
    const std::optional<finish> known = finish_named(ended.text());
    if (!known) {
      std::string names;
      for (std::size_t i = 0; i < finish_count; ++i) {
        names.append(i == 0 ? "" : ", ").append(name(static_cast<finish>(i)));
      }
      return refuse("\"finish\" is " + shown(to_json(ended)) + ", which is none of " + names);
    }
    f.finish = *known;
  }
  if (const node refused = given(line, "refused")) {
    if (!refused.is(type::boolean)) return refuse(not_a("refused", "true or false", refused));
    f.refused = refused.truth();
  }
  return f;
}

result<request> request_of(node line) {
  if (const std::optional<failure> unknown = unknown_member(line)) return *unknown;
  const node contract = given(line, "schema");
  if (contract && !contract.is(type::object) && !contract.is(type::boolean)) {
    return refuse(not_a("schema", "an object, true or false", contract));
  }
  const result<facts> f = facts_of(line);
  if (!f) return f.error();
  result<std::string> reply = reply_of(line);
  if (!reply) return reply.error();
  return request{*std::move(reply), contract, *f};
}

void append_error(std::string& out, std::string_view id, std::uint64_t line, std::string_view message) {
  out.append("{");
  if (!id.empty()) out.append("\"id\":").append(id).append(",");
  out.append("\"line\":").append(std::to_string(line)).append(",\"error\":");
  append_json_string(out, message);
  out.append("}\n");
}

}  // namespace

line_answers::line_answers(const options& o, std::optional<schema> fallback)
    : options_(o),
      fallback_(std::move(fallback)),
      max_line_(std::min(longest_text, std::max(usual_max_line, 2 * o.max_bytes))) {}

answers line_answers::answer(const batch& b) const {
  answers a;
  a.counts.bytes = b.lines.size();
  std::uint64_t number = b.first_line;
  for (std::string_view rest = b.lines; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    answer_line(a, rest.substr(0, end), number);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return a;
}

void line_answers::answer_line(answers& a, std::string_view line, std::uint64_t number) const {
  const auto fail = [&](std::string_view id, std::string_view message) {
    ++a.counts.unreadable;
    append_error(a.text, id, number, message);
  };
  if (line.size() > max_line_) return fail({}, "the line is longer than " + std::to_string(max_line_) + " bytes");
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return fail({}, "the line is blank");
  const result<document> parsed = parse(line);
  if (!parsed) return fail({}, parsed.error().message);
  const node root = parsed->root();
  if (!root.is(type::object))
    return fail({}, "the line holds no object, but a value of type " + std::string{name(root.type())});

  const std::string_view id = root["id"].source();
  const result<request> asked = request_of(root);
  if (!asked) return fail(id, asked.error().message);
  const schema* contract = fallback_ ? &*fallback_ : nullptr;
  std::shared_ptr<const result<schema>> own;
  if (asked->schema) {
    own = schemas_.compiled(asked->schema.source());
    if (!*own) return fail(id, "\"schema\": " + own->error().message);
    contract = &**own;
  }
  const outcome o = contract != nullptr ? check(asked->reply, *contract, options_, asked->facts)
                                        : check(asked->reply, options_, asked->facts);
  a.counts.add(o.kind);
  a.text.append(to_json(o, id)).append("\n");
}

}  // namespace assay::cli
