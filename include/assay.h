// assay: what a language model wrote, turned into data that fits a contract, or into a named reason why not.
//
//   const auto schema = assay::schema::compile(R"({"type": "object", "required": ["queue"],
//                                                  "properties": {"queue": {"enum": ["billing", "sales"]}}})");
//   if (!schema) return complain(schema.error().message);               // the schema itself is bad
//
//   const assay::outcome good = assay::check("Sure: ```json\n{\"queue\": \"sales\"}\n```", *schema);
//   if (good.accepted()) route(good.value["queue"].text());             // "sales", exactly as the model wrote it
//
//   const assay::outcome bad = assay::check("{\"queue\": \"Sales\"}", *schema);
//   if (!bad.accepted()) log(bad.message()), ask_again(bad.feedback());  // kind::schema: did you mean "sales"?
#pragma once

#include "assay/check.h"
#include "assay/json.h"
#include "assay/outcome.h"
#include "assay/result.h"
#include "assay/schema.h"
