//! Rules over whole tasks: writes to replicated data, and versions.

use std::collections::{BTreeMap, BTreeSet};

use super::Checker;
use super::body::{TaskScope, Uses};
use super::flow::Walk;
use crate::diag::codes;
use crate::highp5::ast::Span;
use crate::highp5::report::error;
use crate::highp5::typed::{
    Along, Binding, Flow, FlowKind, SpaceId, Stage, Type, Variable, VariableId,
};

/// Reports a stage that writes what several LPUs hold, unless all write the same: a stage that
/// only reads what they share. What it writes it may read if each LPU has a copy of its own, and
/// all do the stage as often.
pub(super) fn replicated(
    walk: &mut Walk,
    space: SpaceId,
    uses: &Uses,
    stage: &str,
    span: Span,
    parameters: &[(String, Binding)],
) {
    let scope = walk.scope;
    let from = |variable: VariableId| {
        parameters
            .iter()
            .find_map(|(_, binding)| match binding {
                Binding::Variable(bound, from) if *bound == variable => Some(*from),
                _ => None,
            })
            .unwrap_or(space)
    };
    let parts = uses.reads.union(&uses.parts);
    let own = parts
        .into_iter()
        .find(|v| !scope.is_same(space, from(**v), **v));
    for &written in &uses.writes {
        // Scalars are looked at when all uses are known (`divergent`).
        let array = matches!(scope.variables[written.0].ty, Type::Array(..));
        if !array || !scope.is_shared(space, from(written), written) {
            continue;
        }
        let name = &scope.variables[written.0].name;
        let differs = if uses.differs {
            "its values depend on the LPU".to_owned()
        } else if let Some(own) = own {
            format!(
                "it uses the LPU's part of `{}`",
                scope.variables[own.0].name
            )
        } else if !uses.reads.contains(&written) {
            continue;
        } else if from(written) != space || !scope.holds(space, written) {
            format!(
                "it also reads `{name}`, of which these LPUs have no copies: each would add to what another wrote"
            )
        } else if walk.uneven {
            format!("it also reads `{name}`, and LPUs may repeat it different numbers of times")
        } else {
            continue;
        };
        let here = &scope.spaces[space.0];
        walk.checker.found.push(
            error(
                codes::H_REPLICATED,
                format!(
                    "stage `{stage}` writes `{name}`, which all LPUs of Space {} share",
                    here.name
                ),
                span,
            )
            .also(here.span.into(), "the space is here")
            .note(differs)
            .help("let one LPU do it (`Where lpuId[0] == 0 { .. }`), or call the stage in a space above"),
        );
    }
}

impl TaskScope<'_> {
    /// True if several LPUs of a space have the same elements of a variable, which is as it is
    /// in the space `from` (this one or above).
    pub(super) fn is_shared(&self, space: SpaceId, from: SpaceId, variable: VariableId) -> bool {
        let array = matches!(self.variables[variable.0].ty, Type::Array(..));
        let mut here = space;
        let mut below_from = space != from;
        while here != SpaceId::ROOT {
            let this = &self.spaces[here.0];
            below_from &= here != from;
            let part = this.parts.iter().find(|p| p.variable == variable);
            let cut = array
                && !below_from
                && part.is_some_and(|p| p.along.iter().all(|a| matches!(a, Along::Cut { .. })));
            if this.dimensions > 0 && !cut {
                return true;
            }
            here = this.parent.unwrap_or(SpaceId::ROOT);
        }
        false
    }

    /// True if a space may have several LPUs.
    pub(super) fn has_several(&self, space: SpaceId) -> bool {
        let up = |id: &SpaceId| self.spaces[id.0].parent;
        std::iter::successors(Some(space), up).any(|id| self.spaces[id.0].dimensions > 0)
    }

    /// True if all LPUs of a space see the same of a variable.
    pub(super) fn is_same(&self, space: SpaceId, from: SpaceId, variable: VariableId) -> bool {
        if !matches!(self.variables[variable.0].ty, Type::Array(..)) {
            return true;
        }
        let mut here = from;
        debug_assert!(self.is_within(space, from));
        while here != SpaceId::ROOT {
            let this = &self.spaces[here.0];
            let part = this.parts.iter().find(|p| p.variable == variable);
            if part.is_some_and(|p| p.along.iter().any(|a| matches!(a, Along::Cut { .. }))) {
                return false;
            }
            here = this.parent.unwrap_or(SpaceId::ROOT);
        }
        true
    }
}

/// Fills in the variables whose versions each Epoch advances; gives those used inside.
pub(super) fn epochs(
    flows: &mut [Flow],
    stages: &[Stage],
    variables: &[Variable],
) -> BTreeSet<VariableId> {
    let mut used = BTreeSet::new();
    for flow in flows {
        match &mut flow.kind {
            FlowKind::Stage(id) => {
                let stage = &stages[id.0];
                let both = stage.reads.iter().chain(&stage.writes);
                used.extend(both.filter(|v| variables[v.0].lag > 0));
            }
            FlowKind::Space(_, body)
            | FlowKind::RepeatWhile(_, body)
            | FlowKind::Where(_, body)
            | FlowKind::RepeatFor { body, .. }
            | FlowKind::RepeatSubPartitions { body, .. } => {
                used.extend(epochs(body, stages, variables));
            }
            FlowKind::Epoch {
                variables: advanced,
                body,
            } => {
                let inside = epochs(body, stages, variables);
                *advanced = inside.iter().copied().collect();
                used.extend(inside);
            }
        }
    }
    used
}

impl Checker<'_> {
    /// Reports earlier versions of variables that no Epoch advances.
    pub(super) fn versions(
        &mut self,
        flow: &[Flow],
        scope: &TaskScope,
        lags: &BTreeMap<VariableId, (u32, Span)>,
    ) {
        let mut advanced = BTreeSet::new();
        all_advanced(flow, &mut advanced);
        for (variable, (lag, span)) in lags {
            if *lag == 0 || advanced.contains(variable) {
                continue;
            }
            let name = &scope.variables[variable.0].name;
            self.found.push(
                error(
                    codes::H_VERSION,
                    format!("no earlier version of `{name}` is kept"),
                    *span,
                )
                .note("no `Epoch` of the Computation section uses the variable")
                .help("put the stages of one time step into `Epoch { .. }`"),
            );
        }
    }
}

fn all_advanced(flows: &[Flow], advanced: &mut BTreeSet<VariableId>) {
    for flow in flows {
        if let FlowKind::Epoch { variables, .. } = &flow.kind {
            advanced.extend(variables);
        }
        all_advanced(flow.kind.body().unwrap_or_default(), advanced);
    }
}
