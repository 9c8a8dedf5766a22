//! bin

fn main() {}
