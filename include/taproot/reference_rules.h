// Rules on references: which of them explain nothing, and which belong to a known leak of a
// library.
//
// A rule names references by where they are, and says what a search for paths does with them: it
// never follows them, or only where nothing else leads to the object. Each rule carries the
// sentence that says why. Immutable once an index is made of them; const methods may be called from
// any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace taproot {

enum class RuleEffect : uint8_t {
  kNone,        // follow it as any other: switches off a rule that comes later
  kLastResort,  // only where no other reference of this strength leads to the object
  kIgnore,      // never
};

enum class RulePlace : uint8_t {
  kInstanceField,  // `field` declared by class `class_name`, in all its instances
  kStaticField,    // `field` declared by class `class_name`
  kThread,         // what the Thread objects of live threads named `thread` hold, being roots
  kThreadLocals,   // local variables in the frames of threads named `thread`
  kJniGlobal,  // JNI globals of an instance of `class_name` or a subclass, or of its class object
};

struct ReferenceRule {
  RuleEffect effect = RuleEffect::kNone;
  RulePlace place = RulePlace::kInstanceField;
  std::string class_name = {};  // Java name, "java.util.HashMap$Node"; without wildcards
  std::string field = {};
  // kThread, kThreadLocals: the thread's name. kInstanceField of java.lang.Thread or a subclass:
  // only of threads with this name; empty for all. '*' stands for any text.
  std::string thread = {};
  // The library's fault: an object that is held by such a reference alone is no leak of the
  // application.
  bool library_leak = false;
  std::string sentence = {};  // why
  int min_feature = 0;        // Java feature versions, both included; 0: no limit
  int max_feature = 0;
};

// Rules in order: of several for one reference the first holds.
class ReferenceRules {
 public:
  ReferenceRules() = default;
  explicit ReferenceRules(std::vector<ReferenceRule> rules) : rules_(std::move(rules)) {}

  // What is known of the JDK and of widespread libraries.
  static const ReferenceRules& Builtin();

  void Append(const ReferenceRules& later) {
    rules_.insert(rules_.end(), later.rules_.begin(), later.rules_.end());
  }
  std::span<const ReferenceRule> rules() const { return rules_; }

 private:
  std::vector<ReferenceRule> rules_;
};

}  // namespace taproot
