import { expect, test } from 'vitest';
import type { LateOrder } from '../../server/features/figures/figures.service.ts';
import { latenessOf } from '../../server/features/runs/report.service.ts';

test('an order that was late and now has no place in the plan is not called saved', () => {
  const late = (order_id: number) => ({ order_id, serial_number: `S${order_id}`, late_days: 3 }) as LateOrder;
  const report = latenessOf([late(1), late(2), late(3)], [late(3)], new Set([2]));
  expect(report).toMatchObject({ late_before: 3, late_after: 1, saved_count: 1, saved: [{ order_id: 1 }] });
});
