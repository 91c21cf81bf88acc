import { roundEnd } from './calendar.ts';
import { availableAfter, type Board, joinRun, openRun, placeUnit, type Run, runEnd, runsFor } from './decode.ts';
import { AWAY, BATCH, NONE, type Problem, WORK } from './problem.ts';
import { earliestRoom, isFree, latestRoom, nextClear, nextSet, previousSet } from './profile.ts';

/** Where an activity could go. Reused: searching allocates nothing. */
export interface Place {
  mode: number;
  start: number;
  end: number;
  /** Tick from which the successor may start. */
  after: number;
  /** Run to join; null: a new one, or none. */
  run: Run | null;
  value: number;
}

/** Taste in placing: how much later a shared run may release the lot than a run of its own, and how long a new run waits for mates. */
export interface Taste {
  readonly joinAllowance: number;
  readonly runDelay: number;
}

export const PLAIN_TASTE: Taste = { joinAllowance: 0, runDelay: 0 };
const LOAD_SLACK = 1e-6;

export const createPlace = (): Place => ({ mode: NONE, start: NONE, end: NONE, after: NONE, run: null, value: 0 });

function clear(place: Place): void {
  place.mode = NONE;
  place.run = null;
  place.value = Number.POSITIVE_INFINITY;
}

function offer(place: Place, mode: number, start: number, end: number, after: number, run: Run | null, value: number): void {
  if (value > place.value || (value === place.value && place.mode !== NONE && start >= place.start)) return;
  place.mode = mode;
  place.start = start;
  place.end = end;
  place.after = after;
  place.run = run;
  place.value = value;
}

/** The machine a part of a split lot must use because another part is there, NONE where any eligible one will do. */
function boundMachine(board: Board, activity: number): number {
  const { activities, modes } = board.problem;
  const lead = activities.lead[activity] as number;
  if (lead === activity && activities.lead[activity + 1] !== lead) return NONE;
  for (let part = lead; activities.lead[part] === lead; part += 1) {
    if (part !== activity && board.mode[part] !== NONE) return modes.machine[board.mode[part] as number] as number;
  }
  return NONE;
}

/** Finds the place that releases the successor first, not before `ready`. False where nothing fits into the horizon. */
export function findEarliest(board: Board, activity: number, ready: number, taste: Taste, place: Place): boolean {
  const { activities, modes } = board.problem;
  clear(place);
  const bound = boundMachine(board, activity);
  const to = activities.modeFrom[activity + 1] as number;
  for (let mode = activities.modeFrom[activity] as number; mode < to; mode += 1) {
    if (bound !== NONE && modes.machine[mode] !== bound) continue;
    if (modes.kind[mode] === WORK) earliestWork(board, mode, ready, place);
    else if (modes.kind[mode] === BATCH) earliestBatch(board, activity, mode, ready, taste, place);
    else earliestAway(board, mode, ready, place);
  }
  return place.mode !== NONE;
}

function earliestWork(board: Board, mode: number, ready: number, place: Place): void {
  const { problem, clockwork } = board;
  const machine = problem.modes.machine[mode] as number;
  const calendar = clockwork.work[machine]!;
  const length = problem.modes.duration[mode] as number;
  if (ready > problem.horizon) return;
  const first = calendar.before[ready] as number;
  const slot = earliestSlot(board, machine, first, length);
  if (slot < 0 || slot + length > calendar.tickOf.length) return;
  const start = length === 0 ? ready : (calendar.tickOf[slot] as number);
  const end = length === 0 ? ready : (calendar.tickOf[slot + length - 1] as number) + 1;
  const after = availableAfter(problem, mode, end);
  offer(place, mode, start, end, after, null, after);
}

/** First of `length` working ticks in a row with a unit free, -1 where there are none. On a batch machine the unit is held over the night. */
function earliestSlot(board: Board, machine: number, first: number, length: number): number {
  const profile = board.profiles[machine];
  if (!profile) return first;
  if (board.problem.machines[machine]!.kind === 'unit') return earliestRoom(profile, first, length);
  const { tickOf } = board.clockwork.work[machine]!;
  for (let slot = first; slot + length <= tickOf.length; slot += 1) {
    if (isFree(profile, tickOf[slot] as number, (tickOf[slot + length - 1] as number) + 1)) return slot;
  }
  return -1;
}

/** Back on the first working morning `days` calendar days after the start's date or later; NONE beyond the horizon. */
function backFromPartner(board: Board, start: number, days: number): number {
  const day = board.problem.day;
  if (!day) return start + days;
  const next = board.clockwork.nextWorkingDay;
  let back = Math.floor(start / day.ticks) + days;
  for (;;) {
    if (back >= next.length - 1) return NONE;
    const morning = (next[back] as number) * day.ticks + day.firstEnd;
    if (morning > start) return morning <= board.problem.horizon ? morning : NONE;
    back += 1;
  }
}

function earliestAway(board: Board, mode: number, ready: number, place: Place): void {
  const { problem, clockwork } = board;
  const calendar = clockwork.work[problem.modes.machine[mode] as number]!;
  if (ready > problem.horizon) return;
  const slot = calendar.before[ready] as number;
  if (slot >= calendar.tickOf.length) return;
  const start = calendar.tickOf[slot] as number;
  const end = backFromPartner(board, start, problem.modes.duration[mode] as number);
  if (end === NONE) return;
  const after = availableAfter(problem, mode, end);
  offer(place, mode, start, end, after, null, after);
}

function earliestBatch(board: Board, activity: number, mode: number, ready: number, taste: Taste, place: Place): void {
  const fresh = earliestRunStart(board, mode, taste.runDelay > 0 ? ready + taste.runDelay : ready);
  let end = NONE;
  let after = Number.POSITIVE_INFINITY;
  if (fresh !== NONE) {
    end = freshEnd(board.problem, mode, fresh);
    after = availableAfter(board.problem, mode, end);
    offer(place, mode, fresh, end, after, null, after);
  }
  const runs = runsFor(board, mode);
  for (let i = firstAtOrAfter(runs, ready); i < runs.length; i += 1) {
    const run = runs[i]!;
    if (run.start >= after + taste.joinAllowance) return;
    if (!mayJoin(board, activity, mode, run)) continue;
    const joined = run.fixed ? run.end : runEnd(board, run, mode);
    const free = availableAfter(board.problem, mode, joined);
    offer(place, mode, run.start, joined, free, run, free - taste.joinAllowance);
    return;
  }
}

function firstAtOrAfter(runs: readonly Run[], start: number): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[middle]!.start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** End of a run that the mode's activity opens alone. */
export function freshEnd(problem: Problem, mode: number, start: number): number {
  const { modes, recipes, day } = problem;
  const need = (modes.setup[mode] as number) + (modes.duration[mode] as number) + (recipes.hold[modes.recipe[mode] as number] as number);
  return roundEnd(day, start + need);
}

/** Whether an activity fits into a run: recipe, weekday, load, length, and nobody behind a longer run is pushed. */
export function mayJoin(board: Board, activity: number, mode: number, run: Run): boolean {
  const { problem } = board;
  const machine = problem.machines[run.machine]!;
  if (!run.joinable || !run.alive || problem.modes.machine[mode] !== run.machine) return false;
  const bound = boundMachine(board, activity);
  if (bound !== NONE && bound !== run.machine) return false;
  if (run.weight + (problem.activities.weight[activity] as number) > machine.maxWeight + LOAD_SLACK) return false;
  if (run.volume + (problem.activities.volume[activity] as number) > machine.maxVolume + LOAD_SLACK) return false;
  if (!mayStartOn(problem, mode, run.start)) return false;
  const end = runEnd(board, run, mode);
  if (!withinLengths(problem, board, mode, run, end)) return false;
  if (end <= run.end) return true;
  return !run.fixed && mayGrow(board, run, end);
}

/** Whether the weekdays of the mode allow a start at this tick. */
export function mayStartOn(problem: Problem, mode: number, start: number): boolean {
  const { day } = problem;
  if (!day) return true;
  return ((problem.modes.weekdays[mode] as number) & (1 << ((day.weekday + Math.floor(start / day.ticks)) % 7))) !== 0;
}

function withinLengths(problem: Problem, board: Board, mode: number, run: Run, end: number): boolean {
  const { modes, recipes } = problem;
  const length = end - run.start;
  if (length > (modes.maxDuration[mode] as number)) return false;
  const own = modes.duration[mode] as number;
  const tolerance = recipes.tolerance[run.recipe] as number;
  for (const member of run.members) {
    const other = board.mode[member] as number;
    if (length > (modes.maxDuration[other] as number)) return false;
    if (Math.abs((modes.duration[other] as number) - own) > tolerance) return false;
  }
  return true;
}

function mayGrow(board: Board, run: Run, end: number): boolean {
  const { activities, chains } = board.problem;
  const profile = board.profiles[run.machine];
  if (profile && !isFree(profile, run.end, end)) return false;
  for (const member of run.members) {
    const after = availableAfter(board.problem, board.mode[member] as number, end);
    const last = chains.activityFrom[(activities.chain[member] as number) + 1] as number;
    for (let next = member + 1; next < last; next += 1) {
      if ((activities.predFrom[next] as number) > member) break;
      if ((activities.predTo[next] as number) > member && board.start[next] !== NONE && (board.start[next] as number) < after) return false;
    }
  }
  return true;
}

/** Earliest start of a new run for the mode at or after `ready`; NONE where none fits. */
export function earliestRunStart(board: Board, mode: number, ready: number): number {
  const { problem } = board;
  const machine = problem.modes.machine[mode] as number;
  if (problem.machines[machine]!.setups || problem.machines[machine]!.insideOne) return appendRunStart(board, mode, ready);
  const mask = board.clockwork.startMask(machine, problem.modes.weekdays[mode] as number);
  const profile = board.profiles[machine];
  let start = nextSet(mask, ready, problem.horizon);
  while (start >= 0) {
    const end = freshEnd(problem, mode, start);
    if (end > problem.horizon) return NONE;
    const wall = profile ? nextSet(profile.full, start, end) : -1;
    if (wall < 0) return start;
    start = nextSet(mask, nextClear(profile!.full, wall + 1, problem.horizon), problem.horizon);
  }
  return NONE;
}

/** Start behind the machine's last run, its set-up kept and inside one open interval where the machine asks for it. */
function appendRunStart(board: Board, mode: number, ready: number): number {
  const { problem } = board;
  const m = problem.modes.machine[mode] as number;
  const machine = problem.machines[m]!;
  const recipe = problem.modes.recipe[mode] as number;
  const last = board.machineRuns[m]!.at(-1);
  const state = last ? last.recipe : (machine.setups?.initial ?? NONE);
  const setup = machine.setups && state !== NONE ? (machine.setups.time[state * problem.recipes.count + recipe] as number) : 0;
  const earliest = Math.max(ready, (last ? last.end : 0) + setup);
  const need = freshEnd(problem, mode, 0);
  for (let i = 0; i < machine.open.length; i += 3) {
    const from = machine.open[i] as number;
    const start = Math.max(earliest, from + setup);
    if ((machine.open[i + 2] as number) > 0 && start + need <= (machine.open[i + 1] as number)) return start;
  }
  return NONE;
}

/** Latest end in this mode that still lets the successor start at `start`. */
export function latestEnd(problem: Problem, mode: number, start: number): number {
  const byLag = start - (problem.modes.lag[mode] as number);
  const wait = problem.modes.waitDays[mode] as number;
  if (wait === 0 || !problem.day) return byLag;
  const byDay = (Math.floor(start / problem.day.ticks) - wait + 1) * problem.day.ticks;
  return byLag < byDay ? byLag : byDay;
}

/** Finds the latest place between `floor` and a successor that starts at `limit`; the last of a chain only has to end by it. */
export function findLatest(board: Board, activity: number, floor: number, limit: number, last: boolean, place: Place): boolean {
  const { activities, modes } = board.problem;
  clear(place);
  const bound = boundMachine(board, activity);
  const to = activities.modeFrom[activity + 1] as number;
  for (let mode = activities.modeFrom[activity] as number; mode < to; mode += 1) {
    if (bound !== NONE && modes.machine[mode] !== bound) continue;
    const end = Math.min(last ? limit : latestEnd(board.problem, mode, limit), board.problem.horizon);
    if (end <= floor) continue;
    if (modes.kind[mode] === WORK) latestWork(board, mode, floor, end, place);
    else if (modes.kind[mode] === BATCH) latestBatch(board, activity, mode, floor, end, place);
    else latestAway(board, mode, floor, end, place);
  }
  return place.mode !== NONE;
}

function latestWork(board: Board, mode: number, floor: number, limit: number, place: Place): void {
  const { problem, clockwork } = board;
  const machine = problem.modes.machine[mode] as number;
  const calendar = clockwork.work[machine]!;
  const length = problem.modes.duration[mode] as number;
  if (length === 0) {
    offer(place, mode, limit, limit, limit, null, -limit);
    return;
  }
  const from = calendar.before[floor] as number;
  const to = calendar.before[limit] as number;
  const slot = latestSlot(board, machine, from, to, length);
  if (slot < from) return;
  const start = calendar.tickOf[slot] as number;
  offer(place, mode, start, (calendar.tickOf[slot + length - 1] as number) + 1, NONE, null, -start);
}

function latestSlot(board: Board, machine: number, from: number, to: number, length: number): number {
  const profile = board.profiles[machine];
  if (!profile) return to - length;
  if (board.problem.machines[machine]!.kind === 'unit') return latestRoom(profile, from, to, length);
  const { tickOf } = board.clockwork.work[machine]!;
  for (let slot = to - length; slot >= from; slot -= 1) {
    if (isFree(profile, tickOf[slot] as number, (tickOf[slot + length - 1] as number) + 1)) return slot;
  }
  return -1;
}

function latestAway(board: Board, mode: number, floor: number, limit: number, place: Place): void {
  const { problem, clockwork } = board;
  const { day } = problem;
  if (!day) return;
  const calendar = clockwork.work[problem.modes.machine[mode] as number]!;
  const days = problem.modes.duration[mode] as number;
  let latest = (Math.floor(limit / day.ticks) - days + 1) * day.ticks;
  for (;;) {
    const slot = latest <= 0 ? -1 : (calendar.before[latest] as number) - 1;
    if (slot < 0) return;
    const start = calendar.tickOf[slot] as number;
    if (start < floor) return;
    const end = backFromPartner(board, start, days);
    if (end !== NONE && end <= limit) {
      offer(place, mode, start, end, NONE, null, -start);
      return;
    }
    latest = Math.floor(start / day.ticks) * day.ticks;
  }
}

function latestBatch(board: Board, activity: number, mode: number, floor: number, limit: number, place: Place): void {
  const { problem } = board;
  const machine = problem.modes.machine[mode] as number;
  const runs = runsFor(board, mode);
  for (let i = firstAtOrAfter(runs, limit) - 1; i >= 0; i -= 1) {
    const run = runs[i]!;
    if (run.start < floor) break;
    if (run.end > limit || !mayJoin(board, activity, mode, run)) continue;
    const end = run.fixed ? run.end : runEnd(board, run, mode);
    if (end > limit) continue;
    // A run that is there anyway is worth a later start than one of its own.
    offer(place, mode, run.start, end, NONE, run, -run.start - JOIN_BONUS);
    break;
  }
  if (problem.machines[machine]!.setups || problem.machines[machine]!.insideOne) return;
  const start = latestRunStart(board, mode, floor, limit);
  if (start !== NONE) offer(place, mode, start, freshEnd(problem, mode, start), NONE, null, -start);
}

const JOIN_BONUS = 96;

function latestRunStart(board: Board, mode: number, floor: number, limit: number): number {
  const { problem } = board;
  const machine = problem.modes.machine[mode] as number;
  const mask = board.clockwork.startMask(machine, problem.modes.weekdays[mode] as number);
  const profile = board.profiles[machine];
  let start = previousSet(mask, floor, limit);
  while (start >= floor) {
    const end = freshEnd(problem, mode, start);
    if (end <= limit && (!profile || nextSet(profile.full, start, end) < 0)) return start;
    start = previousSet(mask, floor, start);
  }
  return NONE;
}

/** Whether the activity can start in this mode at exactly this tick, on its own; fills `place`. */
export function findAt(board: Board, activity: number, mode: number, start: number, place: Place): boolean {
  const { problem } = board;
  clear(place);
  const bound = boundMachine(board, activity);
  if (bound !== NONE && problem.modes.machine[mode] !== bound) return false;
  const kind = problem.modes.kind[mode];
  if (kind === WORK) earliestWork(board, mode, start, place);
  else if (kind === AWAY) earliestAway(board, mode, start, place);
  else if (earliestRunStart(board, mode, start) === start) offer(place, mode, start, freshEnd(problem, mode, start), NONE, null, 0);
  return place.mode !== NONE && place.start === start;
}

/** Puts an activity where `place` says. */
export function settleAt(board: Board, activity: number, place: Place): void {
  const { modes } = board.problem;
  if (modes.kind[place.mode] !== BATCH) {
    placeUnit(board, activity, place.mode, place.start, place.end);
    return;
  }
  const run = place.run ?? openRun(board, modes.machine[place.mode] as number, modes.recipe[place.mode] as number, place.start, place.end);
  joinRun(board, activity, place.mode, run);
}
