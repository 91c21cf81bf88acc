import { describe, expect, test } from 'vitest';
import { plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { DEFAULT_PLAN_SETTINGS } from '../../server/domain/plant/plan-settings.ts';
import { type Proposals, type ProposeOptions, solve, TRIAL_KINDS, trialsFor, tryProposals } from '../../server/scheduling/index.ts';
import { addEntry, addOrder, facility, foundry, HEAT, MACHINING, machined, NOW, plan, read, SHAKE_OUT, treatment } from './plant.ts';
import { randomPlant } from './random-plant.ts';
import { type Rows, withPlan } from './standing.ts';

const SEEDS = [1, 2, 3] as const;
/** A plant whose plans differ from seed to seed. */
const NOISY = 12;

const proposed = (rows: Rows, more: Partial<ProposeOptions> = {}): Proposals | null =>
  tryProposals(rows, DEFAULT_PLAN_SETTINGS, plantMinutes(NOW), { budget: { rounds: 150 }, seeds: SEEDS, ...more });

/** The rows with a plan of so many rounds standing. */
const planned = (rows: Rows): Rows => withPlan(rows, plan(rows, {}, { rounds: 150 }).outcome);

/** Orders of a day each at the one machining, so many more than days until they are due. */
function crowded(orders: number, delivery_date: string): Rows {
  const rows = foundry();
  for (let i = 0; i < orders; i += 1) machined(rows, 8, { delivery_date });
  return planned(rows);
}

/** A plant in which all waits for a partner. */
function away(): Rows {
  const rows = foundry();
  rows.outsourcings.push({ outsourcing_code: 'K-1' });
  for (let i = 0; i < 3; i += 1)
    addOrder(rows, {
      order: { delivery_date: '2026-04-10' },
      tasks: [{ task_id: SHAKE_OUT, arrangement: '外注', outsourcing_code: 'K-1', solution_frame_days: 12 }, MACHINING],
    });
  return planned(rows);
}

/** A bar that somebody has locked far behind its due date. */
function locked(): { rows: Rows; task: number } {
  const rows = foundry();
  const task = machined(rows, 4, { delivery_date: '2026-04-03' });
  addEntry(rows, task, '04-20 08:00', '04-20 12:00', { facility_id: 14, unit: 0, locked: true });
  return { rows, task };
}

/** Two lots in one locked charge, of which one could have gone a week before. */
function parted(): { rows: Rows; task: number } {
  const rows = foundry();
  rows.heat_treatments.push(treatment());
  rows.facilities.push(facility(21, [HEAT], { max_weight: 1000, volume: 2, depth: 2, width: 1, height: 1 }));
  const [task] = addOrder(rows, { order: { delivery_date: '2026-04-07' }, tasks: [HEAT] }) as [number];
  const [, mate] = addOrder(rows, { order: { delivery_date: '2026-05-29' }, tasks: [{ task_id: MACHINING, work_hours: 40 }, HEAT] });
  const furnace = { facility_id: 13, unit: 0, locked: true };
  const ids = [task, mate!].map((id) => addEntry(rows, id, '04-15 08:00', '04-15 16:00', furnace).id);
  rows.furnace_runs.push({
    ...{ id: 1, facility_id: 13, unit: 0, temperature: 900, retention_time: 4, cooling_method: '空冷', cooling_time: 4 },
    ...{ run_start: '2026-04-15T08:00:00+09:00', run_end: '2026-04-15T16:00:00+09:00' },
  });
  for (const plan_entry_id of ids) rows.furnace_run_members.push({ furnace_run_id: 1, plan_entry_id, pieces: 2, weight: 200, volume: 0.2 });
  return { rows, task };
}

const unitPlant = crowded(12, '2026-04-03');
const [lock, mate] = [locked(), parted()];

describe('what is proposed first', () => {
  test.each([
    ['unit', unitPlant, { facility_id: 14 }, [{ kind: 'availability', facility_id: 14, from_date: '2026-04-01', units: 2 }]],
    ['saturday', crowded(4, '2026-04-06'), { facility_id: 14 }, [{ kind: 'availability', from_date: '2026-04-04', to_date: '2026-04-04' }]],
    ['partner', away(), { outsourcing_code: 'K-1' }, [{ kind: 'partner', outsourcing_code: 'K-1', lead_days: 9 }]],
    ['lock', lock.rows, { facility_id: 14 }, [{ kind: 'unlock', order_task_id: lock.task }]],
    ['mate', mate.rows, { facility_id: 13 }, [{ kind: 'unlock', order_task_id: mate.task }]],
  ])('%s: what the late orders wait for', (kind, rows, where, premises) => {
    const before = structuredClone(rows);
    const { standing, proposals } = proposed(rows)!;
    const [first] = proposals;
    expect(first).toMatchObject({ shown: true, why: { kind, ...where }, premises });
    expect(first!.why.order_ids.length).toBeGreaterThan(0);
    expect(first!.late_days[0]).toBe(standing!.late_days);
    expect(first!.late_days[0] - first!.late_days[1]).toBe(first!.gain_days[0]);
    expect(first!.gain_days).toHaveLength(SEEDS.length);
    expect(first!.moved.orders).toBeGreaterThan(0);
    expect(rows).toEqual(before);
  });
});

describe('trials', () => {
  test('are thirty at most, none twice, and those of the longest lateness first', () => {
    const { problem, result } = plan(crowded(40, '2026-04-03'), {}, { rounds: 10 });
    const trials = trialsFor(unitPlant, DEFAULT_PLAN_SETTINGS, plantMinutes(NOW), { problem, solution: result.solution });
    expect(trials.length).toBeLessThanOrEqual(30);
    expect(new Set(trials.map(({ premises }) => JSON.stringify(premises))).size).toBe(trials.length);
    const most = Math.max(...trials.map(({ why }) => why.late_days));
    expect(trials[0]!.why.late_days).toBe(most);
    expect(trials.every(({ why }) => TRIAL_KINDS.includes(why.kind))).toBe(true);
  });

  test('none is shown where nothing helps: overdue before today, and waiting days', () => {
    const rows = foundry();
    machined(rows, 4, { delivery_date: '2026-03-20' });
    rows.product_processings.push({ product_id: 1, task_id: SHAKE_OUT, facility_id: 12, waiting_days: 14 });
    addOrder(rows, { order: { delivery_date: '2026-04-06' }, tasks: [SHAKE_OUT, MACHINING] });
    const { standing, proposals } = proposed(planned(rows))!;
    expect(standing!.late_orders).toBe(2);
    expect(proposals.filter(({ shown }) => shown)).toEqual([]);
  });

  test('gain what is beyond the noise, which is how far the same search differs from seed to seed', () => {
    const rows = randomPlant(NOISY, 12);
    const { problem } = read(rows);
    const seeds = [1, 2] as const;
    const days = seeds.map((seed) => solve(problem, { budget: { rounds: 5 }, seed }).score.late_days);
    const { standing, noise_days, proposals } = proposed(rows, { budget: { rounds: 5 }, seeds })!;
    expect(standing).toBeNull();
    expect(noise_days).toBe(Math.max(...days) - Math.min(...days));
    expect(noise_days).toBeGreaterThan(0);
    for (const one of proposals) {
      expect(one.noise_days).toBeGreaterThanOrEqual(noise_days);
      expect(one.noise_days).toBeGreaterThanOrEqual(Math.max(...one.gain_days) - Math.min(...one.gain_days));
      if (one.shown) expect(Math.min(...one.gain_days)).toBeGreaterThan(one.noise_days);
    }
  });

  test('stop when they are cancelled', () => {
    const made: [number, number][] = [];
    const cancelled = (): boolean => made.length >= 4;
    expect(proposed(unitPlant, { cancelled, onTried: (...told) => made.push(told) })).toBeNull();
    expect(made).toHaveLength(4);
    expect(made[3]![1]).toBeGreaterThan(SEEDS.length);
  });
});
