import { draft, type Mover, replace } from './mover.ts';
import { fits, NOWHERE, SLACK, summarize } from './ovens.ts';

/** How far running times are blurred when jobs are sorted by them, every other time. */
const BLUR = 0.3;

/**
 * Two batches of a recipe share their jobs anew by running time: the first is filled with the longest, or the shortest, the second takes what is left. A batch
 * runs as long as its longest job, so that alike belongs together; one job at a time does not get there, as a batch grows no shorter before the last long one has left.
 */
export function repack(mover: Mover): boolean {
  const { plan, random, pool, from, byDue } = mover;
  const { recipe, jobs, size, capacity, eligible } = plan.ovens;
  const job = random.below(jobs);
  const kind = recipe[job]!;
  const first = plan.batchOf[job]!;
  const second = plan.batchOf[byDue[from[kind]! + random.below(from[kind + 1]! - from[kind]!)]!]!;
  if (first === second) return false;
  const count = sortByRunningTime(mover, first, second);
  const [one, other] = [draft(mover, first), draft(mover, second)];
  const [here, there] = [plan.machine[first]!, plan.machine[second]!];
  const [room, otherRoom] = [capacity[here]! + SLACK, capacity[there]! + SLACK];
  let [to, load] = [(one - plan.slots) * jobs, 0];
  let [otherTo, otherLoad] = [(other - plan.slots) * jobs, 0];
  for (let at = 0; at < count; at++) {
    const next = pool.job[at]!;
    if (load + size[next]! <= room && ((eligible[next]! >> here) & 1) === 1) {
      plan.draft[to++] = next;
      load += size[next]!;
    } else {
      plan.draft[otherTo++] = next;
      otherLoad += size[next]!;
      if (otherLoad > otherRoom) return false;
    }
  }
  plan.members[one] = to - (one - plan.slots) * jobs;
  plan.members[other] = otherTo - (other - plan.slots) * jobs;
  if (plan.members[one] === 0) return false;
  summarize(plan, one);
  if (!fits(plan, one, here)) return false;
  replace(mover, first, one);
  if (plan.members[other] === 0) {
    mover.emptied = second;
    mover.edits.drafts--;
    replace(mover, second, NOWHERE);
    return true;
  }
  summarize(plan, other);
  if (!fits(plan, other, there)) return false;
  replace(mover, second, other);
  return true;
}

/** The jobs of both batches in `pool.job`, longest or shortest first, with or without blur; gives their number. */
function sortByRunningTime({ plan, random, pool }: Mover, first: number, second: number): number {
  const { shortest } = plan.ovens;
  const { job: sorted, urgency: keys } = pool;
  const sign = random.next() < 0.5 ? 1 : -1;
  const blur = random.next() < 0.5 ? 0 : BLUR;
  let count = 0;
  for (const batch of [first, second])
    for (let job = plan.first[batch]!; job !== NOWHERE; job = plan.next[job]!) {
      const key = sign * shortest[job]! * (1 + blur * random.next());
      let at = count++;
      for (; at > 0 && keys[at - 1]! < key; at--) {
        keys[at] = keys[at - 1]!;
        sorted[at] = sorted[at - 1]!;
      }
      keys[at] = key;
      sorted[at] = job;
    }
  return count;
}
