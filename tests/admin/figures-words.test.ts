import { describe, expect, test } from 'vitest';
import { type Figures, notesOf } from '../../admin/figures/format.ts';
import { type FacilityLoad, remarkOf } from '../../admin/figures/load.ts';
import { beforeName } from '../../admin/texts/figures.ts';
import { type Daily, figuresOf } from '../../server/features/figures/figures.rules.ts';

const daily = (planned: boolean): Daily => ({
  shipped: [],
  furnaces: [{ day: '2026-04-01', facility_id: 1, facility_name: '1号炉', runs: 6, fill: 0, filled: 0 }],
  works: new Map(),
  closed: (date) => date >= '2026-04-04',
  today: '2026-04-01',
  planned,
});
const week = { from: '2026-03-30', to: '2026-04-05' };

test('before the first plan the runs so far are those of the days passed', () => {
  expect(figuresOf(daily(false), week)).toMatchObject({ working_days: 3, furnace_runs: 6, furnace_runs_a_day: 2 });
  expect(figuresOf(daily(true), week)).toMatchObject({ working_days: 5, furnace_runs: 6, furnace_runs_a_day: 1.2 });
});

test('a month that is compared with is called by its name', () => {
  expect(beforeName({ kind: 'month_before', from_date: '2026-03-01' }, 'this_month')).toBe('3月');
  // The weeks of a month begin with the one of its first Thursday.
  expect(beforeName({ kind: 'month_before_weeks', from_date: '2026-03-02' }, 'this_week')).toBe('3月');
  expect(beforeName({ kind: 'month_before_weeks', from_date: '2026-03-30' }, 'this_week')).toBe('4月');
});

describe('the notes of the figures', () => {
  const span = (shipped: number) => ({ ...figuresOf(daily(true), week, 3), shipped, due: shipped });
  const notes = (now: number, ...before: number[]): string =>
    notesOf({
      period: { kind: 'this_week', ...span(now) },
      comparisons: before.map((shipped) => ({ kind: 'week_before', ...span(shipped) })),
    } satisfies Pick<Figures, 'period' | 'comparisons'>);

  test('say how shipments are compared only where they are', () => {
    expect(notes(30, 30)).toBe('下は実績(炉は計画を含む)。出荷は4/1(水)までを前の同じ日数と比べます。');
    expect(notes(2, 30)).toBe('下は実績(炉は計画を含む)。出荷が少なく比べません。');
    expect(notes(30, 30, 2)).toContain('比べます。出荷が少なく');
  });
});

test('a facility that spills over in many weeks is said to in the worst of them, in their order', () => {
  const load = (...percents: (number | null)[]) => ({
    units: 1,
    weeks: percents.map((percent) => ({ needed_hours: percent ?? 40, open_hours: percent === null ? 0 : 100, stopped: percent === null })),
  });
  const froms = ['2026-04-06', '2026-04-13', '2026-04-20', '2026-04-27', '2026-05-04'];
  const remark = (...percents: (number | null)[]) => remarkOf(load(...percents) as unknown as FacilityLoad, froms);
  expect(remark(111, 101, 127, 200)).toBe('今週・4/20の週・4/27の週不足');
  expect(remark(111, 101, 127, 200, null)).toBe('4/20の週・4/27の週・5/4の週不足');
});
