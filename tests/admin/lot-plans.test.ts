import { describe, expect, it } from 'vitest';
import { firstOpen, lotPlans, type Order } from '../../admin/master/orders/lot-plans.ts';

const entry = (id: number, lot_number: string, task_sort: number | null, end_date: string, received_locked = false) => ({
  ...{ id, lot_number, order_task_id: id, task_sort, task_name: `T${id}`, start_date: end_date, end_date, received_locked },
});
const task = (id: number, lot_number: string, task_sort: number, received = false) => ({
  id,
  lot_number,
  task_sort,
  task_name: `T${id}`,
  finished: received,
});
const order = (lots: string[], order_tasks: object[], entries: object[]): Order =>
  ({ lots: lots.map((lot_number, id) => ({ id, lot_number })), order_tasks, entries }) as unknown as Order;

describe('the plan of an order, lot by lot', () => {
  it('has every process once, planned or not, in its order, those by hand last', () => {
    const [first, second] = lotPlans(
      order(
        ['01', '02', '03'],
        [task(1, '01', 10), task(2, '01', 20), task(3, '02', 10)],
        [{ ...entry(9, '01', null, '2026-04-02T10:00:00+09:00'), order_task_id: null }, entry(2, '01', 20, '2026-04-03T10:00:00+09:00')],
      ),
    );
    expect(first?.tasks.map(({ key }) => key)).toEqual(['task:1', 'entry:2', 'entry:9']);
    expect(second?.tasks.map(({ key }) => key)).toEqual(['task:3']);
  });

  it('is looked at where it goes on: its first open bar, else its last', () => {
    const [a, b] = [entry(1, '01', 10, '2026-04-02T10:00:00+09:00', true), entry(2, '02', 10, '2026-04-03T10:00:00+09:00')];
    expect(firstOpen(lotPlans(order(['01', '02'], [], [a, b])))?.id).toBe(2);
    expect(firstOpen(lotPlans(order(['01'], [], [a])))?.id).toBe(1);
    expect(firstOpen([])).toBeUndefined();
  });
});
