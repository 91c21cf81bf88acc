import { expect, test } from 'vitest';
import { movedBy } from '../../admin/board/story/lists/moved-columns.ts';
import { curvePoints } from '../../admin/board/story/report/ChoiceCurve.tsx';
import { CHOICE, CHOICE_ROWS, misfitsSaid, REPORT, RUN, STALE } from '../../admin/texts/board/runs.ts';
import { change, lateNow, lateSaid, movedSaid, rushSaid, shifted, staysSaid, whyMoved } from '../../admin/texts/board/story.ts';

const BY = { unfit: 0, first: 0, room: 0, plan: 0 };
test.each<[string, number, Partial<typeof BY> | null, string[]]>([
  ['these and others', 135, { unfit: 129, plan: 6 }, ['内訳: 元の位置に置けない工程と後工程 129・計画を良くするため 6']],
  ['those of an order that was placed first', 1165, { first: 5, room: 1160 }, ['内訳: 先にした製番 5・その場所を空けるため 1,160']],
  ['these alone', 3, { unfit: 3 }, ['元の位置に置けない工程と、その後工程だけが動きました']],
  ['none of these', 3, { plan: 3 }, ['元の位置に置けなくなった工程はなく、すべて計画を良くするための移動です']],
  ['nothing where none moved', 0, {}, []],
  ['nothing where it was not counted', 580, null, []],
])('the report says who moved and why: %s', (_, moved, by, said) => {
  expect(whyMoved({ moved, moved_by: by && { ...BY, ...by } })).toEqual(said);
});

const RUSH = { rush_count: 2, rush_days_before: 12, rush_days_after: 3, later_late_count: 4 };
test.each<[string, unknown, unknown]>([
  ['moved bars by their orders first', movedSaid({ moved: 1308, moved_orders: 57 }), '動いた製番 57件(1,308工程)'],
  ['as far as these were counted', movedSaid({ moved: 308, moved_orders: null }), '動いた工程 308件'],
  ['what became of the orders', shifted({ earlier_count: 34, later_count: 1021 }), ['完了が早まる製番 34件・遅くなる製番 1,021件']],
  ['nothing where none was shifted', shifted({ earlier_count: 0, later_count: 0 }), []],
  ['nothing where that was not counted', shifted({ earlier_count: null, later_count: null }), []],
  ['what became of late rush orders, and who pays', rushSaid(RUSH), ['特急2製番の遅れ 12→3日、遅れが増えた製番 4件']],
  ['since when it is known', rushSaid({ ...RUSH, rush_days_before: null }), ['特急2製番の遅れ 3日、遅れが増えた製番 4件']],
  ['nothing where none is or was late', rushSaid({ ...RUSH, rush_count: 0 }), []],
  ['nor where none was counted', rushSaid({ ...RUSH, rush_count: null }), []],
])('the card says %s', (_, said, words) => expect(said).toEqual(words));

test('several plans are told by their numbers, and their figures beside those of the published one', () => {
  const plan = {
    ...{ id: 1, plan: 31, moved_orders: 48, moved_entries: 259, later_orders: 44, late_orders: 94, late_days: 719, furnace_runs: 412 },
    published: false,
  };
  expect(CHOICE.brief(plan)).toBe('①48製番 遅れ94件・719日');
  expect(CHOICE.short(plan)).toBe('①719日');
  expect(CHOICE.full(plan)).toBe('計画① 遅れ延べ719日(94件)、動かす48製番');
  const published = { ...plan, late_orders: 87, late_days: 632, moved_orders: 52 };
  expect(CHOICE_ROWS.map(({ of, beside }) => [of(plan), beside(plan, published)])).toEqual([
    ['94件 719日', '+7件 +87日'],
    ['48製番(259工程)', '−4製番'],
    ['44製番', ''],
    ['412回', ''],
  ]);
});

test('the curve has the plan that moves least at the left and the most punctual one at the bottom', () => {
  const at = (moved_orders: number, late_days: number) => ({ moved_orders, late_days });
  const [least, between, punctual] = curvePoints([at(48, 719), at(52, 632), at(57, 615)]) as [Point, Point, Point];
  expect(least.x).toBeLessThan(between.x);
  expect(between.x).toBeLessThan(punctual.x);
  expect(least.y).toBeLessThan(between.y);
  expect(between.y).toBeLessThan(punctual.y);
  expect(curvePoints([at(5, 9), at(5, 9)]).every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
});
type Point = ReturnType<typeof curvePoints>[number];

test('a run is told from before to after, in the same words wherever it is told', () => {
  const late = (before: number | null, days_before: number | null, days_after: number | null) =>
    lateSaid({ late_before: before, late_after: 19, late_days_before: days_before, late_days_after: days_after });
  expect(late(24, 512, 430)).toBe('遅れ 24→19件(合計 512→430日)');
  expect(late(24, 430, 430)).toBe('遅れ 24→19件(合計 430日)');
  expect(late(null, null, 430)).toBe('遅れ 19件(合計 430日)');
  expect(late(24, null, null)).toBe('遅れ 24→19件');
  expect([change(1240, 19, '件'), change(null, 19, '件'), change(24, null)]).toEqual(['1,240→19件', '19件', '24→—']);
});

test('how far a bar went is said alike of the newest run and of a night, which keeps no facilities', () => {
  const way = { serial_number: '026X0255', lot_number: '02', task_name: '焼戻し', old_start: '2026-04-02T08:00:00+09:00' };
  const to = (new_start: string, places = {}) => movedBy({ ...way, new_start, ...places });
  expect(to('2026-04-06T08:00:00+09:00')).toBe('+4日');
  expect(to('2026-04-01T20:00:00+09:00')).toBe('−半日');
  expect(to(way.old_start)).toBe('時刻・設備');
  const end = '2026-04-02T20:00:00+09:00';
  const stays = { old_facility: '1号炉', new_facility: '1号炉', old_end: end, new_end: end };
  expect(to(way.old_start, { ...stays, new_facility: '2号炉' })).toBe('設備変更');
  expect(to('2026-04-02T10:00:00+09:00', stays)).toBe('時刻変更');
  expect(to(way.old_start, { ...stays, new_end: '2026-04-03T02:00:00+09:00' })).toBe('終了変更');
  expect(to(way.old_start, stays)).toBe('チャージ変更');
});

test('a run that had nothing new to plan says how to search longer, by the names of the fields', () => {
  expect([RUN.details, RUN.timeLimit]).toEqual(['詳細', '計算時間(秒)']);
  expect(REPORT.longer).toContain('「詳細」の「計算時間(秒)」を長くして');
});

test('a run that searched and left the plan as it is says so', () => {
  const inVain = { unchanged: false, moved: 0, late_before: 83, late_after: 83, newly_late_count: 0, alternatives: [] };
  expect(staysSaid(inVain)).toBe('今より良い計画が見つからないため、計画はそのままです。');
  expect(staysSaid({ ...inVain, unchanged: true })).toBe('変更がないため、計画はそのままです。');
  expect(lateNow({ late_after: 83, late_days_after: 430 })).toBe('遅れ 83件(合計 430日)');
  for (const other of [{ moved: 1 }, { late_before: null }, { late_after: 82 }]) expect(staysSaid({ ...inVain, ...other })).toBeUndefined();
  const offered = (late_days: number) => [
    { published: true, late_days: 9 },
    { published: false, late_days },
  ];
  expect(staysSaid({ ...inVain, alternatives: offered(8) })).toBeUndefined();
  expect(staysSaid({ ...inVain, alternatives: offered(10) })).toBeDefined();
});

test('a stop that the plan does not know is said with its end and reason, and what does not fit as being looked for', () => {
  const stop = { facility_name: '2号台車式焼鈍炉', reason: '設備故障', resumes_on: '2026-04-13', over: false };
  const said = (parts: readonly ('availability' | 'orders')[], alone: boolean, over = false) =>
    STALE.changed(parts, { of: [{ ...stop, over }], alone });
  expect(said(['availability'], true)).toBe('2号台車式焼鈍炉が停止しました(4/12まで、設備故障)。再立案してください');
  expect(said(['availability', 'orders'], false)).toBe(
    '2号台車式焼鈍炉が停止しました(4/12まで、設備故障)。設備稼働・オーダーが変わりました。再立案してください',
  );
  expect(said(['availability'], true, true)).toBe('2号台車式焼鈍炉が再開しました。再立案してください');
  expect(misfitsSaid({ misfits: 0, keptMisfits: 0, seeksMisfits: true })).toEqual(['合わない工程を確認しています…']);
});
