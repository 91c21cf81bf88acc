import { adopt, DRAFTS, lateCost, NOWHERE, type OvenPlan } from './ovens.ts';

/** What a move asks for at one place: [low, high) of a machine's sequence gives way to `count` ids, from `source` of the sequence or the one `id`. */
interface Piece {
  machine: number;
  low: number;
  high: number;
  id: number;
  source: number;
  count: number;
}

/** A stretch [low, high) of one machine's sequence, replaced by the batches or drafts `ids[0 … count)`; with the times and costs it would lead to. */
interface Edit {
  machine: number;
  low: number;
  high: number;
  count: number;
  readonly ids: Int32Array;
  /** From `low` on: ends and costs of the new sequence, as far as they differ from the old. */
  readonly end: Int32Array;
  readonly cost: Float64Array;
  timed: number;
}

/** A move under judgement: its pieces in order of place, the edits they make of each machine, and the batches its drafts become. */
export interface Edits {
  readonly pieces: Piece[];
  asked: number;
  readonly edits: Edit[];
  used: number;
  /** Batch that draft d becomes, NOWHERE: a new one. */
  readonly becomes: Int32Array;
  drafts: number;
  /** Σ durations gained by the move. */
  runtime: number;
}

/** Pieces a move may have. */
const PIECES = DRAFTS + 2;
const STRETCH = -2;

/** Scratch space for moves of a plan. */
export function newEdits(plan: OvenPlan): Edits {
  const ints = (): Int32Array => new Int32Array(plan.slots + 8);
  const edit = (): Edit => ({
    machine: 0,
    low: 0,
    high: 0,
    count: 0,
    timed: 0,
    ids: ints(),
    end: ints(),
    cost: new Float64Array(plan.slots + 8),
  });
  const piece = (): Piece => ({ machine: 0, low: 0, high: 0, id: NOWHERE, source: 0, count: 0 });
  return {
    pieces: Array.from({ length: PIECES }, piece),
    asked: 0,
    edits: Array.from({ length: PIECES }, edit),
    used: 0,
    becomes: new Int32Array(DRAFTS),
    drafts: 0,
    runtime: 0,
  };
}

/** Begins a new move. */
export function begin(edits: Edits): void {
  edits.asked = 0;
  edits.drafts = 0;
}

/** Asks for [low, high) of a machine to be replaced by one id, or by nothing (NOWHERE). Places of one move must not overlap. */
export function edit(edits: Edits, machine: number, low: number, high: number, id: number): void {
  ask(edits, machine, low, high, id, 0, id === NOWHERE ? 0 : 1);
}

/** Asks for [low, high) of a machine to be replaced by `count` batches of another place, from `source` of the plan's sequence on. */
export function editStretch(edits: Edits, machine: number, low: number, high: number, source: number, count: number): void {
  ask(edits, machine, low, high, STRETCH, source, count);
}

/** Keeps the pieces in order of machine and place, what goes in before what stands there. */
function ask(edits: Edits, machine: number, low: number, high: number, id: number, source: number, count: number): void {
  const { pieces } = edits;
  let at = edits.asked++;
  const one = pieces[at]!;
  one.machine = machine;
  one.low = low;
  one.high = high;
  one.id = id;
  one.source = source;
  one.count = count;
  for (; at > 0; at--) {
    const before = pieces[at - 1]!;
    if (before.machine < machine || (before.machine === machine && (before.low < low || (before.low === low && before.high <= high))))
      break;
    pieces[at] = before;
  }
  pieces[at] = one;
}

/** Makes one edit a machine of the pieces. */
function assemble(plan: OvenPlan, edits: Edits): void {
  const { sequence } = plan;
  edits.used = 0;
  let one: Edit | null = null;
  for (let index = 0; index < edits.asked; index++) {
    const piece = edits.pieces[index]!;
    if (one === null || one.machine !== piece.machine) {
      one = edits.edits[edits.used++]!;
      one.machine = piece.machine;
      one.low = piece.low;
      one.high = piece.low;
      one.count = 0;
    }
    const row = one.machine * plan.slots;
    for (let at = one.high; at < piece.low; at++) one.ids[one.count++] = sequence[row + at]!;
    if (piece.id === STRETCH) for (let at = 0; at < piece.count; at++) one.ids[one.count++] = sequence[piece.source + at]!;
    else if (piece.id !== NOWHERE) one.ids[one.count++] = piece.id;
    one.high = piece.high;
  }
}

/** Judges the move: the change of the plan's cost, or Infinity as soon as it is known to exceed `bound`. */
export function judge(plan: OvenPlan, edits: Edits, bound: number): number {
  const { running } = plan.ovens;
  assemble(plan, edits);
  edits.runtime = 0;
  if (running > 0) {
    let runtime = 0;
    for (let index = 0; index < edits.used; index++) runtime += runtimeOf(plan, edits.edits[index]!);
    edits.runtime = runtime;
    // All the rest of the cost cannot shrink by more than there is of it.
    if (running * (runtime + plan.runtime) - plan.total > bound) return Number.POSITIVE_INFINITY;
  }
  let delta = 0;
  for (let index = 0; index < edits.used; index++) {
    delta += time(plan, edits.edits[index]!, index === edits.used - 1 ? bound - delta : Number.POSITIVE_INFINITY);
    if (delta === Number.POSITIVE_INFINITY) return delta;
  }
  return delta;
}

function runtimeOf(plan: OvenPlan, one: Edit): number {
  const row = one.machine * plan.slots;
  let runtime = 0;
  for (let at = 0; at < one.count; at++) runtime += plan.duration[one.ids[at]!]!;
  for (let at = one.low; at < one.high; at++) runtime -= plan.duration[plan.sequence[row + at]!]!;
  return runtime;
}

/** Times one machine from the edit on until the old times are met again; gives the change of cost. */
function time(plan: OvenPlan, one: Edit, bound: number): number {
  const { ovens, sequence, kind, duration: durations, ready, end: oldEnd, cost: oldCost } = plan;
  const { setupTime, setupCost, recipes, running, outside } = ovens;
  const { machine, low, high, count, ids, end: newEnd, cost: newCost } = one;
  const row = machine * plan.slots;
  const open = ovens.open[machine]!;
  const intervals = open.length;
  const total = count + plan.length[machine]! - high;
  const shift = row + high - count;
  let delta = 0;
  for (let at = row + low; at < row + high; at++) delta -= oldCost[sequence[at]!]!;
  let state = ovens.initial[machine]!;
  let clock = 0;
  if (low > 0) {
    const before = sequence[row + low - 1]!;
    state = kind[before]!;
    clock = oldEnd[before]!;
  }
  let interval = 0;
  for (let at = 0; at < total; at++) {
    const batch = at < count ? ids[at]! : sequence[shift + at]!;
    const duration = durations[batch]!;
    const recipe = kind[batch]!;
    let cost = running * duration;
    let setup = 0;
    if (setupTime !== null && state !== NOWHERE) {
      setup = setupTime[state * recipes + recipe]!;
      cost += setupCost![state * recipes + recipe]!;
    }
    let start = clock + setup;
    if (ready[batch]! > start) start = ready[batch]!;
    while (interval < intervals && (open[interval + 1]! < start + duration || open[interval]! > start - setup)) {
      if (open[interval + 1]! < start + duration) interval += 2;
      else start = open[interval]! + setup;
    }
    if (interval >= intervals) cost += outside;
    clock = start + duration;
    cost += lateCost(plan, batch, clock);
    newEnd[at] = clock;
    newCost[at] = cost;
    delta += cost;
    state = recipe;
    if (at < count) continue;
    delta -= oldCost[batch]!;
    const was = oldEnd[batch]!;
    if (clock === was) {
      one.timed = at + 1;
      return delta;
    }
    // From here on everything only gets later.
    if (clock > was && delta > bound) return Number.POSITIVE_INFINITY;
  }
  one.timed = total;
  return delta;
}

/** Makes the judged move real. */
export function keep(plan: OvenPlan, edits: Edits, delta: number): void {
  for (let draft = 0; draft < edits.drafts; draft++) {
    if (edits.becomes[draft] === NOWHERE) edits.becomes[draft] = plan.unused[--plan.unusedCount]!;
    adopt(plan, edits.becomes[draft]!, plan.slots + draft);
  }
  for (let index = 0; index < edits.used; index++) splice(plan, edits, edits.edits[index]!);
  plan.total += delta;
  plan.runtime += edits.runtime;
}

function splice(plan: OvenPlan, edits: Edits, one: Edit): void {
  const { sequence, slots } = plan;
  const row = one.machine * slots;
  const { low, high, count } = one;
  const length = plan.length[one.machine]!;
  const moved = count - (high - low);
  if (moved !== 0) {
    sequence.copyWithin(row + low + count, row + high, row + length);
    for (let at = low + count; at < length + moved; at++) plan.position[sequence[row + at]!] = at;
    plan.length[one.machine] = length + moved;
  }
  for (let at = 0; at < count; at++) {
    const id = one.ids[at]!;
    const batch = id >= slots ? edits.becomes[id - slots]! : id;
    sequence[row + low + at] = batch;
    plan.position[batch] = low + at;
    plan.machine[batch] = one.machine;
  }
  for (let at = 0; at < one.timed; at++) {
    const batch = sequence[row + low + at]!;
    plan.end[batch] = one.end[at]!;
    plan.cost[batch] = one.cost[at]!;
  }
}

/** Gives a batch that lost its last job back. */
export function retire(plan: OvenPlan, batch: number): void {
  plan.first[batch] = NOWHERE;
  plan.unused[plan.unusedCount++] = batch;
}
