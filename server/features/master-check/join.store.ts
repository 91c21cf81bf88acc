import type { Knex } from 'knex';
import type { Plan } from '../../db/plan.ts';
import { EMPTY_RUNS } from '../../db/sql/empty-runs.ts';
import type { Db } from '../../db/types.ts';

/** Two that are one but for zeros in front of their number: the one with the longer spelling is kept. Of orders a person has to say which goes. */
export interface Double {
  kind: 'lots' | 'products' | 'orders';
  keep: number;
  drop: number;
  keep_name: string;
  drop_name: string;
  /** The order of lots. */
  order_id: number | null;
  serial_number: string | null;
}

type Pair = Pick<Double, 'keep' | 'drop'>;

const SAME = (key: string): string =>
  `a.${key} ~ '^[0-9]+$' and b.${key} ~ '^[0-9]+$' and ltrim(a.${key}, '0') = ltrim(b.${key}, '0') and length(a.${key}) > length(b.${key})`;

const DOUBLES = `
  select 'lots' as kind, a.id as keep, b.id as drop, a.lot_number as keep_name, b.lot_number as drop_name, o.id as order_id, o.serial_number
  from lots a join lots b on b.order_id = a.order_id and ${SAME('lot_key')} join orders o on o.id = a.order_id
  union all
  select 'products', a.id, b.id, a.product_code, b.product_code, null, null
  from products a join products b on ltrim(a.code_key, '0') = ltrim(b.code_key, '0') and ${SAME('code_key')}
  union all
  select 'orders', a.id, b.id, a.serial_number, b.serial_number, b.id, b.serial_number
  from orders a join orders b on ltrim(a.serial_key, '0') = ltrim(b.serial_key, '0') and ${SAME('serial_key')}`;

/** Lots, products and orders that stand twice. */
export async function doublesOf(db: Db): Promise<Double[]> {
  const { rows } = await db.raw(`${DOUBLES} order by serial_number, keep_name, drop_name`);
  return rows as Double[];
}

/** Whether something of the rows that the join would drop has been fixed in the plan, or marked. */
export async function isFixed(trx: Knex.Transaction, plan: Plan, { keep, drop }: Pair): Promise<boolean> {
  const { rows } = await trx.raw(
    `select exists (select 1 from order_tasks t join order_tasks k on k.lot_id = :keep and k.task_sort = t.task_sort
       where t.lot_id = :drop and (exists (select 1 from plan_entries e where e.layer = ${plan} and e.id = t.id and e.locked)
         or exists (select 1 from actuals a where a.order_task_id = t.id and (a.marked or a.started_at is not null)))) as fixed`,
    { keep, drop },
  );
  return rows[0].fixed as boolean;
}

/** What both say of a process is said by the row that came later; it and its bars stay where the longer spelling has them. */
const FIELDS = ['arrangement', 'task_name', 'outsourcing_code', 'order_name', 'setup_hours', 'work_hours', 'solution_frame_days'];
const PROGRESS = ['received', 'last_reception_date', 'order_quantity', 'received_quantity'];

/** Makes two lots one: processes, castings and bars in every plan of the dropped go to the kept. */
export async function joinLots(trx: Knex.Transaction, { keep, drop }: Pair): Promise<void> {
  const ids = { keep, drop };
  const sets = [...FIELDS, ...PROGRESS].map((column) => `"${column}" = t."${column}"`).join(', ');
  await trx.raw(
    `update order_tasks k set ${sets} from order_tasks t where k.lot_id = :keep and t.lot_id = :drop and t.task_sort = k.task_sort and t.task_id = k.task_id and t.id > k.id`,
    ids,
  );
  await trx.raw(
    'delete from order_tasks t using order_tasks k where t.lot_id = :drop and k.lot_id = :keep and k.task_sort = t.task_sort',
    ids,
  );
  await trx.raw(
    'update castings k set casting_date = t.casting_date, version = k.version + 1 from castings t where k.lot_id = :keep and t.lot_id = :drop and t.id > k.id',
    ids,
  );
  await trx.raw('delete from castings where lot_id = :drop and exists (select 1 from castings where lot_id = :keep)', ids);
  for (const table of ['order_tasks', 'castings', 'plan_entries']) await trx(table).where({ lot_id: drop }).update({ lot_id: keep });
  await trx('lots').where({ id: drop }).del();
  await trx.raw(`delete from ${EMPTY_RUNS}`);
}

/** Makes two products one: the orders of the dropped are the kept one's, recipes that it lacks go to it. */
export async function joinProducts(trx: Knex.Transaction, { keep, drop }: Pair): Promise<void> {
  const ids = { keep, drop };
  await trx.raw(
    `update orders o set product_id = k.id, product_code = k.product_code, product_key = k.code_key, version = o.version + 1
     from products k, products t where k.id = :keep and t.id = :drop and (o.product_id = t.id or o.product_key = t.code_key)`,
    ids,
  );
  for (const table of ['heat_treatments', 'product_processings', 'demoldings']) {
    await trx.raw(
      `update ${table} t set product_id = :keep where t.product_id = :drop and not exists (select 1 from ${table} k where k.product_id = :keep and k.task_id = t.task_id)`,
      ids,
    );
  }
  await trx.raw('update products set active = true, version = version + 1 where id = :keep', ids);
  await trx('products').where({ id: drop }).del();
}
