import { describe, expect, it, test } from 'vitest';
import type { Figures } from '../../admin/figures/format.ts';
import { byMonth, byProduct, promisedRate, promisedRows } from '../../admin/figures/promised.ts';
import type { Answer } from '../../admin/promises/answered.ts';
import { daysLeft, daysOf, fittingOrders, heldOf, holdableLines, lastDay } from '../../admin/promises/keep/held.ts';
import { PROMISED } from '../../admin/texts/figures.ts';
import { KEEP } from '../../admin/texts/promises/keep.ts';
import { answer as anAnswer, answered } from './promise-answers.ts';

const kept = (state: 'kept' | 'fulfilled' | 'released' | 'expired', expires: string, serial_number = '仮1-1') => ({
  ...{ order_id: 9, serial_number, date: '2026-04-13', kept_by: '1002', kept_by_name: '水城 涼', kept_at: '2026-04-01T09:00:00+09:00' },
  ...{ expires_at: `${expires}T00:00:00+09:00`, state, reaches: '2026-04-13', broken: false, awaits: null },
});
const answer = (line: number, more: Partial<Answer> = {}): Answer => anAnswer({ line, ...more });

describe('a day that is held', () => {
  it('is held until the end of its last day, on which it says so', () => {
    const one = kept('kept', '2026-04-09');
    expect([lastDay(one), daysLeft(one, '2026-04-01'), daysLeft(one, '2026-04-08')]).toEqual(['2026-04-08', 7, 0]);
    expect([KEEP.left(7), KEEP.left(1), KEEP.left(0)]).toEqual(['あと7日', '明日まで', '本日まで']);
    const days = ['2026-04-13', '2026-04-13'];
    expect(KEEP.saidKept(['仮1-1', '仮1-2'], days, '2026-04-08')).toBe('仮1-1・仮1-2を4/13(月)出荷で仮押さえしました(期限4/8(水))。');
  });

  it('is so for one to sixty days, however they are typed', () => {
    expect(['7', '７', ' 60 '].map(daysOf)).toEqual([7, 7, 60]);
    for (const text of ['', '0', '61', '1.5', '-1', '七']) expect(daysOf(text), text).toBeUndefined();
  });

  it('has a day, and was not held or ordered before; what was released can be held again', () => {
    const states = (['kept', 'fulfilled', 'released', 'expired'] as const).map((state, at) =>
      answer(at + 2, { kept: kept(state, '2026-04-09') }),
    );
    expect(holdableLines([answer(1), ...states, answer(6, { date: null })])).toEqual([1, 4, 5]);
  });

  it('stands among all that are held: what the plan does not keep first, then what expires first', () => {
    const lines = [answer(1, { kept: kept('kept', '2026-04-12', '仮1-1') }), answer(2, { kept: kept('released', '2026-04-02') })];
    const held = heldOf([answered(1, ...lines), answered(2, answer(1, { kept: kept('kept', '2026-04-09', '仮2-1') }))]);
    expect(held.map((one) => one.kept.serial_number)).toEqual(['仮2-1', '仮1-1']);
    const broken = { ...kept('kept', '2026-04-20', '仮3-1'), broken: true };
    expect(
      heldOf([...held.map(({ promise, answer: one }) => answered(promise.id, one)), answered(3, answer(1, { kept: broken }))])[0]!.kept,
    ).toBe(broken);
  });

  it('is taken by an open order of its product, those of as many pieces first', () => {
    const order = (number: number, more: object = {}) => ({ product_id: 7 as number | null, number, open: true, promise: null, ...more });
    const orders = [order(4), order(6), order(6, { product_id: 8 }), order(6, { open: false }), order(6, { promise: {} })];
    expect(fittingOrders(orders, answer(1))).toEqual([orders[1], orders[0]]);
  });
});

test('promises that were kept are told by month, by product and in a file', () => {
  const order = (serial_number: string, promised_on: string, product_name: string, late_days = 0) => ({
    ...{ promise_id: 1, order_id: 2, serial_number, product_code: 'P1', product_name, promised_on, shipped_on: promised_on, late_days },
  });
  const orders = [order('026A', '2026-04-02', '羽根車'), order('026B', '2026-04-01', '弁箱', 3), order('026C', '2026-03-09', '羽根車')];
  const promises: Figures['promises'] = {
    ...{
      from_date: '2025-05-01',
      to_date: '2026-04-30',
      answered: 9,
      held: 4,
      open: 1,
      overdue: 1,
      shipped: 3,
      kept: 2,
      late_days: 3,
      orders,
    },
  };
  expect([promisedRate(promises), promisedRate({ kept: 0, shipped: 0 })]).toEqual([66.7, null]);
  expect(byMonth(promises)).toMatchObject([
    { name: '2026年4月', shipped: 2, kept: 1, late_days: 3 },
    { name: '2026年3月', shipped: 1, kept: 1 },
  ]);
  expect(byProduct(promises).map(({ name }) => name)).toEqual(['弁箱', '羽根車']);
  expect(PROMISED.open(2, 1)).toBe('受注して未出荷 2件(うち約束した日を過ぎた 1件)');
  expect(promisedRows(promises)[1]).toEqual(['回答遵守率', 66.7, 2, 3, 3]);
  expect(promisedRows(promises).at(-1)).toEqual(['026C', '羽根車', { date: '2026-03-09' }, { date: '2026-03-09' }, 0]);
  expect(promisedRows({ ...promises, orders: [order('026D', '2026-04-02', '')] }).at(-1)?.[1]).toBe('P1');
  expect(promisedRows({ ...promises, shipped: 0, kept: 0, late_days: 0, orders: [] })).toHaveLength(2);
});
