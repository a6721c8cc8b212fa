import Testing

@testable import Account

@Test("checks the code that is submitted")
func submitting() {
    let transition = SignIn.reduceInput(.editing, .submit(code: "1234"))
    #expect(transition.state == .checking)
    #expect(transition.effects == .check(code: "1234"))
}
