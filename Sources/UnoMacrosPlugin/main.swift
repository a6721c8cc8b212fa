import UnoMacros

// The compiler starts this program, talks to it over standard input and output, and ends it by closing the input.
MessageStream(input: 0, output: 1).run(PluginServer(allMacros))
