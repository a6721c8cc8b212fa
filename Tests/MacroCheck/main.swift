import Foundation
import MacroChecking

let input = String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
let expansion = Expansion(of: input)
print(expansion.code)
print(expansion.diagnostics)
