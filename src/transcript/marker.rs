//! Telling the lines of the wire from everything printed around them.

/// Whether a line of a log belongs to the `.wire` format; every other line is decoration.
pub fn is_wire(line: &str) -> bool {
    MARKERS.iter().any(|marker| line.starts_with(marker))
}

/// The words a line of the `.wire` format begins with.
const MARKERS: &[&str] = &[
    "client -> ",
    "server -> ",
    "client ~> ",
    "server ~> ",
    "client >> ",
    "server >> ",
    "server !! ",
    "-- ",
    "#",
];
