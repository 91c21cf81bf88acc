import { begin, type Edits, edit, judge, keep } from './edits.ts';
import { compose, fits, NOWHERE, type OvenPlan } from './ovens.ts';

/** How many batches from the end of a machine a job is tried in. */
const LOOK_BACK = 25;

/** A first plan: jobs by due date, each into the batch or behind the machine where it costs least. */
export function construct(plan: OvenPlan, edits: Edits): void {
  const { ovens } = plan;
  const order = Array.from({ length: ovens.jobs }, (_, job) => job).sort(
    (a, b) => ovens.due[a]! - ovens.due[b]! || ovens.release[a]! - ovens.release[b]!,
  );
  for (const job of order) placeCheapest(plan, edits, job);
}

function propose(plan: OvenPlan, edits: Edits, job: number, machine: number, at: number): void {
  begin(edits);
  const batch = at < plan.length[machine]! ? plan.sequence[machine * plan.slots + at]! : NOWHERE;
  compose(plan, plan.slots, batch, NOWHERE, job);
  edits.becomes[edits.drafts++] = batch;
  edit(edits, machine, at, batch === NOWHERE ? at : at + 1, plan.slots);
}

function placeCheapest(plan: OvenPlan, edits: Edits, job: number): void {
  const { ovens } = plan;
  let best = Number.POSITIVE_INFINITY;
  let [bestMachine, bestAt] = [NOWHERE, 0];
  for (let machine = 0; machine < ovens.machines; machine++) {
    const length = plan.length[machine]!;
    for (let at = Math.max(0, length - LOOK_BACK); at <= length; at++) {
      const batch = at < length ? plan.sequence[machine * plan.slots + at]! : NOWHERE;
      if (batch !== NOWHERE && plan.kind[batch] !== ovens.recipe[job]) continue;
      propose(plan, edits, job, machine, at);
      if (!fits(plan, plan.slots, machine)) continue;
      const delta = judge(plan, edits, best);
      if (delta >= best) continue;
      best = delta;
      [bestMachine, bestAt] = [machine, at];
    }
  }
  propose(plan, edits, job, bestMachine, bestAt);
  keep(plan, edits, judge(plan, edits, Number.POSITIVE_INFINITY));
}
