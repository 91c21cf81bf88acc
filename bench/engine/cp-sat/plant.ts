import { roundEnd } from '../../../server/scheduling/calendar.ts';
import { NEVER, NONE, type Problem, type Solution, WORK } from '../../../server/scheduling/index.ts';
import { completionOf, runCost, slackCost, tardinessCost } from '../../../server/scheduling/objective.ts';
import { createTimetable, type Group, groupsOf, mostDaysLate, refuseOthers, shortages, type Timetable } from './places.ts';
import { createModel, type Expression, type Interval, type Model, sum, weightedSum } from './proto.ts';
import { addTask, type Place, type Task, ticksOf } from './tasks.ts';

/** Integer units of a score of 1: with the plant's own weights every term of the objective is a whole number of them. */
const SCALE = 1_200_000;
/** Whole numbers in a unit of weight and of volume. */
const LOAD_SCALE = 1_000_000;

/** A run that may take place: opened by the first of its members, which is its name. */
interface Run {
  readonly group: Group;
  /** Whether the known plan has it. */
  readonly opens: boolean;
  /** Modes that may be in it and whether they are; the first is the opener's. */
  readonly members: { readonly mode: number; readonly inside: Expression }[];
}

/** What the parts of the model share. */
interface Peer {
  readonly problem: Problem;
  readonly model: Model;
  readonly timetable: Timetable;
  readonly tasks: readonly Task[];
  readonly runs: readonly Run[];
  /** Most days an order may be late, and the latest end of each activity. */
  readonly late: number;
  readonly latest: readonly number[];
  readonly known: Solution;
}

/** A plan to start from. */
export interface Known {
  readonly solution: Solution;
  readonly total: number;
}

/** The problem as CP-SAT sees it, and the way back from its values. */
export interface PeerModel {
  readonly model: Model;
  /** Units of its objective in a score of 1. */
  readonly scale: number;
  solutionOf(value: (variable: Expression) => number): Solution;
}

/**
 * The plant's whole problem as a CP-SAT model, nothing simplified. What keeps the usual working time is a variable, the number of its first working tick, so
 * that pauses vanish; every other place is a row of a table made by the engine's timing rules. Facilities are cumulatives of optional intervals; a furnace run
 * is named by its first member, so that no two numberings of the same runs exist (asymmetric representatives, Campêlo et al. 2008). Orders may be late only as
 * far as a plan no worse than `known` can have them, and `known` is a hint. CP-SAT's bound is therefore a bound of the score.
 * Throws RangeError for a problem that is no generated foundry.
 */
export function plantModel(problem: Problem, known: Known): PeerModel {
  refuseOthers(problem);
  const model = createModel();
  const groups = groupsOf(problem);
  const timetable = createTimetable(problem, groups);
  const late = mostDaysLate(problem, known.total);
  const latest = Array.from({ length: problem.activities.count }, (_, a) => latestEnd(problem, late, a));
  const places = placesIn(problem, known.solution);
  const tasks = latest.map((until, a) => addTask(problem, model, timetable, until, places[a]!));
  const runs = groups.flatMap((group) => addRuns(problem, model, tasks, group, known.solution));
  const peer = { problem, model, timetable, tasks, runs, late, latest, known: known.solution };
  addCapacity(peer);
  addOrder(peer);
  const costs = [...runCosts(peer), ...dueDates(peer), ...workInProgress(peer)];
  const terms = costs.map(({ of }) => of);
  const factors = costs.map(({ cost }) => Math.round(cost * SCALE));
  model.minimize(weightedSum(terms, factors));
  return { model, scale: SCALE, solutionOf: (value) => readBack(peer, value) };
}

interface Cost {
  readonly of: Expression;
  readonly cost: number;
}

function latestEnd({ jobs, chains, activities, horizon, day }: Problem, late: number, a: number): number {
  const due = jobs.due[chains.job[activities.chain[a]!]!]!;
  return due === NEVER ? horizon : Math.min(horizon, due + late * day!.ticks);
}

/** Where a plan has the activities, with the set-ups of their runs. */
function placesIn({ modes }: Problem, { start, end, mode, furnaceRun, furnaceRuns }: Solution): Place[] {
  const setups = furnaceRuns.map(({ members }) => Math.max(...members.map((a) => modes.setup[mode[a]!]!)));
  return Array.from(start, (from, a) => ({
    activity: a,
    start: from,
    end: end[a]!,
    mode: mode[a]!,
    setup: furnaceRun[a] === NONE ? 0 : setups[furnaceRun[a]!]!,
  }));
}

function addRuns(problem: Problem, model: Model, tasks: readonly Task[], group: Group, known: Solution): Run[] {
  const { activities, modes, machines } = problem;
  const chosen = (mode: number): Expression => {
    const a = modes.activity[mode]!;
    return tasks[a]!.chosen[mode - activities.modeFrom[a]!]!;
  };
  const knownRun = (mode: number): number => {
    const a = modes.activity[mode]!;
    return known.mode[a] === mode ? known.furnaceRun[a]! : NONE;
  };
  const runs = group.modes.map((opener, first) => {
    const run = knownRun(opener);
    const opens = run !== NONE && group.modes.findIndex((mode) => knownRun(mode) === run) === first;
    return {
      group,
      opens,
      members: group.modes.slice(first).map((mode) => ({ mode, inside: model.newBoolVar(opens && knownRun(mode) === run) })),
    };
  });
  group.modes.forEach((mode, at) => {
    model.add(sum(runs.slice(0, at + 1).map(({ members }) => members.find((each) => each.mode === mode)!.inside)).eq(chosen(mode)));
  });
  const { maxWeight, maxVolume } = machines[group.machine]!;
  for (const { members } of runs) {
    const opener = members[0]!;
    const run = ticksOf(tasks, modes.activity[opener.mode]!);
    for (const [loads, limit] of [
      [activities.weight, maxWeight],
      [activities.volume, maxVolume],
    ] as const) {
      if (!Number.isFinite(limit)) continue;
      const load = sum(members.map(({ mode, inside }) => inside.times(Math.round(loads[modes.activity[mode]!]! * LOAD_SCALE))));
      model.add(load.le(opener.inside.times(Math.round(limit * LOAD_SCALE))));
    }
    for (const { mode, inside } of members.slice(1)) {
      const task = ticksOf(tasks, modes.activity[mode]!);
      model.add(inside.le(opener.inside));
      for (const part of ['start', 'end', 'setup'] as const) model.add(task[part].eq(run[part])).onlyEnforceIf(inside);
    }
  }
  return runs;
}

/** A literal for each set-up a run may have: its cost is then a sum, and a member of a longer set-up forbids the shorter ones. */
function runCosts({ problem, model, tasks, runs, known }: Peer): Cost[] {
  const { modes } = problem;
  const places = placesIn(problem, known);
  return runs.flatMap(({ group, members, opens }) => {
    const opener = members[0]!;
    const needed = opens ? places[modes.activity[opener.mode]!]!.setup : NONE;
    const taken = group.setups.map((setup) => ({ setup, literal: model.newBoolVar(setup === needed) }));
    model.add(sum(taken.map(({ literal }) => literal)).eq(opener.inside));
    for (const { setup, literal } of taken) model.add(ticksOf(tasks, modes.activity[opener.mode]!).setup.eq(setup)).onlyEnforceIf(literal);
    for (const { mode, inside } of members) {
      const enough = taken.filter(({ setup }) => setup >= modes.setup[mode]!);
      model.add(inside.le(sum(enough.map(({ literal }) => literal))));
    }
    return taken.map(({ setup, literal }) => ({ of: literal, cost: runCost(problem, group.recipe, setup, group.duration) }));
  });
}

/** A literal for each number of days after the due date, or, where slack has a cost, before it. */
function dueDates({ problem, model, tasks, late, known }: Peer): Cost[] {
  const { jobs, objective, day } = problem;
  const first = -objective.slackDays;
  if (first === late) return [];
  return Array.from({ length: jobs.count }, (_, job) => {
    const due = jobs.due[job]!;
    if (due === NEVER) return [];
    const knownDays = Math.max(first, Math.ceil((completionOf(problem, known.end, job) - due) / day!.ticks));
    const days = Array.from({ length: late - first + 1 }, (_, at) => model.newBoolVar(first + at === knownDays));
    model.addExactlyOne(days);
    const allowed = sum(days.map((literal, at) => literal.times((first + at) * day!.ticks)));
    if (jobs.floor[job]! > due) model.add(allowed.ge(jobs.floor[job]! - due));
    for (let chain = jobs.chainFrom[job]!; chain < jobs.chainFrom[job + 1]!; chain++)
      for (const { end } of lastSpans(problem, tasks, chain)) model.add(end.le(allowed.plus(due)));
    return days.map((literal, at) => {
      const slack = slackCost(problem, objective, due, due + (first + at) * day!.ticks);
      return { of: literal, cost: tardinessCost(objective, first + at) + slack };
    });
  }).flat();
}

/** Spans of the activities of a chain that nothing follows. */
function lastSpans({ chains, activities }: Problem, tasks: readonly Task[], chain: number): { start: Expression; end: Expression }[] {
  const [from, to] = [chains.activityFrom[chain]!, chains.activityFrom[chain + 1]!];
  const followed = new Set<number>();
  for (let a = from; a < to; a++) for (let p = activities.predFrom[a]!; p < activities.predTo[a]!; p++) followed.add(p);
  return Array.from({ length: to - from }, (_, at) => from + at)
    .filter((a) => !followed.has(a))
    .map((a) => tasks[a]!.span());
}

function workInProgress({ problem, model, tasks, latest, known }: Peer): Cost[] {
  const { chains, objective, day } = problem;
  const tick = objective.weights.work_in_progress_day / day!.ticks;
  return Array.from({ length: chains.count }, (_, chain) => {
    const [from, to] = [chains.activityFrom[chain]!, chains.activityFrom[chain + 1]!];
    if (from === to) return [];
    const last = model.newIntVar(0, latest[from]!, Math.max(...known.end.subarray(from, to)));
    for (const { end } of lastSpans(problem, tasks, chain)) model.add(last.ge(end));
    const begun = chains.begun[chain]!;
    return [{ of: begun === NONE ? last.minus(tasks[from]!.span().start) : last.minus(begun), cost: tick }];
  }).flat();
}

/** Facilities that keep the usual working time count in its numbers, all others in plain ticks. */
function addCapacity({ problem, model, timetable, tasks, runs, latest }: Peer): void {
  const { activities, modes, machines } = problem;
  const intervals = machines.map((): Interval[] => []);
  const inTicks = (a: number, present: Expression): Interval => {
    const { start, length, end } = ticksOf(tasks, a);
    return model.newOptionalIntervalVar(start, length, end, present);
  };
  tasks.forEach(({ slot, chosen }, a) => {
    chosen.forEach((literal, at) => {
      const mode = activities.modeFrom[a]! + at;
      const machine = modes.machine[mode]!;
      if (modes.kind[mode] !== WORK || machines[machine]!.unlimited) return;
      const usual = timetable.keepsUsual(machine);
      intervals[machine]!.push(usual ? model.newOptionalFixedSizeIntervalVar(slot, modes.duration[mode]!, literal) : inTicks(a, literal));
    });
  });
  for (const { group, members } of runs) intervals[group.machine]!.push(inTicks(modes.activity[members[0]!.mode]!, members[0]!.inside));
  intervals.forEach((own, m) => {
    if (own.length === 0) return;
    const { before } = timetable.usual;
    const { most: units, missing } = shortages(machines[m]!, Math.max(...latest));
    const places = timetable.keepsUsual(m) ? missing.map(([from, to]) => [before[from]!, before[to]!] as const) : missing;
    const gaps = places.map(([from, to]) => model.newFixedSizeIntervalVar(from, to - from));
    model.addCumulative([...own, ...gaps], [...own.map(() => 1), ...missing.map(([, , count]) => count)], units);
  });
}

/** Predecessors, and the parts of one lot on one machine. */
function addOrder({ problem, model, tasks }: Peer): void {
  const { activities, modes, machines } = problem;
  const onMachine = (a: number, machine: number): Expression[] =>
    tasks[a]!.chosen.filter((_, at) => modes.machine[activities.modeFrom[a]! + at] === machine);
  tasks.forEach((task, a) => {
    for (let p = activities.predFrom[a]!; p < activities.predTo[a]!; p++) {
      const before = tasks[p]!;
      model.add(task.ticks && before.ticks ? task.ticks.start.ge(before.ticks.after) : task.slot.ge(before.done));
    }
    const lead = activities.lead[a]!;
    if (lead === a) return;
    machines.forEach((_, machine) => {
      const [own, first] = [onMachine(a, machine), onMachine(lead, machine)];
      if (own.length > 0 && first.length > 0) model.add(sum(own).eq(sum(first)));
      else for (const literal of [...own, ...first]) model.add(literal.eq(0));
    });
  });
}

/** The plan of a set of values. A run is as long as its members need, where the search left it a longer set-up. */
function readBack({ problem, timetable, tasks, runs }: Peer, value: (variable: Expression) => number): Solution {
  const { activities, modes, recipes, day } = problem;
  const { tickOf } = timetable.usual;
  const mode = Int32Array.from(tasks, ({ chosen }, a) => activities.modeFrom[a]! + chosen.findIndex((literal) => value(literal) === 1));
  const start = Int32Array.from(tasks, ({ slot, ticks }) => (ticks ? value(ticks.start) : tickOf[value(slot)]!));
  const end = Int32Array.from(tasks, ({ slot, ticks }, a) =>
    ticks ? value(ticks.end) : tickOf[value(slot) + modes.duration[mode[a]!]! - 1]! + 1,
  );
  const furnaceRun = new Int32Array(activities.count).fill(NONE);
  const open = runs.filter(({ members }) => value(members[0]!.inside) === 1);
  const furnaceRuns = open.map(({ group, members }) => {
    const own = members.filter(({ inside }) => value(inside) === 1).map((member) => member.mode);
    const from = start[modes.activity[own[0]!]!]!;
    const need = Math.max(...own.map((each) => modes.setup[each]!)) + group.duration + recipes.hold[group.recipe]!;
    const { machine, recipe } = group;
    return { machine, recipe, start: from, end: roundEnd(day, from + need), members: own.map((each) => modes.activity[each]!) };
  });
  furnaceRuns.sort((a, b) => a.machine - b.machine || a.start - b.start);
  furnaceRuns.forEach((run, at) => {
    for (const a of run.members) {
      furnaceRun[a] = at;
      end[a] = run.end;
    }
  });
  return { start, end, mode, furnaceRun, furnaceRuns };
}
