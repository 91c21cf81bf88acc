import type { Random } from '../../random.ts';
import {
  fits,
  insert,
  type Journal,
  join,
  leave,
  NOWHERE,
  newJournal,
  type OvenPlan,
  type Ovens,
  remove,
  restore,
  retime,
  takes,
} from './ovens.ts';

/** Tried, accepted and improving moves of one neighbourhood. */
export interface MoveCount {
  tried: number;
  accepted: number;
  better: number;
}
export const NEIGHBOURHOODS = [
  'job to batch',
  'job to new batch',
  'swap jobs',
  'move batch',
  'swap batches',
  'merge batches',
  'split batch',
] as const;
export type Neighbourhood = (typeof NEIGHBOURHOODS)[number];

export interface AnnealOptions {
  random: Random;
  /** Share of the budget used, 0..1; 1 ends the search. Asked every few hundred moves. */
  share: (moves: number) => number;
  /** Told of every better plan; valid during the call only. */
  onBetter?: (plan: OvenPlan, moves: number) => void;
}

/** The jobs of a plan as plain data: per machine its batches' jobs in sequence. */
export type Snapshot = Int32Array;

/** Jobs, batch ends and machines in one array: [machine, jobs…, -1]… */
export function snapshotOf(plan: OvenPlan): Snapshot {
  const rows: number[] = [];
  for (let machine = 0; machine < plan.ovens.machines; machine++)
    for (let at = 0; at < plan.length[machine]!; at++) {
      rows.push(machine);
      for (let job = plan.first[plan.sequence[machine]![at]!]!; job !== NOWHERE; job = plan.next[job]!) rows.push(job);
      rows.push(NOWHERE);
    }
  return Int32Array.from(rows);
}

const ASK_EVERY = 256;

/**
 * Simulated annealing on batches and their sequences: jobs between batches, swaps of two jobs of one recipe (without them full batches freeze),
 * batches between places and machines, merging and splitting; each judged by retiming the touched suffixes. Moves after Lackner et al. 2023 and Da Ros et al. 2025.
 */
export function anneal(plan: OvenPlan, options: AnnealOptions): Record<Neighbourhood, MoveCount> {
  const { ovens } = plan;
  const { random } = options;
  const journal = newJournal(ovens);
  const counts = Object.fromEntries(NEIGHBOURHOODS.map((name) => [name, { tried: 0, accepted: 0, better: 0 }])) as Record<
    Neighbourhood,
    MoveCount
  >;
  const moves = createMoves(plan, random, journal);
  const hot = calibrate(plan, moves, journal, random);
  const cold = hot / 3_000;
  let best = plan.total;
  let tried = 0;
  let temperature = hot;
  for (;;) {
    if (tried % ASK_EVERY === 0) {
      const share = options.share(tried);
      if (share >= 1) break;
      temperature = hot * (cold / hot) ** share;
    }
    tried++;
    const kind = pickKind(random);
    journal.size = 0;
    journal.total = plan.total;
    const undo = moves[kind]!();
    const count = counts[NEIGHBOURHOODS[kind]!];
    count.tried++;
    if (undo === null) continue;
    const delta = plan.total - journal.total;
    if (delta <= 0 || random.next() < Math.exp(-delta / temperature)) {
      count.accepted++;
      if (plan.total < best - 1e-9) {
        best = plan.total;
        count.better++;
        options.onBetter?.(plan, tried);
      }
      continue;
    }
    restore(plan, journal);
    undo();
  }
  return counts;
}

const SHARES = [0.22, 0.32, 0.56, 0.82, 0.94, 0.97, 1];
function pickKind(random: Random): number {
  const drawn = random.next();
  let kind = 0;
  while (drawn >= SHARES[kind]!) kind++;
  return kind;
}

/** The temperature at which a middling worsening move is taken about every third time. */
function calibrate(plan: OvenPlan, moves: Moves, journal: Journal, random: Random): number {
  const rises: number[] = [];
  for (let at = 0; at < 2_000 && rises.length < 300; at++) {
    journal.size = 0;
    journal.total = plan.total;
    const undo = moves[pickKind(random)]!();
    if (undo === null) continue;
    const delta = plan.total - journal.total;
    if (delta > 0 && delta < 1e8) rises.push(delta);
    restore(plan, journal);
    undo();
  }
  rises.sort((a, b) => a - b);
  return Math.max(1e-6, (rises[Math.floor(rises.length / 4)] ?? 1) * 0.5);
}

/** Applies one random move and retimes; gives what takes its structure back, or null where nothing was changed. */
type Moves = readonly (() => (() => void) | null)[];

function createMoves(plan: OvenPlan, random: Random, journal: Journal): Moves {
  const { ovens } = plan;
  const byRecipe: number[][] = Array.from({ length: ovens.recipes }, () => []);
  for (let job = 0; job < ovens.jobs; job++) byRecipe[ovens.recipe[job]!]!.push(job);

  const retimeTwo = (machineA: number, fromA: number, untilA: number, machineB: number, fromB: number, untilB: number): void => {
    if (machineA === machineB) retime(plan, machineA, Math.min(fromA, fromB), Math.max(untilA, untilB), journal);
    else {
      retime(plan, machineA, fromA, untilA, journal);
      retime(plan, machineB, fromB, untilB, journal);
    }
  };
  const forget = (batch: number): void => {
    journal.batch[journal.size] = batch;
    journal.end[journal.size] = plan.end[batch]!;
    journal.cost[journal.size++] = plan.cost[batch]!;
    plan.total -= plan.cost[batch]!;
    plan.cost[batch] = 0;
    plan.end[batch] = NOWHERE;
  };
  const newBatch = (): number => {
    const batch = plan.free.pop()!;
    plan.cost[batch] = 0;
    plan.end[batch] = NOWHERE;
    return batch;
  };
  /** Where a batch ready at `time` would stand on a machine. */
  const placeAt = (machine: number, time: number): number => {
    const row = plan.sequence[machine]!;
    let low = 0;
    let high = plan.length[machine]!;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (plan.end[row[middle]!]! <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const nearbyPlace = (machine: number, time: number): number => {
    const length = plan.length[machine]!;
    if (random.below(4) === 0) return random.below(length + 1);
    const at = placeAt(machine, time) + random.below(7) - 3;
    return at < 0 ? 0 : at > length ? length : at;
  };

  /** Removes a batch that became empty; gives what brings it back. */
  const drop = (batch: number): (() => void) => {
    const machine = plan.machine[batch]!;
    const at = plan.position[batch]!;
    forget(batch);
    remove(plan, batch);
    plan.free.push(batch);
    return () => {
      plan.free.pop();
      insert(plan, batch, machine, at);
    };
  };

  const moveJob = (job: number, to: number): (() => void) | null => {
    const from = plan.batchOf[job]!;
    if (from === to || plan.kind[to] !== ovens.recipe[job] || !takes(plan, to, job)) return null;
    const machine = plan.machine[from]!;
    const at = plan.position[from]!;
    leave(plan, job);
    const emptied = plan.first[from] === NOWHERE;
    const bringBack = emptied ? drop(from) : undefined;
    join(plan, job, to);
    retimeTwo(machine, at, emptied ? at : at + 1, plan.machine[to]!, plan.position[to]!, plan.position[to]! + 1);
    return () => {
      leave(plan, job);
      bringBack?.();
      join(plan, job, from);
    };
  };

  const openBatch = (job: number, machine: number, at: number): (() => void) | null => {
    const from = plan.batchOf[job]!;
    if (plan.members[from] === 1 || ovens.eligible[job * ovens.machines + machine] === 0 || ovens.size[job]! > ovens.capacity[machine]!)
      return null;
    leave(plan, job);
    const batch = newBatch();
    join(plan, job, batch);
    insert(plan, batch, machine, at);
    retimeTwo(plan.machine[from]!, plan.position[from]!, plan.position[from]! + 1, machine, at, at + 1);
    return () => {
      remove(plan, batch);
      leave(plan, job);
      plan.free.push(batch);
      join(plan, job, from);
    };
  };

  const swapJobs = (a: number, b: number): (() => void) | null => {
    const first = plan.batchOf[a]!;
    const second = plan.batchOf[b]!;
    if (first === second || !takes(plan, first, b, a) || !takes(plan, second, a, b)) return null;
    const exchange = (): void => {
      leave(plan, a);
      leave(plan, b);
      join(plan, b, first);
      join(plan, a, second);
    };
    const back = (): void => {
      leave(plan, a);
      leave(plan, b);
      join(plan, a, first);
      join(plan, b, second);
    };
    exchange();
    retimeTwo(
      plan.machine[first]!,
      plan.position[first]!,
      plan.position[first]! + 1,
      plan.machine[second]!,
      plan.position[second]!,
      plan.position[second]! + 1,
    );
    return back;
  };

  const moveBatch = (batch: number): (() => void) | null => {
    const fromMachine = plan.machine[batch]!;
    const fromAt = plan.position[batch]!;
    const machine = random.below(2) === 0 ? fromMachine : random.below(ovens.machines);
    if (machine !== fromMachine && !fits(plan, batch, machine)) return null;
    const time = plan.end[batch]! - plan.duration[batch]!;
    remove(plan, batch);
    const at = Math.min(nearbyPlace(machine, time), plan.length[machine]!);
    insert(plan, batch, machine, at);
    if (machine === fromMachine && at === fromAt) return null;
    if (machine === fromMachine) retime(plan, machine, Math.min(at, fromAt), Math.max(at, fromAt) + 1, journal);
    else retimeTwo(fromMachine, fromAt, fromAt, machine, at, at + 1);
    return () => {
      remove(plan, batch);
      insert(plan, batch, fromMachine, fromAt);
    };
  };

  const swapBatches = (a: number, b: number): (() => void) | null => {
    if (a === b) return null;
    const machineA = plan.machine[a]!;
    const machineB = plan.machine[b]!;
    if (machineA !== machineB && (!fits(plan, a, machineB) || !fits(plan, b, machineA))) return null;
    const exchange = (): void => {
      const rowA = plan.machine[a]!;
      const rowB = plan.machine[b]!;
      const atA = plan.position[a]!;
      const atB = plan.position[b]!;
      plan.sequence[rowA]![atA] = b;
      plan.sequence[rowB]![atB] = a;
      plan.machine[a] = rowB;
      plan.machine[b] = rowA;
      plan.position[a] = atB;
      plan.position[b] = atA;
    };
    exchange();
    retimeTwo(plan.machine[a]!, plan.position[a]!, plan.position[a]! + 1, plan.machine[b]!, plan.position[b]!, plan.position[b]! + 1);
    return exchange;
  };

  const moveAll = (jobs: readonly number[], to: number): (() => void) | null => {
    const backs: (() => void)[] = [];
    for (const job of jobs) {
      const back = moveJob(job, to);
      if (back !== null) backs.push(back);
    }
    if (backs.length === 0) return null;
    return () => {
      for (const back of backs.reverse()) back();
    };
  };
  const membersOf = (batch: number): number[] => {
    const jobs: number[] = [];
    for (let job = plan.first[batch]!; job !== NOWHERE; job = plan.next[job]!) jobs.push(job);
    return jobs;
  };

  const drawJob = (): number => random.below(ovens.jobs);
  const drawMate = (job: number): number => {
    const mates = byRecipe[ovens.recipe[job]!]!;
    return mates[random.below(mates.length)]!;
  };
  return [
    () => {
      const job = drawJob();
      return moveJob(job, plan.batchOf[drawMate(job)]!);
    },
    () => {
      const job = drawJob();
      const machine = random.below(ovens.machines);
      return openBatch(
        job,
        machine,
        nearbyPlace(machine, Math.max(ovens.release[job]!, plan.end[plan.batchOf[job]!]! - plan.duration[plan.batchOf[job]!]!)),
      );
    },
    () => {
      const job = drawJob();
      return swapJobs(job, drawMate(job));
    },
    () => moveBatch(plan.batchOf[drawJob()]!),
    () => swapBatches(plan.batchOf[drawJob()]!, plan.batchOf[drawJob()]!),
    () => {
      const job = drawJob();
      const from = plan.batchOf[job]!;
      const to = plan.batchOf[drawMate(job)]!;
      return from === to ? null : moveAll(membersOf(from), to);
    },
    () => {
      const from = plan.batchOf[drawJob()]!;
      const jobs = membersOf(from).filter(() => random.below(2) === 0);
      if (jobs.length === 0 || jobs.length === plan.members[from]) return null;
      const machine = random.below(2) === 0 ? plan.machine[from]! : random.below(ovens.machines);
      const back = openBatch(jobs[0]!, machine, nearbyPlace(machine, plan.end[from]! - plan.duration[from]!));
      if (back === null) return null;
      const rest = moveAll(jobs.slice(1), plan.batchOf[jobs[0]!]!);
      return () => {
        rest?.();
        back();
      };
    },
  ];
}

/** A first plan: jobs by due date, each into the batch or behind the machine where it costs least. */
export function construct(plan: OvenPlan, ovens: Ovens): void {
  const journal = newJournal(ovens);
  const order = Array.from({ length: ovens.jobs }, (_, job) => job).sort(
    (a, b) => ovens.due[a]! - ovens.due[b]! || ovens.release[a]! - ovens.release[b]!,
  );
  for (const job of order) placeCheapest(plan, job, journal);
}

function placeCheapest(plan: OvenPlan, job: number, journal: Journal): void {
  const { ovens } = plan;
  let bestCost = Number.POSITIVE_INFINITY;
  let bestBatch = NOWHERE;
  let bestMachine = 0;
  const begin = (): void => {
    journal.size = 0;
    journal.total = plan.total;
  };
  for (let machine = 0; machine < ovens.machines; machine++) {
    for (let at = Math.max(0, plan.length[machine]! - 25); at < plan.length[machine]!; at++) {
      const batch = plan.sequence[machine]![at]!;
      if (plan.kind[batch] !== ovens.recipe[job] || !takes(plan, batch, job)) continue;
      begin();
      join(plan, job, batch);
      retime(plan, machine, at, at + 1, journal);
      if (plan.total < bestCost) {
        bestCost = plan.total;
        bestBatch = batch;
      }
      leave(plan, job);
      restore(plan, journal);
    }
    if (ovens.eligible[job * ovens.machines + machine] === 0 || ovens.size[job]! > ovens.capacity[machine]!) continue;
    begin();
    const batch = plan.free.pop()!;
    plan.cost[batch] = 0;
    plan.end[batch] = NOWHERE;
    join(plan, job, batch);
    insert(plan, batch, machine, plan.length[machine]!);
    retime(plan, machine, plan.position[batch]!, plan.length[machine]!, journal);
    if (plan.total < bestCost) {
      bestCost = plan.total;
      bestBatch = NOWHERE;
      bestMachine = machine;
    }
    remove(plan, batch);
    leave(plan, job);
    restore(plan, journal);
    plan.free.push(batch);
  }
  begin();
  if (bestBatch === NOWHERE) {
    const batch = plan.free.pop()!;
    plan.cost[batch] = 0;
    plan.end[batch] = NOWHERE;
    join(plan, job, batch);
    insert(plan, batch, bestMachine, plan.length[bestMachine]!);
    retime(plan, bestMachine, plan.position[batch]!, plan.length[bestMachine]!, journal);
  } else {
    join(plan, job, bestBatch);
    retime(plan, plan.machine[bestBatch]!, plan.position[bestBatch]!, plan.position[bestBatch]! + 1, journal);
  }
}
