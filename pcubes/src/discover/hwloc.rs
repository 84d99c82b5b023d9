//! The same sets of processors by hwloc (feature `hwloc`; needs libhwloc 2.x).

use hwlocality::Topology;
use hwlocality::object::TopologyObject;
use hwlocality::object::attributes::ObjectAttributes;
use hwlocality::object::types::{CacheType, ObjectType};

use std::path::Path;

use crate::discover::assemble::{Found, Group, Kind};
use crate::discover::cpuset::CpuSet;
use crate::discover::{DiscoverError, limits};
use crate::measure::Bytes;

/// What hwloc tells; `Ok(None)` when no processor of its is allowed to this process.
pub(crate) fn find() -> Result<Option<Found>, DiscoverError> {
    let topology = Topology::new().map_err(|error| DiscoverError::Hwloc(error.to_string()))?;
    let mut usable: CpuSet = numbers(topology.allowed_cpuset().iter_set().map(usize::from));
    // hwloc sees what the control group allows; the affinity mask is the process's own.
    if let Some(allowed) = limits::allowed(Path::new("/")) {
        usable = usable.and(&allowed);
    }
    Ok((!usable.is_empty()).then(|| found(&topology, usable)))
}

/// What hwloc makes of a line of levels (its synthetic topologies).
pub(crate) fn find_synthetic(levels: &str) -> Result<Found, DiscoverError> {
    let topology = Topology::builder()
        .from_synthetic(levels)
        .map_err(|error| DiscoverError::Hwloc(error.to_string()))?
        .build()
        .map_err(|error| DiscoverError::Hwloc(error.to_string()))?;
    let usable = numbers(topology.cpuset().iter_set().map(usize::from));
    Ok(found(&topology, usable))
}

fn found(topology: &Topology, usable: CpuSet) -> Found {
    let mut groups = Vec::new();
    for (kind, object_type) in [
        (Kind::Package, ObjectType::Package),
        (Kind::Die, ObjectType::Die),
        (Kind::Numa, ObjectType::NUMANode),
        (Kind::cache(5), ObjectType::L5Cache),
        (Kind::cache(4), ObjectType::L4Cache),
        (Kind::cache(3), ObjectType::L3Cache),
        (Kind::cache(2), ObjectType::L2Cache),
        (Kind::cache(1), ObjectType::L1Cache),
        (Kind::Core, ObjectType::Core),
    ] {
        groups.extend(
            topology
                .objects_with_type(object_type)
                .filter_map(|object| group(kind, object)),
        );
    }
    Found {
        usable,
        groups,
        memory: None,
    }
}

fn group(kind: Kind, object: &TopologyObject) -> Option<Group> {
    let cpus = numbers(object.cpuset()?.iter_set().map(usize::from));
    let memory = match object.attributes() {
        Some(ObjectAttributes::NUMANode(node)) => {
            node.local_memory().map(|size| (Bytes(size.get()), None))
        }
        Some(ObjectAttributes::Cache(cache)) if cache.cache_type() != CacheType::Instruction => {
            let line = cache.line_size().map(|size| Bytes(size.get() as u64));
            cache.size().map(|size| (Bytes(size.get()), line))
        }
        _ => None,
    };
    (!cpus.is_empty()).then_some(Group { kind, cpus, memory })
}

fn numbers(indices: impl Iterator<Item = usize>) -> CpuSet {
    indices
        .filter_map(|index| u32::try_from(index).ok())
        .collect()
}
