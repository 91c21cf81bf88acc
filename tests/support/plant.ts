import type { Knex } from 'knex';
import { PUBLISHED } from '../../server/db/plan.ts';
import { codeKey } from '../../server/domain/ground/fold.ts';
import { closeByHand } from '../../server/features/work/work.service.ts';

type Values = Record<string, unknown>;

/** Counted over all files of a worker: what is made bears codes that no demo has, however many files came before. */
let made = 0;

/** Builders of single rows in a database; each takes only what matters to the test and gives the id. */
export function plantBuilder(knex: Knex) {
  const insert = async (table: string, values: Values): Promise<number> => {
    const [row] = await knex(table).insert(values).returning('id');
    return row.id;
  };
  const next = (prefix: string): string => `${prefix}${String(++made).padStart(4, '0')}`;
  const coded = (values: Values, field: string, key: string, prefix: string): Values => {
    const code = String(values[field] ?? next(prefix));
    return { ...values, [field]: code, [key]: codeKey(code) };
  };
  return {
    task: (values: Values = {}) => insert('tasks', { task_name: '検査', ...coded(values, 'task_code', 'code_key', '329-9999-') }),
    facility: async ({ tasks = [], ...values }: Values & { tasks?: number[] } = {}) => {
      const row = coded(values, 'facility_code', 'code_key', 'F');
      const id = await insert('facilities', { facility_name: `設備${row.facility_code}`, ...row });
      for (const task_id of tasks) await knex('facility_tasks').insert({ facility_id: id, task_id });
      return id;
    },
    product: (values: Values = {}) =>
      insert('products', { product_name: '弁箱', customer_name: '三河バルブテック', ...coded(values, 'product_code', 'code_key', 'P') }),
    order: (values: Values = {}) =>
      insert('orders', {
        ...{ number: 4, weight: 100, delivery_status: '素材', material: 'SC480', delivery_date: '2026-05-29', casting_date: '2026-04-01' },
        ...coded(values, 'serial_number', 'serial_key', '0999'),
      }),
    lot: (order_id: number, lot_number = '01') => insert('lots', { order_id, lot_number, lot_key: codeKey(lot_number) }),
    casting: (lot_id: number, casting_date: string) => insert('castings', { lot_id, casting_date }),
    orderTask: (lot_id: number, task_id: number, values: Values = {}) =>
      insert('order_tasks', { lot_id, task_id, task_sort: 10 * ++made, setup_hours: 0.5, work_hours: 1.5, ...values }),
    heat: (product_id: number, task_id: number, values: Values = {}) =>
      insert('heat_treatments', { product_id, task_id, temperature: 900, retention_time: 4, ...values }),
    holiday: (date: string) => insert('holidays', { date }),
    /** A bar of the published plan; `at` is written `2026-04-06 08:00`, `2026-04-06 10:00`. */
    entry: async (lot_id: number, task_id: number, at: readonly [string, string], values: Values = {}) => {
      const { order_task_id = null, received_locked = false, ...own } = values;
      const [start_at, end_at] = at.map((text) => `${text}:00+09`);
      const id = order_task_id ?? (await insert('order_tasks', { lot_id, task_id, task_sort: own.task_sort ?? null, origin: 'hand' }));
      await knex('plan_entries').insert({ id, layer: PUBLISHED, lot_id, task_id, start_at, end_at, ...own });
      if (received_locked) await knex.transaction((trx) => closeByHand(trx, PUBLISHED, [id as number]));
      return id as number;
    },
    /** Bars as they are moved and locked past every rule. */
    lock: (bars: readonly number[], locked = true) =>
      knex('plan_entries')
        .where('layer', PUBLISHED)
        .whereIn('id', [...bars])
        .update({ locked }),
    /** Of processes by hand nothing is left. */
    remove: async (bars: readonly number[]) => {
      await knex('order_tasks')
        .whereIn('id', [...bars])
        .where('origin', 'hand')
        .delete();
      await knex('plan_entries')
        .where('layer', PUBLISHED)
        .whereIn('id', [...bars])
        .delete();
    },
    shift: (bars: readonly number[], days: number) =>
      knex.raw(
        `update plan_entries set start_at = start_at + ? * interval '1 day', end_at = end_at + ? * interval '1 day'
         where layer = ${PUBLISHED} and id = any(?)`,
        [...[days, days, [...bars]]],
      ),
    /** One more bar by hand where this one stands. */
    beside: async (bar: number) => {
      const { layer, lot_id, task_id, facility_id, start_at, end_at } = await knex('plan_entries')
        .where({ layer: PUBLISHED, id: bar })
        .first();
      const id = await insert('order_tasks', { lot_id, task_id, origin: 'hand' });
      await knex('plan_entries').insert({ id, layer, lot_id, task_id, facility_id, start_at, end_at });
      return id;
    },
    furnaceRun: async (facility_id: number, at: readonly [string, string], members: number[], values: Values = {}) => {
      const [run_start, run_end] = at.map((text) => `${text}:00+09`);
      const recipe = { temperature: 900, retention_time: 4, cooling_method: '空冷' };
      const id = await insert('furnace_runs', { layer: PUBLISHED, facility_id, run_start, run_end, ...recipe, ...values });
      const load = { pieces: 2, weight: 200, volume: 0.1 };
      for (const plan_entry_id of members)
        await knex('furnace_run_members').insert({ layer: PUBLISHED, furnace_run_id: id, plan_entry_id, ...load });
      return id;
    },
    employee: (values: Values = {}) =>
      insert('employees', {
        employee_id: '1002',
        employee_key: codeKey(String(values.employee_id ?? '1002')),
        name: '計画 花子',
        permission: 'planning_manager',
        ...values,
      }),
  };
}
