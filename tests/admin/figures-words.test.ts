import { describe, expect, test } from 'vitest';
import { type Figures, notesOf } from '../../admin/figures/format.ts';
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
