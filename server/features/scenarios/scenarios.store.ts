import type { Knex } from 'knex';
import { bound } from '../../db/bound.ts';
import type { Db } from '../../db/types.ts';

/** How things are called that premises speak of, by their ids: only what is there. */
export interface Named {
  facilities: ReadonlyMap<number, string>;
  orders: ReadonlyMap<number, string>;
  partners: ReadonlyMap<number, { name: string; outsourcing_code: string }>;
}

/** Names of facilities, orders and partners with these ids. */
export async function namesOf(db: Db, ids: { facilities: number[]; orders: number[]; partners: number[] }): Promise<Named> {
  const named = async <Row extends { id: number }>(sql: string, of: number[]): Promise<Row[]> => (await db.raw(sql, bound([of]))).rows;
  const facilities = await named<{ id: number; name: string }>(
    'select id, facility_name as name from facilities where id = any(?::bigint[])',
    ids.facilities,
  );
  const orders = await named<{ id: number; name: string }>(
    'select id, serial_number as name from orders where id = any(?::bigint[])',
    ids.orders,
  );
  const partners = await named<{ id: number; name: string; outsourcing_code: string }>(
    'select id, name, outsourcing_code from outsourcings where id = any(?::bigint[])',
    ids.partners,
  );
  return {
    facilities: new Map(facilities.map(({ id, name }) => [id, name])),
    orders: new Map(orders.map(({ id, name }) => [id, name])),
    partners: new Map(partners.map((row) => [row.id, row])),
  };
}

/** Keeps on what a scenario stands. */
export const keepPremises = async (trx: Knex.Transaction, id: number, premises: readonly object[]): Promise<void> => {
  await trx('plans')
    .where({ id })
    .update({ premises: JSON.stringify(premises) });
};
