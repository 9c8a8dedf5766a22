//! Rules about the beginning: how two sides agree on a version.

use super::versions::{discover_refused, no_common_version};
use crate::doctor::rule::Check::{Asked, End, Message};

rules! {
    REFUSED_INITIALIZE = "refused-initialize", Some(1), Server, Must, Certain, HANDSHAKE, Asked, "2025-06-18 basic/lifecycle",
        "initialize is answered with a version, not with an error",
        "initialize 用一个版本来回答，不报错",
        "a version the server does not know is answered with one it does know, as a normal result",
        "客户端提的版本服务器不认识，也要用它认识的版本正常回答，不能报错",
        "answer initialize with a result: the same version if it is known, else the newest you have",
        "initialize 要用 result 回答：认识就回同一个版本，不认识就回自己最新的版本";
    UNKNOWN_VERSION = "unknown-version", Some(1), Server, Must, Certain, HANDSHAKE, Asked, "2025-06-18 basic/lifecycle",
        "the version that is answered is one of the published",
        "回答的版本是已发布的版本",
        "a version is the date of a published revision; a client that does not know it has to leave",
        "版本号是已发布规范的日期；客户端不认识就只能断开",
        "answer with a published revision: 2024-11-05, 2025-03-26, 2025-06-18 or 2025-11-25",
        "回答一个已发布的版本：2024-11-05、2025-03-26、2025-06-18 或 2025-11-25";
    STATELESS_ONLY = "stateless-only", Some(1), Client, Must, Certain, ALL, Asked, "2026-07-28 basic/versioning",
        "client and server begin in the same way",
        "客户端和服务器用同一种方式开始",
        "from 2026-07-28 on there is no handshake: a server of that era alone refuses initialize, and a client of older revisions cannot use it",
        "从 2026-07-28 起没有握手；只支持这种方式的服务器会拒绝 initialize，旧客户端用不了它",
        "probe it with --era stateless or --era auto; clients that shake hands need a newer version, or a server of both eras",
        "用 --era stateless 或 --era auto 测试；只会握手的客户端要升级，或者换两种方式都支持的服务器";
    HANDSHAKE_ONLY = "handshake-only", Some(1), Client, Must, Certain, ALL, Asked, "2026-07-28 basic/versioning",
        "client and server begin in the same way",
        "客户端和服务器用同一种方式开始",
        "the server speaks only revisions that begin with a handshake; a client of 2026-07-28 alone cannot use it",
        "服务器只支持带握手的版本；只会 2026-07-28 的客户端用不了它",
        "probe it with --era handshake or --era auto; or update the server to one of both eras",
        "用 --era handshake 或 --era auto 测试；或者把服务器升级到两种方式都支持的版本";
    NO_COMMON_VERSION = "no-common-version", Some(1), Client, Must, Certain, STATELESS, End(no_common_version), "2026-07-28 basic/versioning",
        "client and server have a version in common",
        "客户端和服务器有共同的版本",
        "both sides need a revision in common; a server of the stateless era that lists others is not asked for a handshake",
        "双方要有共同的版本；无状态方式的服务器列出的是别的版本，就不再退回去握手",
        "update the client, or the server; if one of the versions begins with a handshake, --era handshake walks that",
        "升级客户端或服务器；如果列出的版本里有带握手的，可以用 --era handshake 测试";
    DISCOVER_REFUSED = "discover-refused", Some(1), Server, Must, Certain, STATELESS, Message(discover_refused), "2026-07-28 server/discover",
        "server/discover is answered",
        "server/discover 得到回答",
        "every server of the stateless era answers server/discover; one that cannot serve the version says in data.supported which it can",
        "无状态方式的服务器都必须回答 server/discover；版本不合适，就要在 data.supported 里列出能用的",
        "answer server/discover whatever the client can do, and list in data.supported what is really served",
        "不管客户端声明了什么能力都要回答 server/discover；data.supported 里只列真正支持的版本";
}
