import { describe, expect, it } from 'vitest';
import { aroundsOf } from '../../admin/board/chart/scene/group/arounds.ts';
import { chance, type Random, streamOf, whole } from '../../seeds/demo/random.ts';
import { plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { eligibleFacilities, treatmentOn } from '../../server/domain/plant/eligibility.ts';
import { DEFAULT_PLAN_SETTINGS } from '../../server/domain/plant/plan-settings.ts';
import { SCHEDULE_TEXTS } from '../../server/domain/texts/plan/schedule.ts';
import { masterHandlers } from '../../server/features/master/master.handlers.ts';
import { loadSnapshot } from '../../server/features/runs/work/load-rows.ts';
import { readProblem } from '../../server/scheduling/index.ts';
import { caller } from '../support/call.ts';
import { ownDatabase } from '../support/database.ts';
import { span } from '../support/here.ts';
import { plannedBar } from '../support/planned-bar.ts';
import { plantBuilder } from '../support/plant.ts';
import { schedulesOf } from '../support/schedules.ts';

const TODAY = '2026-04-01';
const clock = (): number => Date.parse(`${TODAY}T07:00:00+09:00`);

describe('run, form, calendar and マスタ点検', () => {
  const database = ownDatabase();

  /** An order of a product whose tasks have facilities, processings and treatments as chance will have it; each task has a bar. */
  async function smallPlant(random: Random) {
    const make = plantBuilder(database.knex);
    const insert = (table: string, row: object) => database.knex(table).insert(row);
    const tasks = [await make.task({ task_code: `320-3123-${whole(random, 1000, 9_999_999)}` }), await make.task(), await make.task()];
    const facilities: number[] = [];
    for (let count = 0; count < 4; count += 1)
      facilities.push(await make.facility({ tasks: tasks.filter(() => chance(random, 0.3)), active: chance(random, 0.6) }));
    const product = await make.product();
    for (const task_id of tasks) {
      const [processed, treated] = [chance(random, 0.3), chance(random, 0.5)];
      for (const facility_id of [null, ...facilities]) {
        if (facility_id !== null && processed && chance(random, 0.4))
          await insert('product_processings', { product_id: product, task_id, facility_id, waiting_days: 0 });
        if (treated && chance(random, 0.35)) await make.heat(product, task_id, { facility_id });
      }
    }
    const order = await make.order({ product_id: product, casting_date: '2026-03-01' });
    const lot = await make.lot(order);
    const rows: { task: number; bar: number }[] = [];
    for (const task of tasks) {
      rows.push({ task, bar: await plannedBar(make)(lot, task, ['2026-04-06 08:00', '2026-04-06 10:00']) });
    }
    return { order, product, facilities, rows };
  }

  /** What the one rule says. */
  async function expectedOf(product: number, task: number) {
    const naming = {
      processings: await database.knex('product_processings').where({ product_id: product, task_id: task }),
      treatments: await database.knex('heat_treatments').where({ product_id: product, task_id: task }),
    };
    const doings = await database.knex('facility_tasks');
    const facilities = (await database.knex('facilities').orderBy('id')).map(({ id, active }) => {
      return { id, active, task_ids: doings.filter((row) => row.facility_id === id).map((row) => row.task_id) };
    });
    const ids = eligibleFacilities(facilities, task, naming).map(({ id }) => id as number);
    const treated = ids.filter((id) => treatmentOn(naming.treatments, id));
    return { ids, used: treated.length > 0 ? treated : ids };
  }

  async function modesOf(orderTask: number): Promise<number[]> {
    const { rows } = await loadSnapshot(database.knex);
    const open = { ...rows, plan_entries: [] };
    const { problem } = readProblem(open, DEFAULT_PLAN_SETTINGS, plantMinutes(`${TODAY}T07:00:00+09:00`));
    const plant = problem.plant!;
    const activity = plant.tasks.findIndex(({ order_task_id }) => order_task_id === orderTask);
    const { modes } = problem;
    const machines = [...modes.activity].flatMap((of, mode) => (of === activity ? [modes.machine[mode]!] : []));
    return machines.flatMap((machine) => plant.machines[machine]!.facility_id ?? []).sort((a, b) => a - b);
  }

  async function refusals(bar: number, facilities: readonly number[]): Promise<number[]> {
    const call = caller(schedulesOf(database.knex));
    const refused: number[] = [];
    for (const facility of facilities) {
      await database.knex('plan_entries').where({ id: bar }).update({ facility_id: null });
      await call('modifySchedule', { params: { id: bar }, body: { ...SPAN, facility } }).catch(({ fields }) => {
        expect(fields).toEqual({ facility: [SCHEDULE_TEXTS.facility_cannot] });
        refused.push(facility);
      });
    }
    await database.knex('plan_entries').where({ id: bar }).update({ facility_id: null });
    return refused;
  }
  const SPAN = { ...span('2026-04-06 08:00', '2026-04-06 10:00'), locked: false, received_locked: false };

  it('agree on every facility of random small masters', async () => {
    const random = streamOf(11, 'eligibility');
    const schedule = caller(schedulesOf(database.knex));
    const seen = { none: 0, some: 0, refused: 0 };
    for (let plant = 0; plant < 12; plant += 1) {
      const { order, product, facilities, rows } = await smallPlant(random);
      const offered = await schedule('getEligibleFacilities', { params: { id: order } });
      const found = (await caller(masterHandlers({ db: database.knex, clock }))('getMasterCheck', { query: { limit: 1000 } })).results;
      const says = (code: string, id: number) => found.some((finding) => finding.code === code && finding.id === id);
      const unable: boolean[] = [];
      for (const { task, bar } of rows) {
        const { ids, used } = await expectedOf(product, task);
        expect(offered.find(({ task_id }) => task_id === task)!.facility_ids).toEqual(ids);
        const query = { entry_ids: String(bar), from_date: TODAY, to_date: TODAY };
        const around = aroundsOf(await schedule('getSurroundings', { query }), query.to_date)[0]!;
        expect(around.facilities.flatMap(({ id, eligible }) => (eligible ? [id] : [])).sort((a, b) => a - b)).toEqual(ids);
        const refused = await refusals(bar, facilities);
        expect(refused).toEqual(facilities.filter((id) => !ids.includes(id)));
        expect(await modesOf(bar)).toEqual(used);
        const silent = ids.length === 0 && !says('M201', task);
        unable.push(silent);
        expect(ids.length > 0 && says('M201', task)).toBe(false);
        seen.none += Number(ids.length === 0);
        seen.some += Number(ids.length > 0);
        seen.refused += refused.length;
      }
      // What no facility may do is said of the task or, where the product names some, of the product.
      expect(says('M106', product)).toBe(unable.includes(true));
    }
    expect(Math.min(seen.none, seen.some, seen.refused)).toBeGreaterThan(2);
  });
});
