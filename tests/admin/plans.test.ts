import { HttpError } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../admin/plans/compare/columns.ts';
import { FIGURES } from '../../admin/plans/compare/figures.ts';
import { type Compared, loadOf, spreadOf } from '../../admin/plans/compare/load.ts';
import { changeOf, effectText, firstOf, moreDays, toneOf } from '../../admin/plans/compare/orders.ts';
import { groupsOf } from '../../admin/plans/groups.ts';
import { changedText, hindranceOf } from '../../admin/plans/refusal.ts';
import { premisesOf } from '../../admin/plans/trying/partners.ts';
import { comparePath } from '../../admin/plans/ways.ts';
import type { Plan } from '../../admin/providers/plan/published.ts';
import { concernsShown, keyOfPlan, ofPlan, planIn } from '../../admin/providers/plan/shown-plan.ts';
import {
  ADOPT,
  besidePublished,
  daysMore,
  gainsText,
  kindOf,
  lateText,
  movedText,
  PLANS,
  PROPOSALS,
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

describe('plans side by side', () => {
  const compared = (id: number, kind: Plan['kind'], more: Partial<Compared> = {}): Compared => ({
    ...{ id, kind, name: `計画${id}`, number: null, premises: [], load: [], beside_base: null },
    ...{ late_orders: 42, late_days: 312, moved_orders: null, moved_entries: null, furnace_runs: 148, worst_late_days: 19 },
    ...{ furnace_fill: 0.712, work_hours: 6214.5, closed_hours: 0, closed_days: 0 },
    ...more,
  });
  const counts = { moved_orders: 86, moved_entries: 214, moved_far: 31, orders: 86, earlier: 61, later: 25 };
  const beside_base = { ...counts, less_late: 20, no_longer_late: 12, more_late: 0, newly_late: 0 };

  it('are columns, the base first, each called so that it is no other', () => {
    const long = { name: '外注3日短縮と4号炉の定修', beside_base };
    const columns = columnsOf([
      compared(4, 'scenario', long),
      compared(2, 'published'),
      compared(5, 'scenario', { ...long, name: '土曜稼働' }),
    ]);
    expect(columns.map(({ plan: { id }, at, short, color }) => [id, at, short, color])).toEqual([
      [2, 1, '公開中', 'first-plan'],
      [4, 0, '外注3日短縮と4号炉…', 'second-plan'],
      [5, 2, '土曜稼働', 'third-plan'],
    ]);
    const former = (id: number) => compared(id, 'former', { name: `前の計画(4/${id})` });
    expect(columnsOf([former(1), former(2)]).map(({ short }) => short)).toEqual(['前の計画(4/1)', '前の計画(4/2)']);
    expect([comparePath(4), comparePath(4, 2, 5)]).toEqual(['/plans/4/compare', '/plans/4/compare?with=2&with=5']);
  });

  it('have their figures, and beside the base what is better, what costs and what is neither, as it is shown', () => {
    const saturday = {
      late_orders: 30,
      late_days: 194,
      worst_late_days: 19,
      furnace_runs: 147,
      furnace_fill: 0.71749,
      work_hours: 6238.02,
    };
    const [base, plan] = [
      compared(2, 'published'),
      compared(4, 'scenario', { ...saturday, closed_hours: 32, closed_days: 1, beside_base }),
    ];
    const rows = FIGURES.flatMap(({ rows: some }) => some);
    expect(rows.map((row) => [row.text(plan), row.beside(plan, base)?.text, row.beside(plan, base)?.tone])).toEqual([
      ['30件', '▼ 12件 良くなる', 'good'],
      ['194日', '▼ 118日 良くなる', 'good'],
      ['19日', '± 0', 'neither'],
      ['20件', 'うち遅れが消える 12件', 'good'],
      ['0件', 'うち新しく遅れる 0件', 'neither'],
      ['86製番 / 214工程', 'うち3日以上 31工程', 'neither'],
      ['147回', '▼ 1回', 'neither'],
      ['71.7%', '▲ 0.5pt 良くなる', 'good'],
      ['6,238.0 h', '▲ 23.5 h', 'neither'],
      ['1日・32.0 h', '▲ 32.0 h 増える', 'bad'],
    ]);
    expect(rows.map((row) => row.text({ ...base, furnace_fill: null })).filter((text) => text === '—').length).toBe(4);
    expect(rows.map((row) => row.beside({ ...base, furnace_fill: null }, base)?.text)).toContain(undefined);
  });

  it('have orders that change, with what that means for their deadlines', () => {
    const told = (ships: [string | null, string | null], late_days: [number, number]) => {
      const change = changeOf({ ships: [ships[1], null, ships[0]], late_days: [late_days[1], 0, late_days[0]] }, 2, 0);
      return [moreDays(change), toneOf(change), effectText(change, '2026-04-10')];
    };
    expect(told(['2026-04-14', '2026-04-10'], [4, 0])).toEqual([-4, 'good', '遅れが消える']);
    expect(told(['2026-04-10', '2026-04-12'], [0, 2])).toEqual([2, 'bad', '新しく遅れる 2日']);
    expect(told(['2026-04-14', '2026-04-12'], [4, 2])).toEqual([-2, 'good', '遅れ 4→2日']);
    expect(told(['2026-04-03', '2026-04-06'], [0, 0])).toEqual([3, 'neither', '余裕 7→4日']);
    expect(told([null, '2026-04-06'], [0, 0])).toEqual([0, 'neither', '']);
    expect(told([null, '2026-04-12'], [2, 2])).toEqual([0, 'neither', '遅れ 2日']);
    expect((['all', 'earlier', 'no_longer_late', 'later', 'newly_late'] as const).map((effect) => firstOf(effect, 'losing'))).toEqual([
      ...['losing', 'gaining', 'gaining', 'losing', 'losing'],
    ]);
  });

  it('have their load side by side, the facilities first that differ most', () => {
    const cell = (facility_id: number, week: string, hours: number) => ({ facility_id, facility_name: `炉${facility_id}`, week, hours });
    const one = [cell(1, '2026-04-06', 40), cell(2, '2026-04-06', 10), cell(2, '2026-04-13', 20)];
    const other = [cell(1, '2026-04-06', 40.01), cell(2, '2026-03-30', 30), cell(3, '2026-04-06', 7)];
    const { weeks, rows } = loadOf([{ load: one }, { load: other }, { load: one }]);
    expect(weeks).toEqual(['2026-03-30', '2026-04-06', '2026-04-13']);
    expect(rows.map(({ facility_id, differs, most }) => [facility_id, differs, most])).toEqual([
      [2, 60, 30],
      [3, 7, 7],
      [1, 0, 40.01],
    ]);
    expect(rows[0]?.weeks.map(spreadOf)).toEqual([30, 10, 20]);
  });
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
  expect([daysMore(3), daysMore(-12), daysMore(0)]).toEqual(['+3日', '−12日', '']);
  expect(PLANS.staleOf(['orders', 'holidays'])).toBe('この計画を作ったあとに変わったもの: 休日・オーダー');
});

it('a proposal says from what it comes, and what came of it once it was published', () => {
  expect([PROPOSALS.causeOf('saturday', 17), PROPOSALS.causeOf('tightest', 0)]).toEqual([
    '設備の休みと空き待ちで遅れる 17件',
    'この先1週間でいちばん混む設備',
  ]);
  const adopted = { text: '4/4(土)を稼働にする', adopted_at: '2026-04-01T18:06:00+09:00', promised_days: -118, came_days: 0 };
  expect(PROPOSALS.adopted(adopted)).toBe('採用した提案: 4/4(土)を稼働にする　約束 −118日 → 実際 ± 0日');
});

it('what an answer tried stands as premises of a scenario where all of it can', () => {
  const partners = new Map([['G010', 3]]);
  const faster = { kind: 'partner' as const, outsourcing_code: 'G010', lead_days: 5, text: '外注LTを5日にする' };
  const open = { kind: 'holiday' as const, date: '2026-04-04', closed: false, text: '4/4(土)を稼働にする' };
  expect(premisesOf([faster, open], partners)).toEqual([{ kind: 'partner', outsourcing_id: 3, lead_days: 5, text: faster.text }, open]);
  expect(premisesOf([faster], new Map())).toBeUndefined();
  expect(premisesOf([open, { kind: 'order_first', text: 'ほかの製番より先に置く' }], partners)).toBeUndefined();
});

it('what a proposal wins is what the least of its searches won, and at least that', () => {
  expect(gainsText([31, 28, 33])).toBe('少なくとも −28日(−31日 / −28日 / −33日)');
  // Fewer charges and the same days; one search says nothing of how far it can be trusted.
  expect(gainsText([0, 0, 0])).toBe('± 0日 / ± 0日 / ± 0日');
  expect(gainsText([12])).toBe('−12日');
});
