@main
struct WeatherSearchCommand {
    static func main() {}
}
