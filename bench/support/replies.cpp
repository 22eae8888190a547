#include "support/replies.h"

#include <array>
#include <cstdint>
#include <span>

namespace assay::bench {
namespace {

using words = std::span<const std::string_view>;

constexpr std::array<std::string_view, 40> english{
    "invoice", "charge",  "duplicate", "shipping", "escalate", "that",    "please",  "timeout", "reports", "region",
    "order",   "error",   "review",    "expired",  "payment",  "because", "the",     "refund",  "outage",  "policy",
    "login",   "address", "manager",   "customer", "writes",   "since",   "account", "was",     "billed",  "twice",
    "and",     "asks",    "for",       "a",        "reply",    "today",   "branch",  "reader",  "returns", "value"};
constexpr std::array<std::string_view, 24> chinese_words{
    "发票", "重复", "收费", "客户", "要求", "今天", "退款", "因为", "系统", "超时", "订单", "地址",
    "已经", "过期", "请",   "升级", "经理", "审核", "运费", "政策", "登录", "错误", "地区", "报告"};
constexpr std::array<std::string_view, 5> marks{"é", "—", "“", "”", "🙂"};

// Writes prose, and keeps the promise of a script over all that was written: one character in 20.
class writer {
 public:
  // `ahead`: characters that will follow the last free text, and count already.
  explicit writer(script s, std::uint64_t seed, unsigned ahead = 0) : script_(s), state_(seed), due_(ahead) {}

  std::uint64_t below(std::uint64_t n) noexcept {
    state_ ^= state_ << 13U;
    state_ ^= state_ >> 7U;
    state_ ^= state_ << 17U;
    return state_ % n;
  }

  // As it stands: keys, punctuation, numbers, words that a schema lists.
  writer& raw(std::string_view text) {
    out_.append(text);
    for (const char c : text) due_ += (static_cast<unsigned char>(c) & 0xC0U) != 0x80;
    return *this;
  }

  writer& raw(std::string_view ascii, std::string_view chinese) {
    return raw(script_ == script::chinese ? chinese : ascii);
  }

  // Free text: each letter may become another one.
  writer& free(std::string_view text) {
    for (const char c : text) {
      ++due_;
      if (script_ == script::mixed && due_ >= 20 && c >= 'a' && c <= 'z') {
        out_.append(marks[below(marks.size())]);
        due_ -= 20;
      } else {
        out_.push_back(c);
      }
    }
    return *this;
  }

  writer& word() {
    if (script_ == script::chinese) return raw(chinese_words[below(chinese_words.size())]);
    return free(english[below(english.size())]);
  }

  // Words until the text is `bytes` long.
  writer& words_to(std::size_t bytes) {
    while (out_.size() < bytes) {
      word();
      if (script_ == script::ascii || script_ == script::mixed) raw(" ");
      if (script_ == script::chinese && below(8) == 0) raw("，");
    }
    return *this;
  }

  writer& number(std::uint64_t n) { return raw(std::to_string(n)); }
  std::size_t size() const noexcept { return out_.size(); }
  std::string take() { return std::move(out_); }

 private:
  script script_;
  std::uint64_t state_;
  std::string out_;
  unsigned due_;
};

void line_of_code(writer& w) {
  switch (w.below(4)) {
    case 0:
      w.raw("    if (auto it = table.find(\\\"").word().raw("\\\"); it != table.end()) return it->second;\\n");
      break;
    case 1:
      w.raw("    const std::size_t n = std::min(text.size(), limit); // ").word().raw("\\n");
      break;
    case 2:
      w.raw("    log.info(\\\"").word().raw(": {}\\\", name);\\n");
      break;
    default:
      w.raw("  }\\n  return {p, static_cast<std::size_t>(end - p)};\\n");
      break;
  }
}

// A line of 60 to 80 columns; a Chinese character takes two.
void line_of_prose(writer& w, script s) {
  const std::size_t columns = 55 + w.below(20);
  w.words_to(w.size() + (s == script::chinese ? columns * 3 / 2 : columns));
  w.raw(".\\n", "。\\n");
}

void markdown(writer& w, script s, std::size_t bytes) {
  while (w.size() < bytes) {
    w.raw("## ").word().raw(" ").word().raw("\\n\\n");
    for (std::uint64_t i = 3 + w.below(5); i > 0; --i) line_of_prose(w, s);
    w.raw("\\n");
    for (std::uint64_t i = 2 + w.below(4); i > 0; --i) {
      w.raw("- ");
      line_of_prose(w, s);
    }
    w.raw("\\n```cpp\\n");
    for (std::uint64_t i = 2 + w.below(4); i > 0; --i) line_of_code(w);
    w.raw("```\\n\\n");
  }
}

}  // namespace

reply fenced_verdict(script s) {
  writer w{s, 1, 210};
  w.raw("Here is my verdict on the ticket that you sent me just now:\n\n```json\n",
        "我已经仔细看过您刚才发来的工单，结论如下：\n\n```json\n");
  reply out;
  out.begin = w.size();
  w.raw("{\n  \"queue\": \"technical_outage\",\n  \"rationale\": \"", "{\n  \"队列\": \"技术故障\",\n  \"理由\": \"");
  w.words_to(out.begin + 430);
  w.raw("\",\n  \"confidence\": 0.87,\n  \"language\": \"en\",\n  \"urgent\": true,\n  \"duplicate_of\": null,\n",
        "\",\n  \"置信度\": 0.87,\n  \"语言\": \"中文\",\n  \"紧急\": true,\n  \"重复于\": null,\n");
  w.raw("  \"tags\": [\"outage\", \"login\"],\n  \"customer\": {\"id\": 48213, \"tier\": \"gold\"}\n}",
        "  \"标签\": [\"故障\", \"登录\"],\n  \"客户\": {\"编号\": 48213, \"等级\": \"黄金\"}\n}");
  out.end = w.size();
  w.raw("\n```\nTell me if you need more.\n", "\n```\n如需更多请告诉我。\n");
  out.text = w.take();
  return out;
}

std::string_view verdict_schema(script s) {
  if (s == script::chinese) {
    return R"({"type": "object", "properties": {
  "队列": {"enum": ["账单", "退款", "物流", "账户", "技术故障", "滥用", "销售", "其他"]},
  "理由": {"type": "string", "minLength": 1, "maxLength": 2000},
  "置信度": {"type": "number", "minimum": 0, "maximum": 1},
  "语言": {"type": "string"},
  "紧急": {"type": "boolean"},
  "重复于": {"type": ["string", "null"]},
  "标签": {"type": "array", "items": {"type": "string"}, "maxItems": 8},
  "客户": {"type": "object", "properties": {"编号": {"type": "integer"}, "等级": {"type": "string"}}, "required": ["编号"]}
}, "required": ["队列", "理由", "置信度"], "additionalProperties": false})";
  }
  return R"({"type": "object", "properties": {
  "queue": {"enum": ["billing", "refunds", "shipping", "account_access", "technical_outage", "abuse", "sales", "other"]},
  "rationale": {"type": "string", "minLength": 1, "maxLength": 2000},
  "confidence": {"type": "number", "minimum": 0, "maximum": 1},
  "language": {"type": "string"},
  "urgent": {"type": "boolean"},
  "duplicate_of": {"type": ["string", "null"]},
  "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 8},
  "customer": {"type": "object", "properties": {"id": {"type": "integer"}, "tier": {"type": "string"}}, "required": ["id"]}
}, "required": ["queue", "rationale", "confidence"], "additionalProperties": false})";
}

reply pull_request(script s, std::size_t bytes) {
  writer w{s, 2};
  w.raw("{\"title\": \"", "{\"标题\": \"").word().raw(" ").word();
  w.raw("\", \"base\": \"main\", \"draft\": false, \"number\": 4711, \"body\": \"",
        "\", \"基线\": \"主干\", \"草稿\": false, \"编号\": 4711, \"正文\": \"");
  markdown(w, s, bytes - 2);
  w.raw("\"}");
  reply out{w.take(), 0, 0};
  out.end = out.text.size();
  return out;
}

reply small_members(script s, std::size_t bytes) {
  writer w{s, 3};
  w.raw("{\"items\": [", "{\"条目\": [");
  for (bool first = true; w.size() < bytes; first = false) {
    w.raw(first ? "{" : ", {");
    w.raw("\"id\": ", "\"编号\": ").number(1000 + w.below(900'000));
    w.raw(", \"open\": ", ", \"打开\": ").raw(w.below(2) == 0 ? "true" : "false");
    w.raw(", \"name\": \"", ", \"名称\": \"").word().raw("\"");
    w.raw(", \"score\": ", ", \"分数\": ").number(w.below(10)).raw(".").number(w.below(100));
    w.raw(", \"n\": ", ", \"数\": ").number(w.below(50)).raw("}");
  }
  w.raw("]}");
  reply out{w.take(), 0, 0};
  out.end = out.text.size();
  return out;
}

std::string unclosed(std::size_t bytes) {
  constexpr std::string_view piece = "{\"a\":";
  std::string out;
  while (out.size() < bytes) out.append(piece);
  return out;
}

}  // namespace assay::bench
