extension CasePathable {
    /// Whether the value is in the case: `action.is(\.query)`.
    ///
    /// Complexity: a key-path look-up of some microseconds; for code that runs per action, keep an ``AnyCasePath``.
    public func `is`<Value>(_ path: CaseKeyPath<Self, Value>) -> Bool {
        self[case: path] != nil
    }

    /// The value of the case, or nil in another one: `action[case: \.query]`.
    ///
    /// Complexity: as that of ``is(_:)``.
    public subscript<Value>(case path: CaseKeyPath<Self, Value>) -> Value? {
        AnyCasePath(path).extract(from: self)
    }

    /// Changes the value of the case in place: `state.modify(\.results) { $0.selection = 0 }`.
    ///
    /// Behavior: in another case nothing changes, `change` does not run, and the call is reported, with both cases.
    ///
    /// - Returns: Whether the value was in the case.
    ///
    /// Complexity: as that of ``is(_:)``, and a copy of the value where it is not the only one.
    @discardableResult
    public mutating func modify<Value>(
        _ path: CaseKeyPath<Self, Value>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ change: (inout Value) throws -> Void
    ) rethrows -> Bool {
        let casePath = AnyCasePath(path)
        guard var value = casePath.extract(from: self) else {
            let message = "modify(\\.\(casePath.name)) found \(StateCase.name(of: self)), and changed nothing"
            Diagnostics.current.report(Diagnostic(.otherCase, message, at: CallSite(fileID, line)))
            return false
        }
        try change(&value)
        self = casePath.embed(value)
        return true
    }

    /// The value of a case as an optional property, for an enum that is `@dynamicMemberLookup`: `\Action.query` is a
    /// `KeyPath<Action, String?>`.
    public subscript<Value>(dynamicMember path: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>) -> Value? {
        Self.allCasePaths[keyPath: path].extract(from: self)
    }

    /// The value of a case with its path, for key paths that have to lead back, too; see ``CaseMatch``.
    ///
    /// Disfavoured: code that does not ask for a ``CaseMatch`` means the value.
    @_disfavoredOverload
    public subscript<Value>(
        dynamicMember path: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>
    ) -> CaseMatch<Self, Value>? {
        CaseMatch(self, Self.allCasePaths[keyPath: path])
    }
}
