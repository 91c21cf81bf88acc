import type { Entry } from '../../admin/board/chart/scene/bars.ts';
import { productGroups } from '../../admin/board/search/filters.ts';

/** Customers with their products, as searches offer them. */
export const PRODUCTS = productGroups({
  北信重機工業: [
    { name: '弁箱 150A', value: 1 },
    { name: '羽根車 φ420', value: 2 },
  ],
  三河バルブテック: [{ name: '弁ふた', value: 3 }],
  瀬戸霞船舶機器: [
    { name: '軸受箱', value: 4 },
    { name: 'ライナ', value: 5 },
  ],
});

/** An open entry of one working day, but for what matters to the test. */
export function makeEntry(changed: Partial<Entry> = {}): Entry {
  const order_id = changed.order_id ?? 1;
  const lot_number = changed.lot_number ?? '01';
  return {
    ...{ id: 9, version: 1, order_task_id: 7, task_sort: 10, order_id, order: order_id, serial_number: '26K01042' },
    ...{ unique_order: `26K01042-${lot_number}`, lot_number, product_id: 31, product_name: '弁箱 150A', task_id: 5, task: '320-5131-010' },
    ...{ task_name: '荒加工', abbreviation: '', facility: null, facility_name: null, outsourced: false, outsourcing_name: null },
    ...{ furnace_run_id: null, quantity: 4, locked: false, received_locked: false, last_reception_date: null },
    ...{ start_date: '2026-04-01T08:30:00+09:00', end_date: '2026-04-01T16:00:00+09:00', start_time: '08:30', end_time: '16:00' },
    ...{ work_time_set: false, deadline_date: null, starting_date: null, past_deadline: false, late_days: 0, lot_late_days: 0 },
    priority: 'normal',
    origin: 'file',
    actual: null,
    ...changed,
  };
}
