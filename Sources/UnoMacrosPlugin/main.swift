import UnoMacros

// The compiler starts this program, talks to it over standard input and output, and ends it by closing the input.
try MessageStream(input: 0, output: 1).serve(PluginServer(allMacros))
