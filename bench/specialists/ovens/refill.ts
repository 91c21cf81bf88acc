import { edit } from './edits.ts';
import { draft, type Mover, placeAt, placeNear, reach, replace, startOf } from './mover.ts';
import { DRAFTS, FOREVER, fits, NOWHERE, summarize } from './ovens.ts';
import { addToPool, shareJobs } from './pool.ts';

/** A place in a machine's sequence. */
interface Place {
  readonly machine: number;
  readonly at: number;
}

/** What a move changes in the sequences: batch `a` goes before the place `to`, or changes places with the batch `b`. */
interface Change {
  readonly a: number;
  readonly b: number;
  readonly to: Place | null;
}

/** Moves a batch, or leaves it; then it and batches of its recipe that stand between the old and the new time share their jobs anew. */
export function moveAndRefill(mover: Mover): boolean {
  const { plan, random, edits } = mover;
  const a = plan.batchOf[random.below(plan.ovens.jobs)]!;
  const machine = random.below(plan.ovens.machines);
  if (((plan.eligible[a]! >> machine) & 1) === 0) return false;
  const to = { machine, at: placeNear(mover, machine, startOf(plan, a)) };
  const from = placeOf(mover, a);
  const stays = machine === from.machine && (to.at === from.at || to.at === from.at + 1);
  const spread = stays || random.next() < 0.3 ? 2 * plan.duration[a]! : 0;
  mover.changedFrom.fill(FOREVER);
  if (stays) mover.foreseen[a] = startOf(plan, a);
  else foresee(mover, { a, b: NOWHERE, to });
  const refilled = refill(mover, a, machine, spread);
  if (refilled === IMPOSSIBLE || refilled === a) return false;
  if (stays || refilled === NOWHERE) replace(mover, a, refilled);
  else {
    replace(mover, a, NOWHERE);
    edit(edits, machine, to.at, to.at, refilled);
  }
  return true;
}

/** Two batches of different recipes change places; then each recipe shares its jobs anew between the two times. */
export function swapAndRefill(mover: Mover): boolean {
  const { plan, random } = mover;
  const a = plan.batchOf[random.below(plan.ovens.jobs)]!;
  const here = placeOf(mover, a);
  const machine = random.below(plan.ovens.machines);
  const step = reach(random, plan.length[machine]!);
  const at = machine === here.machine ? here.at + (random.next() < 0.5 ? step : -step) : placeNear(mover, machine, startOf(plan, a));
  if (at < 0 || at >= plan.length[machine]!) return false;
  const b = plan.sequence[machine * plan.slots + at]!;
  if (plan.kind[a] === plan.kind[b]) return false;
  if (((plan.eligible[a]! >> machine) & 1) === 0 || ((plan.eligible[b]! >> here.machine) & 1) === 0) return false;
  mover.changedFrom.fill(FOREVER);
  foresee(mover, { a, b, to: null });
  const first = refill(mover, a, machine, 0);
  if (first === IMPOSSIBLE || (first === a && !fits(plan, a, machine))) return false;
  const second = refill(mover, b, here.machine, 0);
  if (second === IMPOSSIBLE || (second === b && !fits(plan, b, here.machine))) return false;
  replace(mover, a, second);
  replace(mover, b, first);
  return true;
}

const placeOf = ({ plan }: Mover, batch: number): Place => ({ machine: plan.machine[batch]!, at: plan.position[batch]! });

/** Foresees the starts on every machine the change touches. */
function foresee(mover: Mover, change: Change): void {
  const from = placeOf(mover, change.a);
  const to = change.to ?? placeOf(mover, change.b);
  if (from.machine === to.machine) foreseeFrom(mover, from.machine, Math.min(from.at, to.at), change);
  else {
    foreseeFrom(mover, from.machine, from.at, change);
    foreseeFrom(mover, to.machine, to.at, change);
  }
}

/**
 * Starts on a machine from one place on, after the change. Batches of the recipes that are refilled may start before their present jobs are
 * released, unless they wait for them already.
 */
function foreseeFrom(mover: Mover, machine: number, low: number, { a, b, to }: Change): void {
  const { plan, foreseen } = mover;
  const { setupTime, recipes, initial } = plan.ovens;
  const row = machine * plan.slots;
  const length = plan.length[machine]!;
  const before = low > 0 ? plan.sequence[row + low - 1]! : NOWHERE;
  let clock = before === NOWHERE ? 0 : plan.end[before]!;
  let state = before === NOWHERE ? initial[machine]! : plan.kind[before]!;
  let was = clock;
  let awaited = to !== null && to.machine === machine;
  for (let at = low; at < length || awaited; ) {
    let batch = a;
    let waits = false;
    if (awaited && at === to!.at) awaited = false;
    else {
      batch = plan.sequence[row + at++]!;
      const recipe = plan.kind[batch]!;
      const refilled = recipe === plan.kind[a] || (b !== NOWHERE && recipe === plan.kind[b]);
      waits = batch !== a && batch !== b && (!refilled || startOf(plan, batch) > was);
      was = plan.end[batch]!;
      if (batch === a) batch = b;
      else if (batch === b) batch = a;
      if (batch === NOWHERE) continue;
    }
    const recipe = plan.kind[batch]!;
    if (setupTime !== null && state !== NOWHERE) clock += setupTime[state * recipes + recipe]!;
    if (waits && plan.ready[batch]! > clock) clock = plan.ready[batch]!;
    foreseen[batch] = clock;
    clock += plan.duration[batch]!;
    state = recipe;
  }
  mover.changedFrom[machine] = low;
}

const IMPOSSIBLE = -2;

/**
 * Shares jobs anew among the batches of one recipe between the old and the foreseen start of `moved`, and as far around them as `spread`. Writes what
 * becomes of all but `moved`. Gives what becomes of it: a draft, NOWHERE where it is left empty, itself where it is alone, or IMPOSSIBLE.
 */
function refill(mover: Mover, moved: number, machine: number, spread: number): number {
  const { plan, pool, foreseen, changedFrom } = mover;
  const { machines } = plan.ovens;
  const [was, time, recipe] = [startOf(plan, moved), foreseen[moved]!, plan.kind[moved]!];
  const [from, to] = [Math.min(was, time) - spread, Math.max(was, time) + spread];
  pool.count = 0;
  addToPool(plan, pool, moved, machine, time);
  for (let m = 0; m < machines; m++)
    for (let at = placeAt(plan, m, from); at < plan.length[m]!; at++) {
      const batch = plan.sequence[m * plan.slots + at]!;
      const old = startOf(plan, batch);
      const start = at < changedFrom[m]! ? old : foreseen[batch]!;
      if (old > to && start > to) break;
      if (plan.kind[batch] !== recipe || batch === moved || start > to || (start < from && old < from)) continue;
      if (!addToPool(plan, pool, batch, m, start)) return IMPOSSIBLE;
    }
  if (pool.count === 1) return moved;
  if (mover.edits.drafts + pool.count > DRAFTS || !shareJobs(plan, pool, mover.random)) return IMPOSSIBLE;
  return composePool(mover, moved);
}

function composePool(mover: Mover, moved: number): number {
  const { plan, pool } = mover;
  let becomes = IMPOSSIBLE;
  for (let place = 0; place < pool.count; place++) {
    const batch = pool.batch[place]!;
    let id = draft(mover, batch);
    const base = (id - plan.slots) * plan.ovens.jobs;
    let members = 0;
    for (let at = 0; at < pool.jobs; at++) if (pool.placeOf[at] === place) plan.draft[base + members++] = pool.job[at]!;
    plan.members[id] = members;
    if (members === 0) {
      if (mover.emptied !== NOWHERE) return IMPOSSIBLE;
      mover.emptied = batch;
      mover.edits.drafts--;
      id = NOWHERE;
    } else {
      summarize(plan, id);
      if (!fits(plan, id, pool.machine[place]!)) return IMPOSSIBLE;
    }
    if (batch === moved) becomes = id;
    else replace(mover, batch, id);
  }
  return becomes;
}
