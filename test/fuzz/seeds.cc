// fuzz_seeds FOLDER: writes what the fuzzers start from, a folder each, by the writers that the
// tests use.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>

#include "query/command_words.h"
#include "support/fake_proc.h"
#include "support/perf_data_writer.h"
#include "wire/message.h"

namespace {

class SeedFolder {
 public:
  SeedFolder(const std::filesystem::path& root, std::string_view fuzzer) : folder_(root / fuzzer) {
    std::filesystem::create_directories(folder_);
  }
  void Add(std::string_view bytes) {
    std::ofstream file(folder_ / std::to_string(count_++), std::ios::binary);
    file << bytes;
    if (!file.flush()) throw std::filesystem::filesystem_error("no room for seeds", folder_, {});
  }

 private:
  std::filesystem::path folder_;
  int count_ = 0;
};

void WriteCommands(const std::filesystem::path& root) {
  SeedFolder seeds(root, "command_fuzz");
  for (const auto& [verb, keys] : taproot::KeysOfVerbs()) {
    std::string all(verb);
    for (std::string_view key : keys) {
      if (key == "options" || key == "rules") continue;
      const std::string word = std::string(key) + "=" + std::string(taproot::GoodValueOf(key));
      seeds.Add(std::string(verb) + "," + word);
      all += "," + word;
    }
    seeds.Add(all);
  }
}

void WriteRules(const std::filesystem::path& root) {
  SeedFolder seeds(root, "rules_fuzz");
  for (std::string_view place :
       {R"("instanceField": "com.acme.Cache$Entry.value")",
        R"("staticField": "com.acme.Main.CACHE")",
        R"("instanceField": "java.lang.Thread.contextClassLoader", "inThread": "acme-*")",
        R"("thread": "reaper-*")", R"("localsOfThread": "main")", R"("jniGlobal": "com.acme.*")"}) {
    for (std::string_view effect : {"ignore", "last-resort", "follow"}) {
      seeds.Add(std::string(R"({"rules": [{"effect": ")") + std::string(effect) +
                R"(", "because": "known", "javaFrom": 17, "javaTo": 25, )" + std::string(place) +
                "}]}");
    }
  }
}

// Changes to a good snapshot, three bytes each; none at all is the snapshot itself.
void WriteSnapshotChanges(const std::filesystem::path& root) {
  SeedFolder seeds(root, "snapshot_fuzz");
  for (int at = 0; at < 4096; at += 61) {
    seeds.Add(std::string{static_cast<char>(at), static_cast<char>(at >> 8), '\x7f'});
  }
}

void WriteAttachReplies(const std::filesystem::path& root) {
  SeedFolder seeds(root, "attach_reply_fuzz");
  for (std::string_view reply :
       {"0\nreturn code: 0\n", "0\nreturn code: -1\n", "0\n2 streaming", "0\n", "101\n", "",
        "-1\nOperation getversion not recognized!",
        "-1\nDynamic agent loading is not enabled. Use -XX:+EnableDynamicAgentLoading to launch",
        "0\nDynamic agent loading is only permitted in the live phase\n",
        "0\n/a/libtaproot.so was not loaded.\n/a/libtaproot.so: cannot open shared object file: "
        "No such file or directory\n"}) {
    seeds.Add(reply);
  }
}

// The last byte says what an input is; see jvm_process_fuzz.cc.
void WriteProcesses(const std::filesystem::path& root) {
  SeedFolder seeds(root, "jvm_process_fuzz");
  seeds.Add(taproot::test::CountersOf("com.acme.Server -p 80") + '\0');
  seeds.Add(taproot::test::CountersOf("/opt/a b.jar", "1.8.0_392") + '\0');
  seeds.Add(taproot::test::MapLine("/jail/opt/jdk/lib/server/libjvm.so") +
            taproot::test::MapLine("/tmp/libtaproot-12.so (deleted)") + '\1');
  seeds.Add(
      "Name:\tjava\nState:\tS (sleeping)\nTgid:\t12\nUid:\t1\t2\t3\t4\nGid:\t5\t6\t7\t8\n"
      "Groups:\t10 20 \nNSpid:\t12\t1\nSigCgt:\t2000000181005ccf\n\2");
  seeds.Add(std::string_view("java\0-Xmx64m\0-cp\0a\0-jar\0b.jar\0x\3", 32));
}

// The first byte says in how many pieces the rest comes.
void WriteConversations(const std::filesystem::path& root) {
  using namespace taproot::wire;
  SeedFolder seeds(root, "wire_fuzz");
  std::string all;
  for (const Message& message : std::initializer_list<Message>{
           Hello{.pid = 4711},
           Progress{.phase = "walking", .fraction = 0.5, .running_ms = 1, .remaining_ms = 2},
           Progress{.phase = "walking"}, Note{"a note"}, Result{"an answer"},
           Done{.status = {}, .leaks = 3},
           Done{.status = absl::NotFoundError("no such class"), .leaks = 0}, Cancel{}}) {
    seeds.Add(std::string(1, '\0') + Encode(message));
    all += Encode(message);
  }
  seeds.Add(std::string(1, '\0') + all);
  seeds.Add('\x20' + all);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: fuzz_seeds FOLDER\n", stderr);
    return 2;
  }
  WriteCommands(argv[1]);
  WriteRules(argv[1]);
  WriteSnapshotChanges(argv[1]);
  WriteAttachReplies(argv[1]);
  WriteProcesses(argv[1]);
  WriteConversations(argv[1]);
  return 0;
}
