import Testing

@testable import WeatherSearch

@Suite("A folded name")
struct FoldedNameTests {
    @Test(arguments: [
        ("São Paulo", "sao paulo"), ("REYKJAVÍK", "reykjavik"), ("Tromsø", "tromso"), ("Łódź", "lodz"),
        ("Đà Nẵng", "da nang"), ("Gießen", "giessen"), ("Diyarbakır", "diyarbakir"), ("İzmir", "izmir"),
        ("Næstved", "naestved"), ("Œuilly", "oeuilly"), ("Ħamrun", "hamrun"), ("Gəncə", "ganca"),
        ("Mosfellsbær", "mosfellsbaer"), ("Þorlákshöfn", "thorlakshofn"), ("Saint-Étienne", "saint etienne"),
        ("St. John’s", "st johns"), ("Xi‘an", "xian"), ("Frankfurt (Oder)", "frankfurt oder"),
        ("Bâle–Ville", "bale ville"), ("  New   York ", "new york"), ("Sa\u{303}o", "sao"), ("東京", "東京"),
        ("10th of Ramadan City", "10th of ramadan city"), ("٣ Mai", "٣ mai"), (" -.'’ ", ""),
    ])
    func `is what a plain keyboard types for it`(name: String, folded: String) {
        #expect(String(decoding: FoldedName(name).bytes, as: UTF8.self) == folded)
    }

    @Test(arguments: ["L'Aquila", "Đà Nẵng", "Gießen", "Saint-Étienne", "東京"])
    func `does not change when it is folded again`(name: String) {
        let once = FoldedName(name).bytes
        #expect(FoldedName(String(decoding: once, as: UTF8.self)).bytes == once)
    }

    @Test(
        "knows where its later words begin",
        arguments: [("Rio de Janeiro", [4, 7]), ("L'Aquila", [1]), ("’s-Gravenhage", [2])])
    func laterWords(name: String, starts: [Int]) { #expect(FoldedName(name).laterWords == starts) }
}
