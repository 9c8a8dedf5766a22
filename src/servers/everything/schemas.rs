//! Schemas as they travel. A client sees in `tools/list` every keyword as it was declared, and holds arguments against it:
//!
//! ```text
//! {"$schema":"https://json-schema.org/draft/2020-12/schema","$defs":{…},"if":{…},"then":{…},…}
//! {"region":{"type":"string","x-mcp-header":"Region"}}     over HTTP also sent as `Mcp-Param-Region`
//! ```

use crate::mcp::{Tool, ToolError};
use crate::server::Server;

/// With references, an anchor, conditions and a closed list of properties (2020-12).
const JSON_2020: &str = r##"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}},"properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},"contactMethod":{"type":"string","enum":["phone","email"]},"phone":{"type":"string"},"email":{"type":"string"}},"allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],"if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},"then":{"required":["phone"]},"else":{"required":["email"]},"additionalProperties":false}"##;

/// One argument that a proxy can read without opening the body.
const REGION: &str = r#"{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}},"required":["region"]}"#;

/// Offers both.
pub(super) fn offer(server: Server) -> Result<Server, ToolError> {
    let about = "Takes what a schema with many keywords lets through";
    let json_2020 = Tool::new("json_schema_2020_12_tool", about, JSON_2020)?;
    let about = "Takes an argument that is a header too";
    let header = Tool::new("test_header_param", about, REGION)?;
    server.tool(json_2020, |_| Ok::<_, &str>("ok"))?.tool(header, |_| Ok::<_, &str>("ok"))
}
