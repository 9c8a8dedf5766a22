//! Schemas that refer to themselves without going down the value: asking them would never end.

use super::node::{Node, NodeId};

/// What is known about a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    /// On the way that is being followed.
    Open,
    Done,
}

/// A node from which a way leads back to itself, always asking about the same value.
pub(super) fn find(nodes: &[Node]) -> Option<&Node> {
    let mut states = vec![State::New; nodes.len()];
    for start in 0..nodes.len() {
        let mut way: Vec<(NodeId, Vec<NodeId>)> = Vec::new();
        let mut next = Some(start);
        loop {
            if let Some(node) = next.take() {
                match states.get(node) {
                    Some(State::New) => {
                        set(&mut states, node, State::Open);
                        way.push((node, asked(nodes, node)));
                    }
                    Some(State::Open) => return nodes.get(node),
                    _ => {}
                }
            }
            let Some((node, ahead)) = way.last_mut() else { break };
            next = ahead.pop();
            if next.is_none() {
                set(&mut states, *node, State::Done);
                way.pop();
            }
        }
    }
    None
}

fn set(states: &mut [State], node: NodeId, state: State) {
    if let Some(there) = states.get_mut(node) {
        *there = state;
    }
}

fn asked(nodes: &[Node], node: NodeId) -> Vec<NodeId> {
    let rules = nodes.get(node).map_or(&[][..], |node| &node.rules);
    rules.iter().flat_map(super::node::Rule::same_value).collect()
}
