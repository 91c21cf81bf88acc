import { describe, expect, it } from 'vitest';
import { barOf, type Entry, groupsOf } from '../../admin/board/chart/scene/bars.ts';
import { blockOfDay } from '../../admin/board/chart/scene/blocks.ts';
import { facilityBars, facilityLayout } from '../../admin/board/chart/scene/facility-layout.ts';
import { withFolds } from '../../admin/board/chart/scene/folds.ts';
import { describeBar, happenedLines, tooltipOf } from '../../admin/board/chart/scene/labels.ts';
import { layoutOf } from '../../admin/board/chart/scene/layout.ts';
import { calendarEndOf } from '../../admin/board/chart/scene/marks.ts';
import { plannedLines } from '../../admin/board/chart/scene/planned.ts';
import { calendarEndText } from '../../admin/texts/board/actual.ts';
import { dayNumber } from '../../server/domain/ground/plant-time.ts';
import { markedName } from '../../server/domain/texts/plan/origin.ts';
import { makeEntry } from './board-entries.ts';

type Actual = NonNullable<Entry['actual']>;
const NOTHING: Actual = {
  ...{ started_at: null, finished_at: null, day: null, closed_by: null, planned_start: null, planned_end: null },
  ...{ facility_name: null, worker: null, good: null, defect: null },
};
const at = (day: number, clock: string): string => `2026-11-${day}T${clock}:00+09:00`;
/** Planned for the 24th, 08:30 to 16:00. */
const PLANNED = { planned_start: at(24, '08:30'), planned_end: at(24, '16:00') };
/** A bar that stands on these days of November, with what has happened of it. */
const happened = (from: [number, string], to: [number, string], actual: Partial<Actual>, changed: Partial<Entry> = {}): Entry =>
  makeEntry({ start_date: at(...from), end_date: at(...to), actual: { ...NOTHING, ...actual }, ...changed });
const late = (changed: Partial<Entry> = {}): Entry =>
  happened(
    [26, '08:30'],
    [26, '16:00'],
    { ...PLANNED, started_at: at(26, '08:40'), finished_at: at(26, '15:20'), closed_by: 'tap' },
    changed,
  );

const DAY = blockOfDay(dayNumber('2026-11-24'));
const timeline = { start: DAY - 10, end: DAY + 20, px: 20 };
const x = (blocks: number): number => (10 + blocks) * timeline.px;

describe('the planned place of what has happened', () => {
  it('is known where the bar stands in other half days, is searched, and the plan was kept', () => {
    expect(barOf(late(), undefined).planned).toEqual({ start: DAY, end: DAY + 2 });
    expect(barOf(late({ unmatched: true }), undefined).planned).toBeUndefined();
    expect(barOf(makeEntry(), undefined).planned).toBeUndefined();
    expect(barOf(happened([24, '09:00'], [24, '15:30'], PLANNED), undefined).planned).toBeUndefined();
    expect(barOf(happened([25, '08:30'], [25, '16:00'], { day: '2026-11-25' }), undefined).planned).toBeUndefined();
  });

  it('is a line under its bar, within its row, with a way to where the bar stands apart', () => {
    const [row] = layoutOf(groupsOf([late()]), 'stack').rows;
    const [line, ...more] = plannedLines(row!, timeline);
    expect(line).toEqual({ from: x(0), to: x(2), y: 19.25, ends: { from: true, to: true }, way: { from: x(2), to: x(4) } });
    expect(more).toEqual([]);
    const early = happened([23, '08:30'], [23, '16:00'], PLANNED);
    expect(plannedLines(layoutOf(groupsOf([early]), 'stack').rows[0]!, timeline)[0]!.way).toEqual({ from: x(0), to: x(0) });
    const over = happened([24, '13:00'], [25, '16:00'], PLANNED);
    expect(plannedLines(layoutOf(groupsOf([over]), 'stack').rows[0]!, timeline)[0]!.way).toBeUndefined();
  });

  it('ends at the edge of the days that are shown, and is left out beyond them', () => {
    const [row] = layoutOf(groupsOf([late()]), 'stack').rows;
    const [cut] = plannedLines(row!, { ...timeline, start: DAY + 1 });
    expect(cut).toMatchObject({ from: 0, to: timeline.px, ends: { from: false, to: true } });
    expect(plannedLines(row!, { ...timeline, start: DAY + 2 })).toEqual([]);
  });

  it('changes no height, and lies over no bar of a facility or a lot', () => {
    const entries = [
      late({ id: 1, facility: 3 }),
      late({ id: 2, facility: 3 }),
      makeEntry({ id: 3, facility: 3, start_date: at(24, '08:30'), end_date: at(26, '16:00') }),
    ];
    const plain = entries.map((entry) => ({ ...entry, actual: null }));
    const load = { furnace: false, units: 1, stops: [] } as never;
    const calendar = (some: Entry[]) =>
      facilityLayout([{ id: 3, name: '3号', load, open: true, bars: facilityBars(some, [], false), closed: new Set() }]);
    for (const layout of [calendar(entries), layoutOf(groupsOf(entries), 'stack')])
      for (const row of layout.rows)
        for (const { y } of plannedLines(row, timeline)) {
          expect(row.bars.filter(({ top, height }) => y > top && y < top + height)).toEqual([]);
          expect(y).toBeLessThan(row.top + row.height);
        }
    expect(calendar(entries).height).toBe(calendar(plain).height);
    expect(layoutOf(groupsOf(entries), 'inline').height).toBe(layoutOf(groupsOf(plain), 'inline').height);
  });

  it('is drawn by the minute on a facility', () => {
    const [bar] = facilityBars([late({ facility: 3 })], [], false);
    expect(bar!.planned!.start).toBeCloseTo(DAY + 0.125);
    expect(bar!.planned!.end).toBeLessThanOrEqual(DAY + 2);
  });

  it('of a furnace run is the narrowest of its lots: one that goes in twice was planned from the first to the last', () => {
    const twice = { ...PLANNED, planned_end: at(27, '16:00') };
    const lots = [late({ id: 1, furnace_run_id: 5 }), happened([26, '08:30'], [26, '16:00'], twice, { id: 2, furnace_run_id: 5 })];
    const members = lots.map(({ id }) => ({ entry_id: id, received_locked: false, late_days: 0 }));
    const run = { id: 5, unit: 0, run_start: at(26, '08:30'), run_end: at(26, '20:00'), members } as never;
    expect(facilityBars(lots, [run], true)[0]!.planned!.end).toBeLessThanOrEqual(DAY + 2);
  });

  it('of a fold is that of all it holds', () => {
    const lot = [late({ id: 1, task_sort: 1, received_locked: true }), late({ id: 2, task_sort: 2, received_locked: true })];
    const groups = withFolds(groupsOf(lot), new Map(), new Set());
    const [row] = layoutOf(groups, 'stack').rows;
    expect(row!.fold?.count).toBe(2);
    expect(plannedLines(row!, timeline)).toMatchObject([{ from: x(0), to: x(2), way: { from: x(2), to: x(4) } }]);
  });
});

describe('what has happened, in words', () => {
  const textsOf = (entry: Entry): string[] => happenedLines(entry).map(({ term, text }) => `${term} ${text}`);

  it('says the half days beside those of the plan, and how far apart they are', () => {
    expect(textsOf(late())).toEqual(['開始 計画 11/24 午前 → 実績 11/26 午前、+2日', '終了 計画 11/24 午後 → 実績 11/26 午後、+2日']);
    const early = happened([23, '08:30'], [23, '16:00'], { ...PLANNED, started_at: at(23, '09:00') });
    expect(textsOf(early)).toEqual(['開始 計画 11/24 午前 → 実績 11/23 午前、−1日']);
  });

  it('says that it went as planned, and nothing of a plan that is not known', () => {
    const same = { started_at: at(24, '08:40'), finished_at: at(24, '12:00') };
    expect(textsOf(happened([24, '08:30'], [24, '16:00'], { ...PLANNED, ...same, planned_end: at(24, '12:00') }))).toEqual([
      '開始 実績 11/24 午前、計画どおり',
      '終了 実績 11/24 午前、計画どおり',
    ]);
    expect(textsOf(happened([24, '08:30'], [24, '16:00'], same))).toEqual(['開始 実績 11/24 午前', '終了 実績 11/24 午前']);
  });

  it('says a day alone where no more is known', () => {
    expect(textsOf(happened([25, '08:30'], [25, '16:00'], { day: '2026-11-25' }))).toEqual(['終了 実績 11/25']);
    expect(textsOf(happened([25, '08:30'], [25, '16:00'], { ...PLANNED, day: '2026-11-25' }))).toEqual([
      '終了 計画 11/24 午後 → 実績 11/25、+1日',
    ]);
    expect(textsOf(happened([24, '08:30'], [24, '16:00'], NOTHING))).toEqual([]);
  });

  it('stands in the tooltip instead of the day of reception, and is heard', () => {
    const bar = barOf(late({ received_locked: true, last_reception_date: '2026-11-26' }), undefined);
    const { lines } = tooltipOf(bar, undefined);
    expect(lines.map(({ term }) => term)).toContain('終了');
    expect(lines.map(({ term }) => term)).not.toContain('受入');
    expect(describeBar(bar)).toContain('開始 計画 11/24 午前 → 実績 11/26 午前、+2日');
  });
});

describe('a process that was added by hand', () => {
  it('says so in its tooltip, to a screen reader, and in a workbook', () => {
    const bar = barOf(makeEntry({ origin: 'hand' }), undefined);
    expect(tooltipOf(bar, undefined).lines).toContainEqual({ term: '手', text: '手で追加した工程' });
    expect(describeBar(bar)).toContain('、手で追加した工程');
    expect([bar.entry, makeEntry()].map(markedName)).toEqual(['荒加工(手)', '荒加工']);
  });
});

describe('the end of the holiday table', () => {
  it('is marked behind its last row where days before and behind it are shown', () => {
    const end = (calendarEnd: string | null) => calendarEndOf({ calendarEnd, timeline });
    expect(end('2026-11-24')).toEqual({ date: '2026-11-24', block: DAY + 2 });
    expect(['2026-11-18', '2026-12-03', null].map(end)).toEqual([undefined, undefined, undefined]);
    expect(calendarEndText('2026-12-31')).toBe('休日カレンダーは12月31日まで(以降は土日を休日として表示)');
  });
});
