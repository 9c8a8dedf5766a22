# Installs the official suite, with the Node.js it needs, once, and builds mcp-lab; for `run` here and in ../replicas.
# Before: `here` is the folder of that run, and `name` what it calls itself. After: MCP_LAB, SUITE, and a PATH
# with the suite in it.
: "${MCP_LAB:=}"
[ -z "$MCP_LAB" ] || MCP_LAB=$(realpath "$MCP_LAB")
target=$(realpath -m "${CARGO_TARGET_DIR:-$here/../../target}")
SUITE=$target/conformance

missing() {
    echo "$name: $1" >&2
    exit 2
}
[ "$(uname)" = Linux ] || missing 'the search for orphans needs Linux'
for tool in cargo npm python3 timeout; do
    command -v "$tool" >/dev/null || missing "$tool is not installed"
done

mkdir -p "$SUITE"
cp "$here/../conformance/package.json" "$here/../conformance/package-lock.json" "$SUITE/"
if ! cmp -s "$SUITE/package-lock.json" "$SUITE/installed"; then
    if ! (cd "$SUITE" && timeout 300 npm ci --ignore-scripts --no-audit --no-fund) >"$SUITE/install.log" 2>&1; then
        cat "$SUITE/install.log" >&2
        missing 'the suite could not be installed'
    fi
    cp "$SUITE/package-lock.json" "$SUITE/installed"
fi
if [ -z "$MCP_LAB" ]; then
    timeout 600 cargo build --quiet --locked --release --manifest-path "$here/../../Cargo.toml" --target-dir "$target"
    MCP_LAB=$target/release/mcp-lab
fi
PATH=$SUITE/node_modules/.bin:$PATH
PYTHONPATH=$here/../interop:$here/../conformance
export MCP_LAB SUITE PATH PYTHONPATH PYTHONDONTWRITEBYTECODE=1 PYTHONUTF8=1
