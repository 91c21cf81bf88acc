import { HttpError } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { loadOf, moreHours } from '../../admin/plans/compare/load.ts';
import { hasSameBase } from '../../admin/plans/compare/orders.ts';
import { groupsOf } from '../../admin/plans/groups.ts';
import { changedText, hindranceOf } from '../../admin/plans/refusal.ts';
import type { Plan } from '../../admin/providers/plan/published.ts';
import { concernsShown, keyOfPlan, ofPlan, planIn } from '../../admin/providers/plan/shown-plan.ts';
import {
  ADOPT,
  besidePublished,
  daysMore,
  hoursMore,
  kindOf,
  lateText,
  movedText,
  PLANS,
  shortName,
  whenText,
} from '../../admin/texts/plans.ts';

const plan = (id: number, kind: Plan['kind'], more: Partial<Plan> = {}): Plan => ({
  ...{ id, kind, name: `計画${id}`, number: null, author: '計画 花子', base: null, version: 1, created_at: '2026-04-01T09:00:00+09:00' },
  ...{ published_at: '2026-04-01T09:00:00+09:00', left_at: null, edited_at: null, stale: false, stale_of: [], status: 'idle' as const },
  ...{ progress: 1, premises: [], error: null, figures: null },
  ...more,
});

describe('the plan that is shown', () => {
  it('is named by the address of a page that shows plans; nonsense and other pages name none', () => {
    expect(planIn({ pathname: '/gantt', search: '?plan=31&page=2' })).toBe(31);
    expect(planIn({ pathname: '/facility-calendar', search: '?plan=31' })).toBe(31);
    for (const search of ['', '?plan=', '?plan=x', '?plan=0', '?plan=-3']) expect(planIn({ pathname: '/gantt', search })).toBeUndefined();
    expect(planIn({ pathname: '/orders', search: '?plan=31' })).toBeUndefined();
  });

  it('is meant by the readings and writes of boards alone, and the published one by no word', () => {
    expect(ofPlan('listSchedules', { query: { limit: 5 } }, 31)).toEqual({ query: { plan: 31, limit: 5 } });
    expect(ofPlan('getScheduleDetails', { id: 4 } as { id: number; query?: object }, 31)).toEqual({ id: 4, query: { plan: 31 } });
    for (const operation of ['getScheduleHistory', 'moveSchedules', 'undoSchedule'] as const)
      expect(ofPlan(operation, {}, 31)).toEqual({ query: { plan: 31 } });
    for (const operation of ['getToday', 'postMark', 'setOrderPriority', 'listOrders', 'getPlan'] as const)
      expect(ofPlan(operation, { query: {} }, 31)).toEqual({ query: {} });
    expect(ofPlan('listSchedules', { query: {} }, undefined)).toEqual({ query: {} });
    expect([keyOfPlan(['plan', 1], undefined), keyOfPlan(['plan', 1], 31)]).toEqual([
      ['plan', 1],
      ['plan', 1, { plan: 31 }],
    ]);
  });

  it('hears of its own changes, of those of all plans, and of everything that is no change of a plan', () => {
    const of = (changed: number | undefined, shown: number | undefined, published: number | undefined = 29): boolean =>
      concernsShown(changed === undefined ? { kind: 'schedule' } : { kind: 'schedule', plan: changed }, shown, published);
    expect([of(29, undefined), of(31, undefined), of(undefined, undefined)]).toEqual([true, false, true]);
    expect([of(29, 31), of(31, 31), of(undefined, 31)]).toEqual([false, true, true]);
    expect(concernsShown({ kind: 'schedule', plan: 31 }, undefined, undefined)).toBe(true);
    expect(concernsShown({ kind: 'marks', plan: 29 }, 31, 29)).toBe(true);
  });
});

it('what stands in the way of a choice is told, and whether it can be made in spite of it', () => {
  const refused = (status: number, body: unknown) => new HttpError('変更されています。', status, body);
  const lost = { message: '変更されています。', from: 29, anyway: true };
  expect(hindranceOf(refused(409, { current: { id: 29, name: '計画②' } }), 29)).toEqual(lost);
  const meanwhile = { message: '公開中の計画が計画①に変わりました。', from: 30, anyway: false };
  expect(hindranceOf(refused(409, { current: { id: 30, name: '計画①' } }), 29)).toEqual(meanwhile);
  for (const error of [refused(409, {}), refused(404, {}), new Error('x')]) expect(hindranceOf(error, 29)).toBeUndefined();
});

it('that another plan was published is told with whose doing it was, where that was heard', () => {
  const told = { plan: 31, by: '桐沢 浩二', at: '2026-04-01T18:06:00+09:00' };
  expect(changedText({ id: 31, name: '計画②' }, told)).toBe('桐沢 浩二さんが18:06に計画②を公開しました');
  expect(changedText({ id: 31, name: '公開中の計画' }, told)).toBe('桐沢 浩二さんが18:06に別の計画を公開しました');
  for (const other of [undefined, { ...told, plan: 30 }])
    expect(changedText({ id: 31, name: '計画②' }, other)).toBe('公開中の計画が計画②に変わりました');
});

it('a choice names its plan, and says by its own verb that it is made', () => {
  const former = plan(4, 'former', { name: '前の計画(4/2(木) 18:06まで)' });
  const offered = plan(5, 'candidate', { name: '計画③' });
  expect([former, offered].map((one) => [ADOPT.title(one), ADOPT.verb(one), ADOPT.anyway(one)])).toEqual([
    ['前の計画(4/2(木) 18:06まで)に戻しますか', 'この計画に戻す', 'それでもこの計画に戻す'],
    ['計画③を公開しますか', 'この計画にする', 'それでもこの計画にする'],
  ]);
});

it('what two plans move is held against each other only if it counts from the same plan', () => {
  expect(hasSameBase([{ base: 3 }, { base: 3 }])).toBe(true);
  for (const bases of [[3, 4], [null, null], [3, null], [3]]) expect(hasSameBase(bases.map((base) => ({ base })))).toBe(false);
});

it('plans are listed by kind, candidates by number, former ones the newest first', () => {
  const at = (day: number): Partial<Plan> => ({ left_at: `2026-03-0${day}T09:00:00+09:00` });
  const plans = [
    plan(4, 'former', at(1)),
    plan(9, 'candidate', { number: 3 }),
    plan(5, 'former', at(3)),
    plan(8, 'candidate', { number: 1 }),
  ];
  const ids = groupsOf([...plans, plan(7, 'published')]).map(({ kind, plans: some }) => [kind, ...some.map(({ id }) => id)]);
  expect(ids).toEqual([
    ['published', 7],
    ['candidate', 8, 9],
    ['former', 5, 4],
  ]);
});

it('the load of two plans stands side by side, the facilities first that differ most', () => {
  const cell = (facility_id: number, week: string, hours: number) => ({ facility_id, facility_name: `炉${facility_id}`, week, hours });
  const one = [cell(1, '2026-04-06', 40), cell(2, '2026-04-06', 10), cell(2, '2026-04-13', 20)];
  const other = [cell(1, '2026-04-06', 40.01), cell(2, '2026-03-30', 30), cell(3, '2026-04-06', 7)];
  const { weeks, rows } = loadOf([{ load: one }, { load: other }]);
  expect(weeks).toEqual(['2026-03-30', '2026-04-06', '2026-04-13']);
  expect(rows.map(({ facility_id, differs, total }) => [facility_id, differs, total])).toEqual([
    [2, 60, [30, 30]],
    [3, 7, [0, 7]],
    [1, 0, [40, 40.01]],
  ]);
  expect(rows[0]?.weeks.map(moreHours)).toEqual([-30, 10, 20]);
});

it('words of plans', () => {
  const figures = { late_orders: 87, late_days: 632, moved_orders: 52, moved_entries: 281, furnace_runs: 412 };
  expect([lateText(figures), lateText({ late_orders: 0, late_days: 0 })]).toEqual(['遅れ 87件・延べ632日', '遅れ なし']);
  expect([movedText(figures), movedText({ moved_orders: null, moved_entries: null })]).toEqual(['52製番(281工程)', '']);
  expect(besidePublished(figures, { ...figures, late_orders: 90, late_days: 620 })).toBe('公開中より −3件・+12日');
  expect([{ ...figures, late_orders: 90 }, figures].map((other) => besidePublished(figures, other, true))).toEqual([
    '−3件',
    '公開中と同じ',
  ]);
  expect(besidePublished(figures, figures)).toBe('遅れは公開中と同じ');
  expect([plan(1, 'candidate', { number: 3 }), plan(2, 'former'), plan(3, 'published')].map(shortName)).toEqual(['③', '前', '公開中']);
  expect(kindOf(plan(1, 'candidate'))).toBe('候補');
  expect(kindOf(plan(1, 'former', { name: '前の計画(4/2まで)' }))).toBe('');
  expect(whenText(plan(1, 'candidate'))).toBe('4/1(水) 09:00');
  expect([daysMore(3), daysMore(-12), daysMore(0), hoursMore(12.4), hoursMore(-7.5)]).toEqual(['+3日', '−12日', '', '+12', '−7.5']);
  expect(PLANS.staleOf(['orders', 'holidays'])).toBe('この計画を作ったあとに変わったもの: 休日・オーダー');
});
