//! Rules about tools: listed, described, called, refused.

use crate::doctor::rule::Check::Asked;

rules! {
    UNDECLARED_TOOLS = "undeclared-tools", Some(3), Server, Must, Certain, ALL, Asked, "2025-06-18 server/tools",
        "a server that has tools says so first",
        "有工具的服务器先声明 tools",
        "a client asks only for what the first answer has promised: connected, and no tools to be seen",
        "客户端只会用第一个响应里声明过的能力：结果就是连上了，却看不到工具",
        "add \"tools\":{} to the capabilities in the answer to initialize, or to server/discover",
        "在 initialize（或 server/discover）响应的 capabilities 里加上 \"tools\":{}";
    LIST_REFUSED = "list-refused", Some(3), Server, Must, Certain, ALL, Asked, "2025-06-18 server/tools",
        "a server that promises tools lists them",
        "声明了 tools 就列得出工具",
        "whoever promises \"tools\" answers tools/list",
        "声明了 \"tools\"，就要回答 tools/list",
        "answer tools/list, or do not promise \"tools\"",
        "实现 tools/list，或者不要声明 \"tools\"";
    INVALID_SCHEMA = "invalid-schema", Some(3), Server, Must, Certain, ALL, Asked, "2025-06-18 server/tools",
        "the schema of a tool is a JSON Schema of an object",
        "工具的 schema 是描述对象的 JSON Schema",
        "inputSchema is a JSON Schema with \"type\":\"object\", and so, before 2026-07-28, is outputSchema; clients check the whole list, and one bad tool can hide all",
        "inputSchema 必须是 \"type\":\"object\" 的 JSON Schema，2026-07-28 之前 outputSchema 也一样；客户端检查整张清单，一个工具不合格，全部都可能看不到",
        "mend the schema at the place named; a tool without arguments has {\"type\":\"object\"}",
        "按指出的位置改正 schema；没有参数的工具写 {\"type\":\"object\"}";
    DUPLICATE_TOOL = "duplicate-tool", Some(3), Server, Should, Certain, ALL, Asked, "2025-06-18 server/tools",
        "every tool has a name of its own",
        "每个工具的名字各不相同",
        "a call names a tool and nothing else, so two of one name cannot be told apart",
        "调用时只写工具名，两个同名的工具没法区分",
        "give each tool a name of its own",
        "给每个工具起不同的名字";
    ENDLESS_PAGES = "endless-pages", Some(3), Server, Should, Certain, ALL, Asked, "2025-06-18 server/utilities/pagination",
        "a list has a last page",
        "清单有最后一页",
        "the last page has no nextCursor; a client that follows one for ever never gets to work",
        "最后一页没有 nextCursor；总有下一页，客户端就永远翻不完",
        "leave out nextCursor on the last page, and never give out the same one twice",
        "最后一页不要写 nextCursor，也不要重复给同一个";
    CALL_REFUSED = "call-refused", Some(4), Client, Should, Likely, ALL, Asked, "2025-06-18 server/tools",
        "a call that is asked rightly is served",
        "写得没错的调用得到处理",
        "an \"error\" says that the call was not served: a wrong name or params of a wrong shape (-32602), or a server that failed",
        "返回 \"error\" 表示调用没有被处理：名字不对或 params 的形状不对（-32602），也可能是服务器自己出了错",
        "compare --call and --args with what tools/list says; when they are right, mend the tool: what goes wrong in it belongs in a result with \"isError\":true",
        "对照 tools/list，检查 --call 和 --args；没有写错的话，就要改工具：它自己的错误应该放在带 \"isError\":true 的结果里";
    OUTPUT_SCHEMA = "output-schema", Some(4), Server, Must, Certain, SINCE_2025_06_18, Asked, "2025-06-18 server/tools",
        "a result fits the outputSchema of its tool",
        "结果符合工具声明的 outputSchema",
        "a tool with an outputSchema must answer with structuredContent that fits it; strict clients refuse the result otherwise",
        "声明了 outputSchema 的工具必须返回符合它的 structuredContent，否则严格的客户端会拒收",
        "return structuredContent beside content, or drop the outputSchema",
        "在 content 之外再返回 structuredContent，或者去掉 outputSchema";
    UNKNOWN_TOOL = "unknown-tool-accepted", Some(5), Server, Should, Certain, ALL, Asked, "2025-06-18 server/tools",
        "a call of a tool that nobody offers is refused",
        "调用不存在的工具要被拒绝",
        "a tool nobody offers has to be refused, or a model believes that its call worked",
        "不存在的工具必须拒绝，否则模型会以为调用成功了",
        "answer error -32602 when no tool has that name",
        "没有这个工具，就用错误 -32602 回答";
}
