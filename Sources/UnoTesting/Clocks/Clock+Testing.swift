extension Clock where Self == ImmediateClock {
    /// A clock on which every sleep returns at once.
    public static var immediate: ImmediateClock { ImmediateClock() }
}

extension Clock where Self == TestClock {
    /// A clock whose time moves only when a test moves it.
    public static var test: TestClock { TestClock() }
}

extension Clock where Self == UnimplementedClock {
    /// A clock that must not be used: reading it or sleeping on it records an issue, at the place of this call.
    public static func unimplemented(
        _ name: String = "UnimplementedClock",
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> UnimplementedClock {
        UnimplementedClock(name, fileID: fileID, filePath: filePath, line: line, column: column)
    }
}
