import { describe, expect, test } from 'vitest';
import { check, type Problem, type Solution } from '../../server/scheduling/index.ts';
import { addEntry, addOrder, facility, foundry, HEAT, MACHINING, plan, product, SHAKE_OUT, treatment } from './plant.ts';

/** A planned foundry with two lots that share a furnace run, machining before and after it, one lot away, and one locked entry. */
function planned() {
  const rows = foundry();
  rows.products.push(product({ id: 2, product_code: 'P-2' }));
  rows.facilities.push(facility(16, [HEAT], { max_weight: 1000 }), facility(17, [MACHINING], { availability: 2 }));
  rows.heat_treatments.push(treatment({ waiting_days: 2 }), treatment({ product_id: 2, temperature: 700, work_settings: ['木'] }));
  const steps = [SHAKE_OUT, { task_id: HEAT, setup_hours: 1, work_hours: 0 }, MACHINING];
  const [a, , aEnd] = addOrder(rows, { tasks: steps });
  const [b] = addOrder(rows, { tasks: steps });
  const [c] = addOrder(rows, { order: { product_id: 2 }, tasks: [{ task_id: HEAT, work_hours: 0 }] });
  const [away] = addOrder(rows, { tasks: [{ task_id: SHAKE_OUT, arrangement: '外注', solution_frame_days: 2 }] });
  const [locked] = addOrder(rows, { tasks: [MACHINING] });
  addEntry(rows, locked!, '04-03 08:00', '04-03 10:00', { facility_id: 14, locked: true });
  const { problem, result } = plan(rows, {}, { rounds: 500 });
  const of = (id: number): number => problem.plant!.tasks.findIndex((task) => task.order_task_id === id);
  return {
    ...{ problem, solution: result.solution, a: of(a!), aHeat: of(a! + 1), aEnd: of(aEnd!), bHeat: of(b! + 1), c: of(c!) },
    ...{ away: of(away!), locked: of(locked!) },
  };
}

type Change = { -readonly [K in keyof Solution]: Solution[K] };
const copy = (solution: Solution): Change => ({
  start: solution.start.slice(),
  end: solution.end.slice(),
  mode: solution.mode.slice(),
  furnaceRun: solution.furnaceRun.slice(),
  furnaceRuns: solution.furnaceRuns.map((furnaceRun) => ({ ...furnaceRun, members: [...furnaceRun.members] })),
});

/** Rules that a changed copy of the plan breaks. */
function broken(problem: Problem, solution: Solution, change: (copy: Change) => void): Set<string> {
  const changed = copy(solution);
  change(changed);
  return new Set(check(problem, changed).map((violation) => violation.rule));
}

const shift = (solution: Change, activity: number, ticks: number): void => {
  solution.start[activity]! += ticks;
  solution.end[activity]! += ticks;
};
const shiftRun = (solution: Change, activity: number, ticks: number): void => {
  const b = solution.furnaceRun[activity]!;
  const furnaceRun = solution.furnaceRuns[b]!;
  for (const member of furnaceRun.members) shift(solution, member, ticks);
  solution.furnaceRuns = solution.furnaceRuns.map((each, index) =>
    index === b ? { ...each, start: each.start + ticks, end: each.end + ticks } : each,
  );
};

describe('check', () => {
  const { problem, solution, a, aHeat, aEnd, bHeat, c, away, locked } = planned();
  const breaks = (change: (copy: Change) => void): Set<string> => broken(problem, solution, change);

  test('finds nothing in a plan of the engine', () => expect(check(problem, solution)).toEqual([]));
  test('finds a successor that starts before its predecessor has ended', () =>
    expect(breaks((s) => shift(s, aEnd, s.start[aHeat]! - s.start[aEnd]!))).toContain('precedence'));
  test('finds a successor that starts before the waiting days are over', () => {
    const lag = (s: Change): number => s.end[aHeat]! - s.start[aEnd]!;
    expect(breaks((s) => shift(s, aEnd, lag(s) + 16))).toContain('precedence');
  });
  test('finds a start before the planning start', () =>
    expect(breaks((s) => shift(s, a, problem.activities.release[a]! - s.start[a]! - 4))).toContain('release'));
  test('finds working time outside open hours', () => expect(breaks((s) => shift(s, aEnd, 24))).toContain('working_time'));
  test('finds working time that is too short', () => expect(breaks((s) => (s.end[aEnd]! -= 1))).toContain('working_time'));
  test('finds a lot that comes back from its partner on the wrong day', () =>
    expect(breaks((s) => (s.end[away]! -= 48))).toContain('partners'));
  test('finds a lot that leaves for its partner at night', () => expect(breaks((s) => (s.start[away]! += 16))).toContain('partners'));
  test('finds more work in hand than a facility has units', () => {
    const fixed = solution.start[locked]!;
    const on14 = (s: Change): void => {
      const from = problem.activities.modeFrom[aEnd]!;
      const machine = problem.modes.machine[problem.activities.modeFrom[locked]!];
      s.mode[aEnd] = problem.modes.machine[from] === machine ? from : from + 1;
      shift(s, aEnd, fixed - s.start[aEnd]!);
    };
    expect(breaks(on14)).toContain('capacity');
  });
  test('finds two runs in one furnace', () => {
    const overlap = (s: Change): void => {
      const from = problem.activities.modeFrom[c]!;
      s.mode[c] = problem.modes.machine[from] === s.furnaceRuns[s.furnaceRun[aHeat]!]!.machine ? from : from + 1;
      const b = s.furnaceRun[c]!;
      s.furnaceRuns = s.furnaceRuns.map((each, index) =>
        index === b ? { ...each, machine: s.furnaceRuns[s.furnaceRun[aHeat]!]!.machine } : each,
      );
      shiftRun(s, c, s.start[aHeat]! - s.start[c]!);
    };
    expect(breaks(overlap)).toContain('capacity');
  });
  test('finds a member with other times than its run', () => expect(breaks((s) => shift(s, bHeat, 2))).toContain('run_members'));
  test('finds a member that its run does not list', () => {
    const drop = (s: Change): void => {
      s.furnaceRuns = s.furnaceRuns.map((each) => ({ ...each, members: each.members.filter((member) => member !== bHeat) }));
    };
    expect(breaks(drop)).toContain('run_members');
  });
  test('finds two recipes in one run', () => {
    const mix = (s: Change): void => {
      const from = s.furnaceRun[c]!;
      const to = s.furnaceRun[aHeat]!;
      s.furnaceRuns = s.furnaceRuns.map((each, index) => ({
        ...each,
        members: index === to ? [...each.members, c] : index === from ? [] : each.members,
      }));
      s.furnaceRun[c] = to;
      s.start[c] = s.start[aHeat]!;
      s.end[c] = s.end[aHeat]!;
    };
    expect(breaks(mix)).toContain('run_recipe');
  });
  test('finds a run that is too heavy or too large', () => {
    const heavy = { ...problem, activities: { ...problem.activities, weight: problem.activities.weight.map((kg) => kg * 6) } };
    expect([...broken(heavy, solution, () => undefined)]).toEqual(['run_load']);
    const bulky = {
      ...problem,
      machines: problem.machines.map((machine) => (machine.kind === 'furnace' ? { ...machine, maxVolume: 0.3 } : machine)),
    };
    expect([...broken(bulky, solution, () => undefined)]).toEqual(['run_load']);
  });
  test('finds a run that starts on the wrong weekday', () => expect(breaks((s) => shiftRun(s, c, 48))).toContain('run_start'));
  test('finds a run that starts at night', () => expect(breaks((s) => shiftRun(s, c, 20))).toContain('run_start'));
  test('finds a run that ends too early', () => {
    const shorten = (s: Change): void => {
      const b = s.furnaceRun[c]!;
      s.furnaceRuns = s.furnaceRuns.map((each, index) => (index === b ? { ...each, end: each.end - 2 } : each));
      s.end[c]! -= 2;
    };
    expect(breaks(shorten)).toContain('run_length');
  });
  test('finds a facility that may not do the task', () =>
    expect(breaks((s) => (s.mode[aEnd] = problem.activities.modeFrom[a]!))).toContain('eligibility'));
  test('finds a fixed entry that was moved', () => expect(breaks((s) => shift(s, locked, 48))).toContain('fixed_entries'));
  test('finds times off the grid', () => expect(breaks((s) => shift(s, aEnd, 34))).toContain('grid'));
});
