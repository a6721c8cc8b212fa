public import UnoArchitecture

// Bindings that send `BindingAction`s. Those that send an action of the caller's choice are in `ViewModel+Fields`.

extension ViewModel
where
    ViewState == DomainState, Action: CasePathable, Action.AllCasePaths: BindingCasePaths<Action, DomainState>
{
    /// A field that a control changes. Setting it sends the case `binding` of the action: `model.name = "Ada"`.
    ///
    /// In SwiftUI, `@Bindable var model` makes `$model.name` a `Binding`.
    public subscript<Value: Equatable & Sendable>(
        dynamicMember path: any WritableKeyPath<ViewState, Value> & Sendable
    ) -> Value {
        get { store.read(path) }
        set {
            let site = CallSite(#fileID, #line)
            _ = BindingAction.set(path, newValue).sent(at: site) {
                sendViewEvent(Action.allCasePaths.binding.embed($0), at: site)
            } reporting: {
                report($0, $1, at: $2)
            }
        }
    }
}

extension ScopedViewModel where Action: CasePathable, Action.AllCasePaths: BindingCasePaths<Action, ViewState> {
    /// A field that a control changes. Setting it sends the case `binding` of the action: `row.isDone = true`.
    ///
    /// In SwiftUI, `@Bindable var model` makes `$model.name` a `Binding`.
    public subscript<Value: Equatable & Sendable>(
        dynamicMember path: any WritableKeyPath<ViewState, Value> & Sendable
    ) -> Value {
        get { read(path) }
        set { _ = send(.set(path, newValue), at: CallSite(link.place)) }
    }

    func send(_ change: BindingAction<ViewState>, at site: CallSite) -> EventTask {
        change.sent(at: site) {
            link.send(Action.allCasePaths.binding.embed($0), nil, site)
        } reporting: {
            link.report($0, $1, $2)
        }
    }
}

extension ViewScope where Action: CasePathable, Action.AllCasePaths: BindingCasePaths<Action, ViewState> {
    /// Returns a binding to the field at `path` that sends the case `binding` of the action: `model.binding(\.name)`.
    ///
    /// The location of this call is the source of the actions; see `ActionSource`.
    public func binding<Value: Equatable & Sendable>(
        _ path: any WritableKeyPath<ViewState, Value> & Sendable, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> ViewBinding<Value> {
        ViewBinding(
            read: { [whole = scope()] in whole.read(path) },
            send: { [whole = scope(), site = CallSite(fileID, line, function, note: note)] value in
                _ = whole.send(.set(path, value), at: site)
            }
        )
    }

    /// Returns a binding to the value of a case of the enum at `path`.
    ///
    /// - Parameters:
    ///   - path: where the enum lies in the view state.
    ///   - casePath: the case whose value is bound.
    ///   - fallback: read while the enum is in another case; then a new value changes nothing.
    ///   - note: a remark for the middlewares; see `ActionSource`.
    public func binding<Whole: CasePathable & Equatable, Value: Equatable & Sendable>(
        _ path: any WritableKeyPath<ViewState, Whole> & Sendable,
        case casePath: CaseKeyPath<Whole, Value>,
        default fallback: Value,
        note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> ViewBinding<Value> {
        ViewBinding(
            read: { [whole = scope(), extract = AnyCasePath(casePath).extractValue] in
                extract(whole.read(path)) ?? fallback
            },
            send: { [whole = scope(), site = CallSite(fileID, line, function, note: note)] value in
                _ = whole.send(.set(path, case: casePath, value), at: site)
            }
        )
    }
}

extension ViewScope where Action: CasePathable, Action.AllCasePaths: BindingCasePaths<Action, ViewState> {
    /// Cannot be called: the compiler's words for a field that cannot be set; see `ReadOnlyParts.swift`.
    @available(*, unavailable, message: "the field has to be a variable: the control sets it")
    @_disfavoredOverload
    public func binding<Value: Equatable & Sendable>(
        _ path: any KeyPath<ViewState, Value> & Sendable, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> ViewBinding<Value> {
        fatalError("binding was called with a path to a field that cannot be set")
    }
}
