//! The calculator: two tools with schemas, to be run as a process of its own.

use crate::json::{Object, Str, Value};
use crate::mcp::{ServerCapabilities, Tool, ToolError};
use crate::server::{Server, Validation};

const ADD: &str = r#"{"type":"object","properties":{"a":{"type":"integer","description":"第一个加数"},"b":{"type":"integer","description":"第二个加数"}},"required":["a","b"]}"#;
const WEATHER: &str = r#"{"type":"object","properties":{"city":{"type":"string","description":"城市名，例如 北京","minLength":1}},"required":["city"]}"#;

/// What the weather is like, wherever anybody asks: a lesson needs the same answer every time.
const FORECAST: &[(&str, &str)] =
    &[("北京", "多云,11°C"), ("上海", "小雨,15°C"), ("广州", "晴,24°C")];

/// `calc-server` 1.0.0: `add` and `get_weather`.
///
/// # Errors
/// A schema above is wrong, which a test would have found.
pub fn calculator() -> Result<Server, ToolError> {
    let add_tool = Tool::new("add", "求两个整数的和。用户要做加法时用它。", ADD)?;
    let weather_tool =
        Tool::new("get_weather", "查一个城市现在的天气。用户问起天气时用它。", WEATHER)?;
    Server::new("calc-server", "1.0.0")
        .capabilities(ServerCapabilities::tools())
        .validation(Validation::AtFirstCall)
        .tool(add_tool, add)?
        .tool(weather_tool, weather)
}

fn add(arguments: &Object<'_>) -> Result<String, String> {
    let integer = |name: &str| {
        let number = arguments.get(name).and_then(Value::as_number);
        let value = number.and_then(|number| number.to_i64().ok());
        value.ok_or_else(|| format!("{name} 超出 64 位整数的范围，请换小一点的数"))
    };
    let (a, b) = (integer("a")?, integer("b")?);
    Ok(format!("{a} + {b} = {}", i128::from(a) + i128::from(b)))
}

fn weather(arguments: &Object<'_>) -> Result<String, String> {
    let city = arguments.get("city").and_then(Value::as_string);
    let known = FORECAST.iter().find(|(name, _)| city.is_some_and(|city| *city == **name));
    known.map(|(name, weather)| format!("{name}:{weather}")).ok_or_else(|| {
        let asked = city.map(Str::excerpt).unwrap_or_default();
        let names: Vec<_> = FORECAST.iter().map(|(name, _)| *name).collect();
        format!("没有 {asked} 的天气，可以查询：{}", names.join("、"))
    })
}
