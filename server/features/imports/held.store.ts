import type { Knex } from 'knex';
import { holdsDay } from '../../db/sql/held.ts';
import { STORE_TEXTS } from '../../domain/texts/files/imports.ts';
import { markBad, ROWS } from './staging.store.ts';

/** Promised days are held by orders of their own (仮…). A file that names such an order makes it firm: its places stay, its numbers become the file's. */

interface Context {
  trx: Knex.Transaction;
  has(field: string): boolean;
  report(level: 'error' | 'warning', row: number | null, field: string | null, text: string): void;
  respelled: { old: object; new: object }[];
  renumbered: { old: object; new: object }[];
}

/** The rows of the file that name an order whose processes are still those that were made to hold a day. */
const HELD = `${ROWS} r join orders o on o.serial_key = r.serial_number_key join kept_promises k on k.order_id = o.id and k.provisional`;

/** Orders that hold days take the numbers of orders of their product for which they wait, where the file brings these and they are not there. */
export async function renumberHeld({ trx, has, renumbered }: Context): Promise<void> {
  const same = has('product_code') ? 'r.product_code_key = o.product_key' : 'true';
  const { rows } = await trx.raw(
    `with brought as (select distinct on (o.id) o.id, o.serial_number as old_number, o.serial_key as old_key, r.serial_number as number, r.serial_number_key as key
       from ${ROWS} r join kept_promises k on k.state = 'kept' and code_fold(k.awaits) = r.serial_number_key join orders o on o.id = k.order_id
       where not r.bad and ${same} and not exists (select 1 from orders real where real.serial_key = r.serial_number_key) order by o.id, r.row_number)
     update orders o set serial_number = b.number, serial_key = b.key from brought b where b.id = o.id
     returning jsonb_build_object('id', o.id, 'serial_number', b.old_number, 'serial_key', b.old_key) as old,
       jsonb_build_object('id', o.id, 'serial_number', o.serial_number, 'serial_key', o.serial_key) as new`,
  );
  renumbered.push(...rows);
}

/** Says which held days the file makes firm. One of another product is refused: it would overwrite what is held. */
export async function meetHeld({ trx, has, report }: Context): Promise<void> {
  const other = has('product_code') ? 'r.product_code_key <> o.product_key' : 'false';
  const { rows } = await trx.raw(
    `select distinct on (o.id) k.serial_number as serial, o.product_code as product, r.row_number as row, ${other} as other
     from ${HELD} where not r.bad and ${holdsDay('o.id')} order by o.id, r.row_number`,
  );
  const found = rows as { serial: string; product: string; row: number; other: boolean }[];
  const wrong = found.filter(({ other }) => other);
  for (const { row, serial, product } of wrong) report('error', row, 'product_code', STORE_TEXTS.heldOther(serial, product));
  if (wrong.length > 0) await markBad(trx, 'r.row_number = any (?)', [wrong.map(({ row }) => row)]);
  const met = found.filter(({ other }) => !other).map(({ serial }) => serial);
  if (met.length > 0) report('warning', null, null, STORE_TEXTS.heldMet(met));
}

/** Says which orders that held days wait for are of other products in the file: they take no place. */
export async function awaitedOther({ trx, has, report }: Context): Promise<void> {
  if (!has('product_code')) return;
  const { rows } = await trx.raw(
    `select distinct on (k.id) k.serial_number as held, r.serial_number as serial, r.product_code as product
     from ${ROWS} r join kept_promises k on k.state = 'kept' and code_fold(k.awaits) = r.serial_number_key join orders o on o.id = k.order_id
     where not r.bad and r.product_code_key <> o.product_key order by k.id, r.row_number`,
  );
  const found = rows as { held: string; serial: string; product: string }[];
  if (found.length > 0) report('warning', null, null, STORE_TEXTS.heldAwaits(found));
}

/** Says which new orders are of products of which days are held: one of them may be what was promised. */
export async function besideHeld({ trx, has, report }: Context): Promise<void> {
  if (!has('product_code')) return;
  const { rows } = await trx.raw(
    `select r.serial_number as serial, array_agg(distinct k.serial_number) as held
     from ${ROWS} r join products p on p.code_key = r.product_code_key join kept_promises k on k.product_id = p.id and k.state = 'kept' and k.order_id is not null
     where not r.bad and not exists (select 1 from orders o where o.serial_key = r.serial_number_key)
     group by r.serial_number, r.row_number order by r.row_number`,
  );
  const found = rows as { serial: string; held: string[] }[];
  if (found.length > 0) report('warning', null, null, STORE_TEXTS.heldBeside(found));
}

/** Lots of held orders take the numbers that the file has for them, one after another; the processes stay where they are. */
export async function lotsOfHeld({ trx, respelled }: Pick<Context, 'trx' | 'respelled'>): Promise<void> {
  const { rows } = await trx.raw(
    `with named as (select k.order_id, coalesce(r.lot_number_key, '') as key, min(coalesce(r.lot_number, '')) as lot from ${HELD} where not r.bad group by 1, 2),
       fresh as (select n.*, row_number() over (partition by order_id order by key) as nth from named n
         where not exists (select 1 from lots l where l.order_id = n.order_id and l.lot_key = n.key)),
       free as (select l.*, row_number() over (partition by l.order_id order by l.lot_key) as nth from lots l
         where l.order_id in (select order_id from named) and (l.order_id, l.lot_key) not in (select order_id, key from named))
     update lots l set lot_number = f.lot, lot_key = f.key from free p join fresh f using (order_id, nth) where l.id = p.id
     returning jsonb_build_object('id', l.id, 'lot_number', p.lot_number, 'lot_key', p.lot_key) as old,
       jsonb_build_object('id', l.id, 'lot_number', l.lot_number, 'lot_key', l.lot_key) as new`,
  );
  respelled.push(...rows);
}

/** Query of the lots that held orders have and the file does not, where it has all of the order. */
export const LOTS_TOO_MANY = `select l.id from ${HELD} join lots l on l.order_id = o.id
  group by l.id having not bool_or(r.bad) and not bool_or(l.lot_key = coalesce(r.lot_number_key, ''))`;

/** Such lots go, once nothing of them is left. `audit`: the row of the import in the history. */
export async function dropLotsTooMany(trx: Knex.Transaction, audit: number): Promise<void> {
  const empty = `in (${LOTS_TOO_MANY}) and not exists (select 1 from order_tasks t where t.lot_id = l.id)`;
  const keep = 'insert into import_effects (audit_id, table_name, old) select ?';
  await trx.raw(`${keep}, 'castings', to_jsonb(c) from castings c join lots l on l.id = c.lot_id where l.id ${empty}`, [audit]);
  await trx.raw(`with gone as (delete from lots l where l.id ${empty} returning l.*) ${keep}, 'lots', to_jsonb(gone) from gone`, [audit]);
}

/** The orders that the file names, of which the processes are still those that were made to hold a day. */
export async function heldOrders(trx: Knex.Transaction): Promise<number[]> {
  const { rows } = await trx.raw(`select distinct o.id from ${HELD} where not r.bad`);
  return (rows as { id: number }[]).map(({ id }) => id);
}
