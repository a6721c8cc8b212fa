/// A collection that finds its elements by id itself.
protocol KeyedRows: RandomAccessCollection, SendableMetatype where Index == Int {
    associatedtype RowID: Hashable & Sendable

    /// The ids, in the order of the elements, in storage that changes only with the ids or their order.
    var rowKeys: ContiguousArray<RowID> { get }
    func position(ofKey key: RowID) -> Int?
}

extension IdentifiedArray: KeyedRows {
    var rowKeys: ContiguousArray<ID> { keys.list }

    package func position(ofKey key: ID) -> Int? { keys.position(of: key) }
}
