#include "query/command.h"

#include <limits>
#include <map>

#include "query/command_words.h"
#include "support/catch.h"
#include "support/temporary_folder.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;
using Words = std::vector<std::string>;

Command Parsed(std::string_view text) {
  INFO(text);
  absl::StatusOr<Command> command = ParseCommand(text);
  INFO(command.status());
  REQUIRE(command.ok());
  return *std::move(command);
}

// The message; empty if the command was understood after all.
std::string Refusal(std::string_view text) {
  const absl::Status status = ParseCommand(text).status();
  if (!status.ok()) CHECK(absl::IsInvalidArgument(status));
  return std::string(status.message());
}

std::string GoodValue(std::string_view key) {
  if (key != "rules") return std::string(GoodValueOf(key));
  static const TemporaryFolder folder;
  static const std::string path = folder.Write("rules.json", R"({"rules": []})");
  return path;
}

std::string With(std::string_view verb, std::string_view key) {
  return std::string(verb) + "," + std::string(key) + "=" + GoodValue(key);
}

TEST_CASE("Every verb is understood by its name", "[query][command]") {
  for (size_t i = 0; i <= static_cast<size_t>(Verb::kCancel); ++i) {
    const Verb verb = static_cast<Verb>(i);
    CHECK(Parsed(VerbName(verb)).verb == verb);
    CHECK(KeysOfVerbs().contains(VerbName(verb)));
  }
  CHECK(KeysOfVerbs().size() == static_cast<size_t>(Verb::kCancel) + 1);
}

TEST_CASE("Without a verb it is start", "[query][command]") {
  for (const char* text : {"", ",", ",,,", " ", " , ", "\n", "watch=a.B", ",watch=a.B"}) {
    CHECK(Parsed(text).verb == Verb::kStart);
  }
}

TEST_CASE("What is not said has the value that the header promises", "[query][command]") {
  const Command command = Parsed("leaks");
  CHECK_FALSE(command.format.has_value());
  CHECK(command.output.empty());
  CHECK(command.log.empty());
  CHECK(command.identity == IdentityChoice::kAuto);
  CHECK(command.engine == EngineChoice::kAuto);
  CHECK(command.threads == 0);
  CHECK(command.verify == Verification::kCollections);
  CHECK(command.render.top == 30);
  CHECK(command.render.depth == 6);
  CHECK(command.render.min_percent == 1);
  CHECK_FALSE(command.retained_delay_ms.has_value());
  CHECK(command.watch.empty());
  CHECK(command.signal.empty());
  CHECK_FALSE(command.dump_at_exit);
  CHECK(command.class_name.empty());
  CHECK(command.watched.empty());
  CHECK_FALSE(command.walk.enter_classes);
  CHECK_FALSE(command.walk.enter_loaders);
  CHECK_FALSE(command.walk.enter_threads);
  CHECK_FALSE(command.walk.enter_weak);
  CHECK_FALSE(command.delta);
}

TEST_CASE("Every key says what it stands for", "[query][command]") {
  CHECK(Parsed("leaks,format=text").format == Format::kText);
  CHECK(Parsed("leaks,format=json").format == Format::kJson);
  CHECK(Parsed("leaks,output=/tmp/x-%p.json").output == "/tmp/x-%p.json");
  CHECK(Parsed("start,log=/tmp/log").log == "/tmp/log");
  CHECK(Parsed("histogram,identity=auto").identity == IdentityChoice::kAuto);
  CHECK(Parsed("histogram,identity=address").identity == IdentityChoice::kAddress);
  CHECK(Parsed("histogram,identity=tags").identity == IdentityChoice::kTags);
  CHECK(Parsed("histogram,capture=auto").engine == EngineChoice::kAuto);
  CHECK(Parsed("histogram,capture=follow").engine == EngineChoice::kFollow);
  CHECK(Parsed("histogram,capture=fork").engine == EngineChoice::kFork);
  CHECK(Parsed("threads,threads=4").threads == 4);
  CHECK(Parsed("threads,threads=0").threads == 0);
  CHECK(Parsed("leaks,verify=gc").verify == Verification::kCollections);
  CHECK(Parsed("dump,verify=graph").verify == Verification::kGraph);
  CHECK(Parsed("histogram,top=7").render.top == 7);
  CHECK(Parsed("profile,depth=2").render.depth == 2);
  CHECK(Parsed("profile,class=com.acme.Session*").class_name == "com.acme.Session*");
  CHECK(Parsed("unwatch,watched=the cart").watched == "the cart");
  CHECK(Parsed("signal=sigrtmin+3").signal == "RTMIN+3");
  CHECK(Parsed("dump=exit").dump_at_exit);
  CHECK(Parsed("size,delta=true").delta);
  CHECK_FALSE(Parsed("size,delta=true,delta=false").delta);
}

TEST_CASE("Each verb takes its own keys and refuses those of others", "[query][command]") {
  for (const auto& [verb, keys] : KeysOfVerbs()) {
    for (std::string_view key : AllKeys()) {
      if (key == "options") continue;
      const std::string text = With(verb, key);
      INFO(text);
      if (keys.contains(key)) {
        CHECK(Refusal(text) == "");
      } else {
        CHECK_THAT(Refusal(text), ContainsSubstring("unknown option of " + std::string(verb) +
                                                    " '" + std::string(key) + "'"));
      }
    }
  }
}

TEST_CASE("Words that make no sense together are refused with the reason", "[query][command]") {
  CHECK_THAT(Refusal("leaks,identity=tags,capture=fork"),
             ContainsSubstring("identity=tags goes with capture=follow"));
  CHECK_THAT(Refusal("histogram,capture=follow,threads=2"),
             ContainsSubstring("threads= is for the child of capture=fork"));
  for (const std::string key : {"capture=fork", "capture=follow", "threads=2"}) {
    CHECK_THAT(Refusal("leaks,file=a.snap," + key),
               ContainsSubstring("are for a running JVM: nothing is captured of a.snap"));
    CHECK_THAT(Refusal("diff,before=a.snap,after=b.snap," + key),
               ContainsSubstring("nothing is captured of b.snap"));
    CHECK(Refusal("diff,before=a.snap," + key) == "");
  }
  CHECK(Refusal("leaks,identity=tags,capture=follow") == "");
  CHECK(Refusal("leaks,identity=tags,capture=auto,threads=2") == "");
  CHECK(Refusal("leaks,identity=address,capture=fork,threads=2") == "");
  CHECK(Refusal("leaks,file=a.snap,capture=auto,threads=0,verify=graph") == "");
}

TEST_CASE("A number of threads is a whole number, or none for half of the processors",
          "[query][command]") {
  for (const std::string bad : {"", "-1", "1.5", "4294967296", "all"}) {
    CHECK_THAT(Refusal("histogram,threads=" + bad),
               ContainsSubstring("'" + bad + "' is not a whole number"));
  }
}

TEST_CASE("Patterns to watch are separated by semicolons", "[query][command]") {
  CHECK(Parsed("watch=a.B").watch == Words{"a.B"});
  CHECK(Parsed("leaks,watch=a.B;*.C").watch == Words{"a.B", "*.C"});
  CHECK(Parsed("watch= a.B ;; *.C ;").watch == Words{"a.B", "*.C"});
  CHECK(Parsed("watch=a.B,watch=*.C").watch == Words{"a.B", "*.C"});
  CHECK_THAT(Refusal("watch="), ContainsSubstring("watch=: '' is not a class name pattern"));
  CHECK_THAT(Refusal("watch=;"), ContainsSubstring("';' is not a class name pattern"));
}

TEST_CASE("A delay has a unit", "[query][command]") {
  CHECK(Parsed("leaks,delay=0s").retained_delay_ms == 0);
  CHECK(Parsed("leaks,delay=500ms").retained_delay_ms == 500);
  CHECK(Parsed("leaks,delay=5s").retained_delay_ms == 5000);
  CHECK(Parsed("leaks,delay=2m").retained_delay_ms == 120'000);
  CHECK(Parsed("leaks,delay=3h").retained_delay_ms == 10'800'000);
  CHECK(Parsed("leaks,delay=9223372036854775807ms").retained_delay_ms ==
        std::numeric_limits<int64_t>::max());
  for (const std::string bad : {"", "5", "s", "ms", "-1s", "1.5s", "5 sec", "5d", "5ss", "5sm",
                                "9223372036854775808ms", "9223372036854775807s", "soon"}) {
    CHECK_THAT(Refusal("leaks,delay=" + bad),
               ContainsSubstring("delay=" + bad + ": '" + bad + "' is not a time such as 500ms"));
  }
}

TEST_CASE("Counts are whole numbers above zero", "[query][command]") {
  CHECK(Parsed("profile,top=4294967295").render.top == 4294967295);
  for (const std::string key : {"top", "depth"}) {
    for (const std::string bad : {"", "0", "-1", "1.5", "4294967296", "ten", "0x10", "1e3"}) {
      CHECK_THAT(Refusal("profile," + key + "=" + bad),
                 ContainsSubstring(key + "=" + bad + ": '" + bad + "' is not a whole number"));
    }
  }
}

TEST_CASE("A part in percent lies between 0 and 100", "[query][command]") {
  CHECK(Parsed("profile,min=0").render.min_percent == 0);
  CHECK(Parsed("profile,min=2.5").render.min_percent == 2.5);
  CHECK(Parsed("profile,min=2.5%").render.min_percent == 2.5);
  CHECK(Parsed("profile,min=100%").render.min_percent == 100);
  for (const std::string bad : {"", "%", "5%%", "-1", "100.1", "nan", "inf", "-inf", "half"}) {
    CHECK_THAT(Refusal("profile,min=" + bad),
               ContainsSubstring("min=" + bad + ": '" + bad + "' is not a part in percent"));
  }
}

TEST_CASE("What a walk enters is a list", "[query][command]") {
  const WalkOptions one = Parsed("size,enter=weak").walk;
  CHECK((!one.enter_classes && !one.enter_loaders && !one.enter_threads && one.enter_weak));
  const WalkOptions three = Parsed("size,enter=classes;loaders,enter=threads").walk;
  CHECK((three.enter_classes && three.enter_loaders && three.enter_threads && !three.enter_weak));
  CHECK_THAT(Refusal("size,enter=classes;thread"),
             ContainsSubstring("unknown part 'thread': did you mean 'threads'?"));
  CHECK_THAT(Refusal("size,enter="), ContainsSubstring("classes, loaders, threads, weak"));
}

TEST_CASE("A mistyped word is refused with the nearest right one", "[query][command]") {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"leks", "unknown verb 'leks': did you mean 'leaks'?"},
      {"LEAKS", "unknown verb 'LEAKS'"},
      {"histogramm", "did you mean 'histogram'?"},
      {"leaks,fromat=json", "unknown option of leaks 'fromat': did you mean 'format'?"},
      {"profile,clas=a.B", "unknown option of profile 'clas': did you mean 'class'?"},
      {"leaks,format=jsn", "format=jsn: unknown format 'jsn': did you mean 'json'?"},
      {"leaks,identity=adress",
       "identity=adress: unknown identity 'adress': did you mean 'address'?"},
      {"leaks,capture=frok", "capture=frok: unknown capture 'frok': did you mean 'fork'?"},
      {"leaks,verify=grahp", "unknown way to verify 'grahp': did you mean 'graph'?"},
      {"dump=exti", "dump=exti: unknown moment to dump at 'exti': did you mean 'exit'?"},
      {"size,delta=yes", "delta=yes: unknown value 'yes': it is one of true, false"},
      {"signal=USR3", "signal=USR3: unknown signal 'USR3': did you mean 'USR1'?"},
      {"frobnicate",
       "it is one of start, watch, unwatch, status, histogram, profile, size, leaks, paths, "
       "dominators, suspects, growth, threads, waste, snapshot, diff, dump, report, stop, cancel"},
  };
  for (const auto& [text, message] : cases) {
    CHECK_THAT(Refusal(text), ContainsSubstring(std::string(message)));
  }
}

TEST_CASE("A signal of HotSpot's is refused with the reason", "[query][command]") {
  CHECK_THAT(Refusal("signal=USR2"),
             ContainsSubstring("signal=USR2: SIGUSR2 is not free: HotSpot suspends threads"));
}

TEST_CASE("Names cannot be empty", "[query][command]") {
  for (const char* text : {"status,output=", "start,log=", "size,class=", "unwatch,watched="}) {
    CHECK_THAT(Refusal(text), ContainsSubstring("'' is not a name"));
  }
}

TEST_CASE("A key without its value is explained, for jcmd cuts at the first =",
          "[query][command]") {
  CHECK_THAT(Refusal("leaks,format"), ContainsSubstring("'format' has no value"));
  CHECK_THAT(Refusal("leaks,format"), ContainsSubstring("double quotes"));
  CHECK_THAT(Refusal("leaks,options"), ContainsSubstring("'options' has no value"));
  CHECK_THAT(Refusal("leaks,signal"), ContainsSubstring("unknown option of leaks 'signal'"));
  CHECK_THAT(Refusal("leaks,paths"), ContainsSubstring("unknown option of leaks 'paths'"));
}

TEST_CASE("White space around words does not count", "[query][command]") {
  const Command command = Parsed("\t leaks ,\n format=json ,, output=/tmp/my file \r\n");
  CHECK(command.verb == Verb::kLeaks);
  CHECK(command.format == Format::kJson);
  CHECK(command.output == "/tmp/my file");
  CHECK_THAT(Refusal("leaks,format =json"), ContainsSubstring("did you mean 'format'?"));
  CHECK_THAT(Refusal("leaks,format= json"), ContainsSubstring("unknown format ' json'"));
}

TEST_CASE("The later of two values counts", "[query][command]") {
  CHECK(Parsed("leaks,format=json,top=3,format=text,top=5").format == Format::kText);
  CHECK(Parsed("leaks,format=json,top=3,format=text,top=5").render.top == 5);
}

TEST_CASE("A value begins at the first equals sign", "[query][command]") {
  CHECK(Parsed("leaks,output=a=b=c").output == "a=b=c");
  CHECK(Parsed("size,watched==").watched == "=");
  CHECK_THAT(Refusal("a=b=c"), ContainsSubstring("unknown option of start 'a'"));
  CHECK_THAT(Refusal("="), ContainsSubstring("unknown option of start ''"));
  CHECK_THAT(Refusal("leaks,=json"), ContainsSubstring("unknown option of leaks ''"));
}

TEST_CASE("Only the first word is a verb", "[query][command]") {
  CHECK(Parsed(",,leaks").verb == Verb::kLeaks);
  CHECK_FALSE(Refusal("leaks,leaks").empty());
  CHECK_FALSE(Refusal("format=json,leaks").empty());
  CHECK_FALSE(Refusal("leaks;format=json").empty());
}

TEST_CASE("Very long words and very many words are no trouble", "[query][command]") {
  const std::string name(1 << 20, 'x');
  CHECK(Parsed("leaks,output=" + name).output == name);
  CHECK_THAT(Refusal(name), ContainsSubstring("unknown verb"));
  std::string many = "leaks";
  for (int i = 0; i < 10'000; ++i) many += ",watch=a.B;c.D";
  CHECK(Parsed(many).watch.size() == 20'000);
}

TEST_CASE("Bytes that are no text are refused like any other word", "[query][command]") {
  CHECK_FALSE(Refusal(std::string_view("leaks\0", 6)).empty());
  CHECK_FALSE(Refusal("\xff\xfe").empty());
  CHECK_FALSE(Refusal("leaks,\x01=\x02").empty());
}

}  // namespace
}  // namespace taproot
