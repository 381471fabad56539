"""Supple edits captured human motion.

``motion = supple.read("walk.bvh")``, ``supple.write(motion, "out.glb")``, ``supple.world_pose(motion).positions``,
``supple.edit(motion, supple.Position(effector="left_wrist", goals=(...,)))``, ``supple.clean(motion).motion``.
Names are loaded when they are first used, so that ``import supple`` costs nothing.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from supple.constraints.model import Balance as Balance
    from supple.constraints.model import CarriedMass as CarriedMass
    from supple.constraints.model import Edit as Edit
    from supple.constraints.model import Events as Events
    from supple.constraints.model import Footplant as Footplant
    from supple.constraints.model import JointSetting as JointSetting
    from supple.constraints.model import LookAt as LookAt
    from supple.constraints.model import Orientation as Orientation
    from supple.constraints.model import PlaceGoal as PlaceGoal
    from supple.constraints.model import Position as Position
    from supple.constraints.model import Preserve as Preserve
    from supple.constraints.model import Settings as Settings
    from supple.constraints.model import Shape as Shape
    from supple.constraints.model import ShapePoint as ShapePoint
    from supple.constraints.model import TurnGoal as TurnGoal
    from supple.core.contacts import Contact as Contact
    from supple.core.contacts import Contacts as Contacts
    from supple.core.freedom import Freedom as Freedom
    from supple.core.markers import ForcePlate as ForcePlate
    from supple.core.markers import Markers as Markers
    from supple.core.markers import Signals as Signals
    from supple.core.motion import Motion as Motion
    from supple.core.pose import WorldPose as WorldPose
    from supple.core.pose import world_pose as world_pose
    from supple.core.provenance import Provenance as Provenance
    from supple.core.skeleton import Skeleton as Skeleton
    from supple.core.skinning.attaching import attach as attach
    from supple.core.skinning.deforming import deform as deform
    from supple.core.skinning.mapping import Part as Part
    from supple.core.skinning.mapping import map_objects as map_objects
    from supple.core.skinning.mesh import Mesh as Mesh
    from supple.core.skinning.skin import Bind as Bind
    from supple.core.skinning.skin import Skin as Skin
    from supple.core.skinning.skin import bind_of as bind_of
    from supple.detect.signature.signature import GaitSignature as GaitSignature
    from supple.errors import FileError as FileError
    from supple.errors import SuppleError as SuppleError
    from supple.io.documents.contacts import read_contacts as read_contacts
    from supple.io.documents.contacts import write_contacts as write_contacts
    from supple.io.documents.joint_weights import JointWeights as JointWeights
    from supple.io.documents.joint_weights import LegWeights as LegWeights
    from supple.io.documents.limits import HeightLimit as HeightLimit
    from supple.io.forces import read_forces as read_forces
    from supple.io.obj import read_mesh as read_mesh
    from supple.io.options import ReadOptions as ReadOptions
    from supple.io.options import WriteOptions as WriteOptions
    from supple.io.registry import read as read
    from supple.io.registry import write as write
    from supple.plots.render.drawing import render as render
    from supple.recipes.body_scale.scaling import scale_body as scale_body
    from supple.recipes.clean import Cleaned as Cleaned
    from supple.recipes.clean import clean as clean
    from supple.recipes.detect import detect as detect
    from supple.recipes.edit import edit as edit
    from supple.recipes.edit_document import read_edit as read_edit
    from supple.recipes.everyday.clip import Clip as Clip
    from supple.recipes.everyday.concat import concat as concat
    from supple.recipes.everyday.diff import diff as diff
    from supple.recipes.everyday.differences import Difference as Difference
    from supple.recipes.everyday.floor import floor as floor
    from supple.recipes.everyday.inplace import inplace as inplace
    from supple.recipes.everyday.join import join as join
    from supple.recipes.everyday.loop import loop as loop
    from supple.recipes.everyday.mirror import mirror as mirror
    from supple.recipes.everyday.orient import orient as orient
    from supple.recipes.everyday.prune import prune as prune
    from supple.recipes.everyday.rename import rename as rename
    from supple.recipes.everyday.resample import resample as resample
    from supple.recipes.everyday.root_curve import RootCurve as RootCurve
    from supple.recipes.everyday.scale_units import scale_units as scale_units
    from supple.recipes.everyday.smooth import smooth as smooth
    from supple.recipes.everyday.trim import trim as trim
    from supple.recipes.individualise.individualising import Individual as Individual
    from supple.recipes.individualise.individualising import individualise as individualise
    from supple.recipes.injure.injuring import Injured as Injured
    from supple.recipes.injure.injuring import injure as injure
    from supple.recipes.injure.procedural import limp_style as limp_style
    from supple.recipes.markers.actor_document import read_actor as read_actor
    from supple.recipes.markers.report import MarkerReport as MarkerReport
    from supple.recipes.markers.solving import MarkersSolved as MarkersSolved
    from supple.recipes.markers.solving import solve_markers as solve_markers
    from supple.recipes.metrics import Metrics as Metrics
    from supple.recipes.metrics import metrics as metrics
    from supple.recipes.online.retargeting import OnlineRetarget as OnlineRetarget
    from supple.recipes.online.settings import OnlineSettings as OnlineSettings
    from supple.recipes.path.following import follow_path as follow_path
    from supple.recipes.physics.dynamics import Dynamics as Dynamics
    from supple.recipes.physics.dynamics import dynamics as dynamics
    from supple.recipes.physics.physical import Physical as Physical
    from supple.recipes.physics.physical import physical as physical
    from supple.recipes.pose import pose as pose
    from supple.recipes.reach.reaching import Reached as Reached
    from supple.recipes.reach.reaching import reach as reach
    from supple.recipes.retarget.retargeting import Retargeted as Retargeted
    from supple.recipes.retarget.retargeting import joint_map as joint_map
    from supple.recipes.retarget.retargeting import retarget as retarget
    from supple.recipes.roles import motion_roles as motion_roles
    from supple.recipes.signature import gait as gait
    from supple.recipes.signature import gait_distance as gait_distance
    from supple.recipes.stream import StreamCleaner as StreamCleaner
    from supple.recipes.terrain.walking_on import OnTerrain as OnTerrain
    from supple.recipes.terrain.walking_on import terrain as terrain
    from supple.recipes.transition.blends import Blend as Blend
    from supple.recipes.transition.blends import blend as blend
    from supple.recipes.transition.transitions import Transition as Transition
    from supple.recipes.transition.transitions import transition as transition
    from supple.recipes.walk import walking as walking
    from supple.recipes.walker.crowd import Crowd as Crowd
    from supple.recipes.walker.crowd import Walker as Walker
    from supple.recipes.walker.walking import Walked as Walked
    from supple.recipes.walker.walking import walk as walk
    from supple.solvers.cleanup.settings import CleanSettings as CleanSettings
    from supple.solvers.cleanup.stream import Pose as Pose
    from supple.solvers.hierarchical.settings import FitSettings as FitSettings
    from supple.solvers.markers.actor import Actor as Actor
    from supple.solvers.result import Outcome as Outcome
    from supple.solvers.result import Report as Report
    from supple.solvers.result import Result as Result

_HOME = {
    "Actor": "solvers.markers.actor",
    "Balance": "constraints.model",
    "Bind": "core.skinning.skin",
    "Blend": "recipes.transition.blends",
    "CarriedMass": "constraints.model",
    "CleanSettings": "solvers.cleanup.settings",
    "Cleaned": "recipes.clean",
    "Clip": "recipes.everyday.clip",
    "Contact": "core.contacts",
    "Contacts": "core.contacts",
    "Crowd": "recipes.walker.crowd",
    "Difference": "recipes.everyday.differences",
    "Dynamics": "recipes.physics.dynamics",
    "Edit": "constraints.model",
    "Events": "constraints.model",
    "FileError": "errors",
    "FitSettings": "solvers.hierarchical.settings",
    "Footplant": "constraints.model",
    "ForcePlate": "core.markers",
    "Freedom": "core.freedom",
    "GaitSignature": "detect.signature.signature",
    "HeightLimit": "io.documents.limits",
    "Individual": "recipes.individualise.individualising",
    "Injured": "recipes.injure.injuring",
    "JointSetting": "constraints.model",
    "JointWeights": "io.documents.joint_weights",
    "LegWeights": "io.documents.joint_weights",
    "LookAt": "constraints.model",
    "MarkerReport": "recipes.markers.report",
    "Markers": "core.markers",
    "MarkersSolved": "recipes.markers.solving",
    "Mesh": "core.skinning.mesh",
    "Metrics": "recipes.metrics",
    "Motion": "core.motion",
    "OnTerrain": "recipes.terrain.walking_on",
    "OnlineRetarget": "recipes.online.retargeting",
    "OnlineSettings": "recipes.online.settings",
    "Orientation": "constraints.model",
    "Outcome": "solvers.result",
    "Part": "core.skinning.mapping",
    "Physical": "recipes.physics.physical",
    "PlaceGoal": "constraints.model",
    "Pose": "solvers.cleanup.stream",
    "Position": "constraints.model",
    "Preserve": "constraints.model",
    "Provenance": "core.provenance",
    "Reached": "recipes.reach.reaching",
    "ReadOptions": "io.options",
    "Report": "solvers.result",
    "Result": "solvers.result",
    "Retargeted": "recipes.retarget.retargeting",
    "RootCurve": "recipes.everyday.root_curve",
    "Settings": "constraints.model",
    "Shape": "constraints.model",
    "ShapePoint": "constraints.model",
    "Signals": "core.markers",
    "Skeleton": "core.skeleton",
    "Skin": "core.skinning.skin",
    "StreamCleaner": "recipes.stream",
    "SuppleError": "errors",
    "Transition": "recipes.transition.transitions",
    "TurnGoal": "constraints.model",
    "Walked": "recipes.walker.walking",
    "Walker": "recipes.walker.crowd",
    "WorldPose": "core.pose",
    "WriteOptions": "io.options",
    "attach": "core.skinning.attaching",
    "bind_of": "core.skinning.skin",
    "blend": "recipes.transition.blends",
    "clean": "recipes.clean",
    "concat": "recipes.everyday.concat",
    "deform": "core.skinning.deforming",
    "detect": "recipes.detect",
    "diff": "recipes.everyday.diff",
    "dynamics": "recipes.physics.dynamics",
    "edit": "recipes.edit",
    "floor": "recipes.everyday.floor",
    "follow_path": "recipes.path.following",
    "gait": "recipes.signature",
    "gait_distance": "recipes.signature",
    "individualise": "recipes.individualise.individualising",
    "injure": "recipes.injure.injuring",
    "inplace": "recipes.everyday.inplace",
    "join": "recipes.everyday.join",
    "joint_map": "recipes.retarget.retargeting",
    "limp_style": "recipes.injure.procedural",
    "loop": "recipes.everyday.loop",
    "map_objects": "core.skinning.mapping",
    "metrics": "recipes.metrics",
    "mirror": "recipes.everyday.mirror",
    "motion_roles": "recipes.roles",
    "orient": "recipes.everyday.orient",
    "physical": "recipes.physics.physical",
    "pose": "recipes.pose",
    "prune": "recipes.everyday.prune",
    "reach": "recipes.reach.reaching",
    "read": "io.registry",
    "read_actor": "recipes.markers.actor_document",
    "read_contacts": "io.documents.contacts",
    "read_edit": "recipes.edit_document",
    "read_forces": "io.forces",
    "read_mesh": "io.obj",
    "rename": "recipes.everyday.rename",
    "render": "plots.render.drawing",
    "resample": "recipes.everyday.resample",
    "retarget": "recipes.retarget.retargeting",
    "scale_body": "recipes.body_scale.scaling",
    "scale_units": "recipes.everyday.scale_units",
    "smooth": "recipes.everyday.smooth",
    "solve_markers": "recipes.markers.solving",
    "terrain": "recipes.terrain.walking_on",
    "transition": "recipes.transition.transitions",
    "trim": "recipes.everyday.trim",
    "walk": "recipes.walker.walking",
    "walking": "recipes.walk",
    "world_pose": "core.pose",
    "write": "io.registry",
    "write_contacts": "io.documents.contacts",
}
__all__ = sorted(_HOME)


class _Package(ModuleType):
    """A sub-package (``supple.detect``) does not hide the function of the same name when it is imported."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _HOME and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'supple' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"supple.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
