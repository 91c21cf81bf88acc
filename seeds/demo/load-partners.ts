import type { Knex } from 'knex';
import { codeKey } from '../../server/domain/ground/fold.ts';
import { insertRows } from './insert-rows.ts';
import { handedOver } from './plant/partners.ts';
import type { Demo } from './types.ts';

/** Work handed to partners before today, with their answers. */
export async function loadPartners(trx: Knex.Transaction, demo: Demo): Promise<void> {
  const columns = `serial_key text, lot_key text, task_sort integer, handover_date date, return_date date, asked_date date,
    answered_date date, completed_quantity integer, note text`;
  const join = `from rows r join orders o on o.serial_key = r.serial_key join lots l on l.order_id = o.id and l.lot_key = r.lot_key
    join order_tasks ot on ot.lot_id = l.id and ot.task_sort = r.task_sort`;
  const rows = handedOver(demo).map((row) => ({ ...row, serial_key: codeKey(row.serial_number), lot_key: codeKey(row.lot_number) }));
  const at = (day: string, clock: string): string => `(r.${day} + time '${clock}') at time zone 'Asia/Tokyo'`;
  await insertRows(
    trx,
    columns,
    `insert into plan_entries (layer, id, lot_id, task_id, task_sort, outsourced, locked, start_at, end_at)
     select published_layer(), ot.id, l.id, ot.task_id, ot.task_sort, true, true, ${at('handover_date', '08:00')}, ${at('return_date', '08:30')}
     ${join} order by r.n`,
    rows,
  );
  await insertRows(
    trx,
    columns,
    `insert into outsourcing_requests (order_task_id, task_id, outsourcing_code, asked_at, wanted_date)
     select ot.id, ot.task_id, ot.outsourcing_code, ${at('asked_date', '09:00')}, r.return_date ${join} order by r.n`,
    rows,
  );
  await insertRows(
    trx,
    columns,
    `insert into outsourcing_answers
       (order_task_id, task_id, outsourcing_code, answered_date, completed_quantity, note, handover_date, answered_at, answered_by)
     select ot.id, ot.task_id, ot.outsourcing_code, r.answered_date, r.completed_quantity, r.note, r.handover_date,
       ${at('handover_date', '16:00')}, '1003' ${join} where r.answered_date is not null order by r.n`,
    rows,
  );
}
