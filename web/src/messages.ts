// Made from src/supple/editor/messages.py by `python -m supple.editor.generate_types`. Do not edit.
// A field with a question mark may be left out of what the page sends; what the server sends is always whole.

/** Take the proposal over. */
export interface Accept {
  type: "accept";
  request: number;
  job: number;
}

/** The wishes become part of the motion, and go. */
export interface ActionBend {
  action: "bend";
  clip?: number | null;
}

/** What lies between the clip and another one, as a new clip. */
export interface ActionBlend {
  action: "blend";
  clip?: number | null;
  other: number;
  weight?: number;
}

/** Make feet and hands stand, by the clip's contacts or those found. */
export interface ActionClean {
  action: "clean";
  clip?: number | null;
  on?: "source" | "result";
  stretch?: number | null;
}

/** Find contacts; `as_tracks` makes constraints of them that can be edited. */
export interface ActionDetect {
  action: "detect";
  clip?: number | null;
  points?: string[] | null;
  floor?: string | null;
  reference?: string | null;
  templates?: string | null;
  as_tracks?: boolean;
}

/** The motion bent until physics explains it, or as near to that as some time allows. */
export interface ActionExplain {
  action: "explain";
  clip?: number | null;
  seconds?: number;
  on?: "source" | "result";
}

/** The motion along another path, such as `arc:radius=3` or a file of the folder. */
export interface ActionFollowPath {
  action: "follow_path";
  clip?: number | null;
  path: string;
  length?: "keep" | "stretch";
  on?: "source" | "result";
}

/** Measure the walk; changes nothing. */
export interface ActionGait {
  action: "gait";
  clip?: number | null;
  on?: "source" | "result";
}

/** The walk on the body of another clip, or as near to its way of walking as weighted joints bring it. */
export interface ActionIndividualise {
  action: "individualise";
  clip?: number | null;
  body?: number | null;
  fit?: number | null;
  on?: "source" | "result";
}

/** The walk with a limp, such as `knee-left`. */
export interface ActionInjure {
  action: "injure";
  clip?: number | null;
  preset: string;
  severity?: number;
  on?: "source" | "result";
}

/** Left becomes right. */
export interface ActionMirror {
  action: "mirror";
  clip?: number | null;
  on?: "source" | "result";
}

/** The motion on the figure of another clip. */
export interface ActionRetarget {
  action: "retarget";
  clip?: number | null;
  character: number;
  on?: "source" | "result";
}

/** The motion on a body that is larger or smaller. */
export interface ActionScaleBody {
  action: "scale_body";
  clip?: number | null;
  factor: number;
  on?: "source" | "result";
}

/** The motion without what is faster than `hz`. */
export interface ActionSmooth {
  action: "smooth";
  clip?: number | null;
  hz?: number;
  on?: "source" | "result";
}

/** The motion on another ground, such as `stairs:rise=0.17,run=0.29` or a file of the folder. */
export interface ActionTerrain {
  action: "terrain";
  clip?: number | null;
  ground: string;
  on?: "source" | "result";
}

/** Clips that become one another, as a new clip. */
export interface ActionTransition {
  action: "transition";
  clip?: number | null;
  clips: number[];
  duration?: number;
}

/** The frames of the in/out range alone, as a new clip. */
export interface ActionTrim {
  action: "trim";
  clip?: number | null;
  on?: "source" | "result";
}

/** A walking figure, as a new clip. */
export interface ActionWalk {
  action: "walk";
  clip?: number | null;
  seconds?: number;
  fps?: number;
  speed?: number;
  stride?: number | null;
  height?: number;
}

/** The centre of mass follows the support, perhaps displaced. */
export interface Balance {
  kind: "balance";
  name: string;
  priority: number;
  weight: number;
  recruit: string | string[];
  space: string | null;
  enforce: "span" | "always";
  points: string[];
  goals: PlaceGoal[];
  axes: string;
  span: [number | string, number | string] | null;
}

/** Stop the action that is going on. */
export interface Cancel {
  type: "cancel";
  request: number;
}

/** A mass that a joint carries. */
export interface CarriedMass {
  joint: string;
  kg: number;
  at: [number, number, number];
}

/** The document is another one, for every page. */
export interface Changed {
  type: "changed";
  state: StateView;
}

/** A motion of the bin, and everything that is asked of it. */
export interface Clip {
  id: number;
  name: string;
  motion: MotionRef;
  tracks: Track[];
  next_track: number;
  space: string;
  settings: Settings;
  joints: Record<string, JointSetting>;
  masses: CarriedMass[];
  contacts: Contacts | null;
  roles: RolesDocument | null;
  solving: Solving;
  inout: Span | null;
  marks: Mark[];
  pose: PoseBench | null;
  skin: string | null;
}

/** Bend the open clip by the solver that is not its own too; it is told when it is there. */
export interface Compare {
  type: "compare";
  request: number;
  stop?: boolean;
}

/** How the other solver fared, after its frames. */
export interface Compared {
  type: "compared";
  request: number;
  solver: "prioritized" | "hierarchical";
  report: ReportView;
}

/** How far the other solver is; nothing is said of one that does not know. */
export interface ComparingView {
  type: "comparing";
  request: number;
  done: number;
  total: number;
}

/** A point that stays where it is for a while. */
export interface Contact {
  point: string;
  start: number;
  stop: number;
  position_m: [number, number, number];
  joint: string | null;
  offset_m: [number, number, number] | null;
  fixed: boolean;
  reference: string | null;
}

/** All that was found in a motion, or given by a person. */
export interface Contacts {
  fps: number;
  floor: Floor | null;
  contacts: Contact[];
  events: GaitEvents;
  geometric: Geometric[];
  targets: Target[];
  notes: string[];
}

/** A line through points, perhaps one of several of a kind. */
export interface Curve {
  name: string;
  x: number[];
  y: number[];
  main: boolean;
}

/** Forget the proposal. */
export interface Dismiss {
  type: "dismiss";
  request: number;
  job: number;
}

/** Edits, as one step of undo. */
export interface Do {
  type: "do";
  request: number;
  edits: PageEdit[];
  label?: string;
}

/** Everything that a project keeps. */
export interface Document {
  clips: Clip[];
  opened: number | null;
  next_clip: number;
}

/** A request was carried out. */
export interface Done {
  type: "done";
  request: number;
  revision: number;
  safe: boolean;
}

/** Curves over two axes. */
export interface Drawing {
  title: string;
  x_label: string;
  y_label: string;
  curves: Curve[];
  marks: Curve[];
}

/** Steer the page's own walker: go on by some frames of 1/60 s towards a heading. */
export interface Drive {
  type: "drive";
  request: number;
  frames: number;
  heading: number;
  speed: number;
  step_m?: number;
  arm_swing?: number;
  limp?: string | null;
  severity?: number;
  record?: boolean;
  anew?: boolean;
}

/** All wishes about one motion. */
export interface Edit {
  constraints?: Constraint[];
  space?: string;
  settings?: Settings;
  joints?: Record<string, JointSetting>;
  masses?: CarriedMass[];
}

/** A new track, at the end or before the `at`-th. */
export interface EditAddConstraint {
  do: "add_constraint";
  clip?: number | null;
  constraint: Constraint;
  at?: number | null;
}

/** One more contact. */
export interface EditAddContact {
  do: "add_contact";
  clip?: number | null;
  contact: Contact;
}

/** A track says something else. */
export interface EditChangeConstraint {
  do: "change_constraint";
  clip?: number | null;
  track: number;
  constraint: Constraint;
}

/** A contact is somewhere else, or at another time. */
export interface EditChangeContact {
  do: "change_contact";
  clip?: number | null;
  number: number;
  contact: Contact;
}

/** The wishes of one clip for others, instead of theirs. */
export interface EditCopyEdit {
  do: "copy_edit";
  source: number;
  to: number[];
}

/** Two contacts of one point become one that lasts from the earlier to the later, where the longer one is. */
export interface EditMergeContacts {
  do: "merge_contacts";
  clip?: number | null;
  first: number;
  second: number;
}

/** One moment of a track is dragged. */
export interface EditMoveKey {
  do: "move_key";
  clip?: number | null;
  track: number;
  of: "goal" | "point" | "span" | "event";
  key: number;
  to: number | string;
  number?: number;
}

/** A track is listed elsewhere; what it asks stays. */
export interface EditMoveTrack {
  do: "move_track";
  clip?: number | null;
  track: number;
  to: number;
}

/** Another clip of the bin is edited. */
export interface EditOpenClip {
  do: "open_clip";
  clip: number;
}

/** The tracks of each level, the strongest first; those not named keep their priority. */
export interface EditOrderPriorities {
  do: "order_priorities";
  clip?: number | null;
  levels: number[][];
}

/** A clip leaves the bin; another one is opened if it was open. */
export interface EditRemoveClip {
  do: "remove_clip";
  clip: number;
}

/** A track goes. */
export interface EditRemoveConstraint {
  do: "remove_constraint";
  clip?: number | null;
  track: number;
}

/** One contact goes. */
export interface EditRemoveContact {
  do: "remove_contact";
  clip?: number | null;
  number: number;
}

/** A clip gets another name. */
export interface EditRenameClip {
  do: "rename_clip";
  clip?: number | null;
  name: string;
}

/** A constraint gets another name. */
export interface EditRenameTrack {
  do: "rename_track";
  clip?: number | null;
  track: number;
  name: string;
}

/** A contact begins or ends at another time. */
export interface EditSetContactSpan {
  do: "set_contact_span";
  clip?: number | null;
  number: number;
  start: number;
  stop: number;
}

/** All contacts of a clip at once; None: none are known. */
export interface EditSetContacts {
  do: "set_contacts";
  clip?: number | null;
  contacts: Contacts | null;
}

/** An edit document takes the place of all tracks and settings. */
export interface EditSetEdit {
  do: "set_edit";
  clip?: number | null;
  edit: Edit;
}

/** Mute, solo, lock; None leaves one as it is. */
export interface EditSetFlags {
  do: "set_flags";
  clip?: number | null;
  track: number;
  muted?: boolean | null;
  solo?: boolean | null;
  locked?: boolean | null;
}

/** How easily and how far a joint moves; None: as any other. */
export interface EditSetJoint {
  do: "set_joint";
  clip?: number | null;
  joint: string;
  setting: JointSetting | null;
}

/** All marks of a clip. */
export interface EditSetMarks {
  do: "set_marks";
  clip?: number | null;
  marks: Mark[];
}

/** What the figure carries. */
export interface EditSetMasses {
  do: "set_masses";
  clip?: number | null;
  masses: CarriedMass[];
}

/** The posture that is designed, and its wishes; None: none. */
export interface EditSetPose {
  do: "set_pose";
  clip?: number | null;
  pose: PoseBench | null;
}

/** One track becomes more or less important. */
export interface EditSetPriority {
  do: "set_priority";
  clip?: number | null;
  track: number;
  priority: number;
}

/** In and out; None: the whole clip. */
export interface EditSetRange {
  do: "set_range";
  clip?: number | null;
  inout: Span | null;
}

/** Who is who, over what is found; None: as found. */
export interface EditSetRoles {
  do: "set_roles";
  clip?: number | null;
  roles: RolesDocument | null;
}

/** How the prioritized solver works, and the axes of offsets. */
export interface EditSetSettings {
  do: "set_settings";
  clip?: number | null;
  settings: Settings;
  space?: string;
}

/** Which solver, and how far the motion follows. */
export interface EditSetSolving {
  do: "set_solving";
  clip?: number | null;
  solving: Solving;
}

/** One contact becomes two; the second begins at frame `at`. */
export interface EditSplitContact {
  do: "split_contact";
  clip?: number | null;
  number: number;
  at: number;
}

/** A clip is shown with the body of another one, or its own; None: as a plain figure. */
export interface EditWearSkin {
  do: "wear_skin";
  clip?: number | null;
  of: number | null;
}

/** The action ended without a proposal, or the proposal is gone. */
export interface Ended {
  type: "ended";
  job: number;
  message: string;
}

/** When a foot comes down and leaves, in walking order. */
export interface Events {
  heel_strike: number | string;
  toe_strike: number | string;
  heel_off: number | string;
  toe_off: number | string;
}

/** Write a part of a clip into the folder: its bent motion in the format of the suffix, its edit, its contacts. */
export interface Export {
  type: "export";
  request: number;
  name: string;
  what?: "motion" | "edit" | "contacts";
  clip?: number | null;
  overwrite?: boolean;
}

/** A request was not carried out; 0 stands for one that could not be read. */
export interface Failed {
  type: "failed";
  request: number;
  message: string;
}

/** Who moves in a clip. */
export interface Figure {
  type: "figure";
  clip: number;
  names: string[];
  parents: number[];
  end_sites: boolean[];
  offsets_m: [number, number, number][];
  roles: Record<string, string>;
  points: Record<string, [number, [number, number, number]]>;
  frames: number;
  frame_time: number;
  rest_rows: number;
  warnings: string[];
  masses: MassView[];
  early: boolean;
}

/** What can be opened. */
export interface Files {
  type: "files";
  request: number;
  names: string[];
}

/** One thing that lint says. */
export interface FindingView {
  severity: "error" | "warning";
  topic: string;
  track: number | null;
  place: string;
  message: string;
  fix: string;
  fixes: Fix[];
}

/** What lint says, errors first. */
export interface Findings {
  type: "findings";
  request: number;
  findings: FindingView[];
}

/** One way to mend it. */
export interface Fix {
  label: string;
  edits: (EditChangeConstraint | EditRemoveConstraint | EditSetFlags | EditSetPriority)[];
}

/** The ground that was found. */
export interface Floor {
  height_m: number;
  normal: [number, number, number];
  supports: number[];
  belt_m_s: [number, number, number] | null;
}

/** A foot stands still between its events, perhaps elsewhere and turned. */
export interface Footplant {
  kind: "footplant";
  name: string;
  priority: number;
  weight: number;
  recruit: string | string[];
  space: string | null;
  enforce: "span" | "always";
  foot: string;
  events: Events | "detect";
  move: [number, number, number];
  turn_deg: number;
  ease: [number, number];
}

/** The steps of both feet, in the order of time. */
export interface GaitEvents {
  left: Step[];
  right: Step[];
}

/** A joint whose frame keeps a space (all of it), a line (it turns about), or a point (it turns around) still. */
export interface Geometric {
  joint: string;
  kind: "space" | "line" | "point";
  start: number;
  stop: number;
  origin_m: [number, number, number];
  direction: [number, number, number] | null;
  wxyz: [number, number, number, number] | null;
  reference: string | null;
}

/** How easily and how far one joint moves; what is not said comes from the table of human joints. */
export interface JointSetting {
  weight: number;
  swing_deg: number | null;
  swing_polygon_deg: [number, number][] | null;
  twist_deg: [number, number] | null;
  range_deg: [number, number] | null;
  rigidity: number;
}

/** What was recorded of the drive comes into the bin. */
export interface KeepDrive {
  type: "keep_drive";
  request: number;
}

/** A track that was not solved, and why. */
export interface LeftOutView {
  track: number;
  why: string;
}

/** Say what is wrong with the wishes of the open clip. */
export interface Lint {
  type: "lint";
  request: number;
}

/** What can be opened. */
export interface ListFiles {
  type: "list_files";
  request: number;
}

/** An axis of a joint points at places. */
export interface LookAt {
  kind: "look_at";
  name: string;
  priority: number;
  weight: number;
  recruit: string | string[];
  space: string | null;
  enforce: "span" | "always";
  effector: string;
  goals: PlaceGoal[];
  axis: [number, number, number];
  point: [number, number, number];
}

/** A named moment. */
export interface Mark {
  frame: number;
  name: string;
}

/** A part of the body. */
export interface MassView {
  joint: number;
  share: number;
  at: [number, number, number];
}

/** A motion by its content, and what edits have to know of it. */
export interface MotionRef {
  key: string;
  source: string;
  frames: number;
  frame_time: number;
  joints: string[];
  rest_rows: number;
}

/** A motion of the folder comes into the bin. */
export interface OpenFile {
  type: "open_file";
  request: number;
  name: string;
}

/** A joint turns to orientations. */
export interface Orientation {
  kind: "orientation";
  name: string;
  priority: number;
  weight: number;
  recruit: string | string[];
  space: string | null;
  enforce: "span" | "always";
  effector: string;
  goals: TurnGoal[];
}

/** What a track, or a contact that is kept, got. */
export interface OutcomeView {
  track: number | null;
  name: string;
  priority: number;
  unit: "mm" | "deg";
  worst: number | null;
  rms: number | null;
  worst_frame: number;
  status: "met" | "stalled" | "infeasible";
  blocked_by: string[];
}

/** Where a point should be over a while: a place, or its own path moved. */
export interface PlaceGoal {
  when: [number | string, number | string, number | string, number | string] | null;
  at: [number, number, number] | null;
  offset: [number, number, number] | null;
  relative_to: string | null;
}

/** Solve the posture that is designed, after some edits that are only tried. */
export interface Pose {
  type: "pose";
  request: number;
  edits?: PageEdit[];
}

/** A still figure with its own wishes, as in `supple pose`. */
export interface PoseBench {
  frame: number | null;
  method: "priority" | "transpose" | "hinges";
  constraints: Constraint[];
}

/** What stands before the numbers of a binary frame. */
export interface PoseHeader {
  which: "source" | "preview" | "proposal" | "pose" | "drive" | "other";
  request: number;
  clip: number | null;
  start: number;
  frames: number;
  joints: number;
  total: number;
  final: boolean;
}

/** A point of the body goes to places. */
export interface Position {
  kind: "position";
  name: string;
  priority: number;
  weight: number;
  recruit: string | string[];
  space: string | null;
  enforce: "span" | "always";
  effector: string;
  goals: PlaceGoal[];
  point: [number, number, number];
  axes: string;
}

/** A point stays on its own original path. */
export interface Preserve {
  kind: "preserve";
  name: string;
  priority: number;
  weight: number;
  recruit: string | string[];
  space: string | null;
  enforce: "span" | "always";
  effector: string;
  point: [number, number, number];
  axes: string;
  span: [number | string, number | string] | null;
}

/** Show the open clip as it would be after some edits. */
export interface Preview {
  type: "preview";
  request: number;
  playhead: number;
  edits?: PageEdit[];
  whole?: boolean;
  base?: number;
}

/** How far the action is. */
export interface Progress {
  type: "progress";
  job: number;
  done: number;
  total: number;
}

/** What the action made; its frames follow where it moves. */
export interface Proposed {
  type: "proposed";
  job: number;
  action: string;
  name: string;
  clip: number | null;
  moves: boolean;
  contacts: number | null;
  notes: string[];
  facts: Record<string, number>;
  drawings: Drawing[];
}

/** One step forth. */
export interface Redo {
  type: "redo";
  request: number;
}

/** How a preview went, after its last frames. */
export interface ReportView {
  type: "report";
  request: number;
  status: "met" | "stalled" | "infeasible";
  seconds: number;
  outcomes: OutcomeView[];
  left_out: LeftOutView[];
  notes: string[];
  strained: StrainView[];
}

/** A roles document as it was written, checked for everything that needs no skeleton. */
export interface RolesDocument {
  format: number;
  roles: Record<string, string>;
  limbs: Record<string, string[]>;
  points: Record<string, RolesPoint>;
  floor: RolesFloor | null;
  source: string;
}

/** The ground that the figure stands on. */
export interface RolesFloor {
  height: number;
  shape: string;
}

/** A point that moves with a joint. */
export interface RolesPoint {
  joint: string;
  offset: [number, number, number];
}

/** Write the project, to its own file or to another one of the folder. */
export interface Save {
  type: "save";
  request: number;
  name?: string | null;
  overwrite?: boolean;
}

/** How to solve; the defaults ask nobody to tune anything. */
export interface Settings {
  max_iterations: number;
  filter_s: number;
  passes: number;
  keep: "pose" | "velocity";
  pull_root: boolean;
}

/** A point follows a new path that leaves and joins its own. */
export interface Shape {
  kind: "shape";
  name: string;
  priority: number;
  weight: number;
  recruit: string | string[];
  space: string | null;
  enforce: "span" | "always";
  effector: string;
  span: [number | string, number | string];
  points: ShapePoint[];
  mode: "absolute" | "relative" | "condensed";
  reference: string | null;
  point: [number, number, number];
}

/** A place that a path goes through, and rests at for the time of `hold`. */
export interface ShapePoint {
  hold: [number | string, number | string];
  at: [number, number, number] | null;
  offset: [number, number, number] | null;
  tension: number | null;
  continuity: number;
  bias: number;
}

/** Send a clip's figure and its own motion. */
export interface Show {
  type: "show";
  request: number;
  playhead?: number;
  clip?: number | null;
}

/** How the clip is bent. */
export interface Solving {
  solver: "prioritized" | "hierarchical";
  spacing_s: number;
  keep_contacts: boolean;
}

/** Frames `[start, stop)`. */
export interface Span {
  start: number;
  stop: number;
}

/** Carry out an action, as a proposal. */
export interface Start {
  type: "start";
  request: number;
  action: Action;
}

/** The document, and what can be done with it. */
export interface StateView {
  revision: number;
  document: Document;
  undo: string | null;
  redo: string | null;
  project: string | null;
  saved: boolean;
  trouble: string;
}

/** When a foot comes down and leaves, in frames; None where the clip does not show it. */
export interface Step {
  heel_strike: number | null;
  toe_strike: number | null;
  heel_off: number | null;
  toe_off: number | null;
}

/** A joint that the wishes push to the end of its range in frames `[start, stop)`. */
export interface StrainView {
  joint: number;
  start: number;
  stop: number;
}

/** An end effector's pose that was given, frame by frame. */
export interface Target {
  joint: string;
  start: number;
  positions_m: [number, number, number][];
  wxyz: [number, number, number, number][];
}

/** A constraint as the timeline shows it. */
export interface Track {
  id: number;
  constraint: Constraint;
  muted: boolean;
  solo: boolean;
  locked: boolean;
}

/** How a joint should be turned over a while. */
export interface TurnGoal {
  when: [number | string, number | string, number | string, number | string] | null;
  wxyz: [number, number, number, number] | null;
  turn_deg: [number, number, number] | null;
  relative_to: string | null;
}

/** One step back. */
export interface Undo {
  type: "undo";
  request: number;
}

/** The first message to a page. */
export interface Welcome {
  type: "welcome";
  state: StateView;
  folder: string;
  files: string[];
  suffixes: string[];
  notices: string[];
}

/** A file was written; `notes` tell what its format does not keep. */
export interface Written {
  type: "written";
  request: number;
  name: string;
  notes: string[];
}

export type PageEdit =
  | EditRemoveClip
  | EditRenameClip
  | EditOpenClip
  | EditWearSkin
  | EditAddConstraint
  | EditChangeConstraint
  | EditRemoveConstraint
  | EditMoveTrack
  | EditSetFlags
  | EditSetPriority
  | EditOrderPriorities
  | EditRenameTrack
  | EditMoveKey
  | EditSetEdit
  | EditCopyEdit
  | EditSetContacts
  | EditAddContact
  | EditChangeContact
  | EditSetContactSpan
  | EditSplitContact
  | EditMergeContacts
  | EditRemoveContact
  | EditSetRoles
  | EditSetSolving
  | EditSetSettings
  | EditSetJoint
  | EditSetMasses
  | EditSetRange
  | EditSetMarks
  | EditSetPose;

export type Action =
  | ActionBend
  | ActionDetect
  | ActionClean
  | ActionRetarget
  | ActionTerrain
  | ActionFollowPath
  | ActionScaleBody
  | ActionTransition
  | ActionBlend
  | ActionIndividualise
  | ActionInjure
  | ActionExplain
  | ActionGait
  | ActionMirror
  | ActionSmooth
  | ActionTrim
  | ActionWalk;

export type Constraint =
  | Position
  | Orientation
  | LookAt
  | Shape
  | Footplant
  | Balance
  | Preserve;

export type FromPage =
  | Do
  | Undo
  | Redo
  | Preview
  | Show
  | Lint
  | Compare
  | Pose
  | Drive
  | KeepDrive
  | Start
  | Cancel
  | Accept
  | Dismiss
  | ListFiles
  | OpenFile
  | Save
  | Export;

export type FromServer =
  | Welcome
  | Changed
  | Done
  | Failed
  | Figure
  | ReportView
  | ComparingView
  | Compared
  | Findings
  | Progress
  | Proposed
  | Ended
  | Files
  | Written;
