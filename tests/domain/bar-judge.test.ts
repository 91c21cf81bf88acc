import { describe, expect, it } from 'vitest';
import { judgeBar, type PlacedBar, type Surroundings, sayOnce } from '../../server/domain/bars/judge.ts';

const occupant = (id: number, start: string, end: string, placed_by: PlacedBar['placed_by'] = 'hand'): PlacedBar => ({
  ...{ id, placed_by, furnace_run_id: null, start_at: `${start}:00+09:00`, end_at: `${end}:00+09:00`, work_time_set: false },
  ...{ elapsed: false, hours: null },
});
const around = ({
  bar,
  ...more
}: Partial<Omit<Surroundings, 'bar'>> & { bar?: PlacedBar & { outsourced?: boolean } } = {}): Surroundings => ({
  ...{ bar: { outsourced: false, ...(bar ?? occupant(1, '2026-12-03T08:00', '2026-12-04T12:00')) }, previous: undefined },
  ...{ next: undefined, facility: { facility_name: '横形マシニングセンタ2号', availability: 1, overrides: new Map() }, others: [] },
  holidays: new Set(['2026-12-05', '2026-12-06']),
  ...more,
});
const kinds = (surroundings: Surroundings): string[] => judgeBar(surroundings).map(({ kind }) => kind);

describe('of what is said of a bar', () => {
  it('an earlier moment is left out where it begins before the one ahead of it has ended', () => {
    const previous = { kind: 'before_previous' as const, task_name: '最終検査', end_at: '2026-11-26T08:30:00+09:00' };
    const held = { kind: 'finished_task' as const, limit: Date.parse('2026-11-21T00:00:00Z') / 60_000 };
    expect(sayOnce([held])).toEqual([held]);
    expect(sayOnce([previous, held])).toEqual([previous]);
  });

  it('a facility without a unit is left out where its first day is closed; one that is crowded is not', () => {
    const full = (...units: number[]) => ({
      ...{ kind: 'over_capacity' as const, facility_name: '検査場', others: [] },
      crowded: units.map((of, block) => ({ block, taken: of + 1, units: of })),
    });
    const closed = { kind: 'closed_day' as const, date: '2026-12-05' };
    const shut = { kind: 'shut_day' as const, date: '2026-12-05', facility_name: '検査場' };
    expect([sayOnce([closed, full(0, 0)]), sayOnce([shut, full(0)]), sayOnce([full(0)])]).toEqual([[closed], [shut], [full(0)]]);
    expect(sayOnce([closed, full(0, 1)])).toEqual([closed, full(0, 1)]);
  });
});

describe('a bar where it stands', () => {
  it('is right where nothing is in its way', () => {
    expect(judgeBar(around())).toEqual([]);
  });

  it('begins before the previous process ends, unless that one is finished', () => {
    const previous = { task_name: 'ショットブラスト', end_at: '2026-12-03T08:30:00+09:00' };
    expect(judgeBar(around({ previous }))).toEqual([{ kind: 'before_previous', ...previous }]);
    expect(kinds(around({ previous: { ...previous, end_at: '2026-12-03T08:00:00+09:00' } }))).toEqual([]);
    expect(kinds(around({ previous: { ...previous, finished: true } }))).toEqual([]);
  });

  it('ends after the next one begins, unless that one is finished', () => {
    const next = { task_name: '寸法検査', start_at: '2026-12-04T11:30:00+09:00' };
    expect(judgeBar(around({ next }))).toEqual([{ kind: 'after_next', ...next }]);
    expect(kinds(around({ next: { ...next, finished: true } }))).toEqual([]);
    expect(kinds(around({ next: { ...next, start_at: '2026-12-04T12:00:00+09:00' } }))).toEqual([]);
  });

  it('is held to what happened, to the minute: what has begun to the real end of what is finished, all to a real start', () => {
    const began = { ...occupant(1, '2026-12-03T08:00', '2026-12-04T12:00'), outsourced: false, began: '2026-12-03T08:10:00+09:00' };
    const previous = { task_name: '切断', end_at: '2026-12-03T08:00:00+09:00', finished: true, ended: '2026-12-03T08:20:00+09:00' };
    expect(judgeBar(around({ bar: began, previous }))).toEqual([{ kind: 'before_previous', task_name: '切断', end_at: previous.ended }]);
    expect(kinds(around({ previous }))).toEqual([]);
    expect(kinds(around({ bar: began, previous: { ...previous, ended: began.began } }))).toEqual([]);
    expect(kinds(around({ bar: began, previous: { ...previous, ended: null } }))).toEqual([]);
    const next = { task_name: '検査', start_at: '2026-12-04T13:00:00+09:00', began: '2026-12-04T11:50:00+09:00' };
    expect(judgeBar(around({ next }))).toEqual([{ kind: 'after_next', task_name: '検査', start_at: next.began }]);
    const done = { ...began, ended: next.began };
    expect(kinds(around({ bar: done, next }))).toEqual([]);
    // It stands where it stands: no day is closed to it, and a facility without a unit is no crowd.
    const sunday = { ...began, ...occupant(1, '2026-12-06T08:00', '2026-12-06T12:00'), began: '2026-12-06T08:10:00+09:00' };
    const none = { facility_name: '検査場', availability: 1, overrides: new Map([['2026-12-06', 0]]) };
    expect(kinds(around({ bar: sunday, facility: none, holidays: new Set() }))).toEqual([]);
    expect(kinds(around({ bar: began, others: [occupant(7, '2026-12-03T08:00', '2026-12-03T12:00')] }))).toEqual(['over_capacity']);
    expect(kinds(around({ bar: done, others: [occupant(7, '2026-12-03T08:00', '2026-12-03T12:00')] }))).toEqual([]);
  });

  it('begins on a closed day, unless its facility works on it', () => {
    const bar = occupant(1, '2026-12-05T08:00', '2026-12-07T12:00');
    expect(kinds(around({ bar }))).toEqual(['closed_day']);
    const facility = { facility_name: '検査場', availability: 1, overrides: new Map([['2026-12-05', 1]]) };
    expect(kinds(around({ bar, facility }))).toEqual([]);
  });

  it('ends on a closed day, where it is work; elapsed time and what a partner has may', () => {
    const bar = occupant(1, '2026-12-04T08:00', '2026-12-06T12:00');
    expect(judgeBar(around({ bar }))).toEqual([{ kind: 'closed_end', date: '2026-12-06' }]);
    expect(kinds(around({ bar: { ...bar, placed_by: 'lock' } }))).toEqual(['closed_end']);
    expect(kinds(around({ bar: { ...bar, placed_by: 'run' } }))).toEqual([]);
    expect(kinds(around({ bar: { ...bar, elapsed: true } }))).toEqual([]);
    expect(kinds(around({ bar: { ...bar, outsourced: true } }))).toEqual([]);
    // 24:00 of Friday is Friday.
    expect(kinds(around({ bar: occupant(1, '2026-12-03T08:00', '2026-12-05T00:00') }))).toEqual([]);
    expect(kinds(around({ bar: occupant(1, '2026-12-05T08:00', '2026-12-05T12:00') }))).toEqual(['closed_day']);
    expect(kinds(around({ bar, facility: undefined }))).toEqual(['closed_end']);
    const works = { facility_name: '検査場', availability: 1, overrides: new Map([['2026-12-06', 1]]) };
    expect(kinds(around({ bar, facility: works }))).toEqual([]);
    const shut = { facility_name: '検査場', availability: 1, overrides: new Map([['2026-12-08', 0]]) };
    expect(judgeBar(around({ bar: occupant(1, '2026-12-07T08:00', '2026-12-08T12:00'), facility: shut }))).toEqual([
      { kind: 'shut_end', date: '2026-12-08', facility_name: '検査場' },
    ]);
  });

  it('finds its facility full in exactly the half days in which it is, and says with whom', () => {
    const others = [occupant(7, '2026-12-03T13:00', '2026-12-03T15:00'), occupant(8, '2026-12-04T08:00', '2026-12-04T09:00')];
    const [conflict] = judgeBar(around({ others }));
    const afternoon = 2 * (Date.parse('2026-12-03T00:00:00Z') / 86_400_000) + 1;
    expect(conflict).toEqual({
      kind: 'over_capacity',
      facility_name: '横形マシニングセンタ2号',
      crowded: [
        { block: afternoon, taken: 2, units: 1 },
        { block: afternoon + 1, taken: 2, units: 1 },
      ],
      others: [7],
    });
  });

  it('is crowded by all that stand there at the worst moment of its first half day, the smallest id first', () => {
    const others = [occupant(9, '2026-12-03T08:00', '2026-12-03T10:00'), occupant(7, '2026-12-03T09:00', '2026-12-03T10:00')];
    const [conflict] = judgeBar(around({ others: [...others, occupant(8, '2026-12-04T08:00', '2026-12-04T09:00')] }));
    expect(conflict).toMatchObject({ others: [7, 9], crowded: [{ taken: 3 }, { taken: 2 }] });
  });

  it('never works where its facility has no unit: it is crowded in each of its half days on which the plant is open', () => {
    const facility = { facility_name: '検査場', availability: 0, overrides: new Map() };
    const bar = occupant(1, '2026-12-04T12:00', '2026-12-06T12:00');
    const block = 2 * (Date.parse('2026-12-04T00:00:00Z') / 86_400_000) + 1;
    const crowded = [{ block, taken: 1, units: 0 }];
    expect(judgeBar(around({ bar, facility }))).toContainEqual({ kind: 'over_capacity', facility_name: '検査場', crowded, others: [] });
    expect(kinds(around({ bar: occupant(1, '2026-12-05T08:00', '2026-12-05T12:00'), facility }))).toEqual(['closed_day']);
  });

  it('conflicts with a full facility or a closed day only where it was put there by hand, or where what is fixed is too much by itself', () => {
    const bar = occupant(1, '2026-12-05T08:00', '2026-12-07T12:00', 'run');
    expect(kinds(around({ bar }))).toEqual([]);
    const judged = (own: PlacedBar['placed_by'], ...placed: PlacedBar['placed_by'][]) =>
      kinds(
        around({
          bar: occupant(1, '2026-12-03T08:00', '2026-12-04T12:00', own),
          others: placed.map((by, at) => occupant(7 + at, '2026-12-03T08:00', '2026-12-03T12:00', by)),
        }),
      );
    expect(judged('run', 'hand', 'lock', 'run')).toEqual([]);
    expect(judged('hand', 'run')).toEqual(['over_capacity']);
    expect(judged('lock', 'run', 'hand')).toEqual([]);
    expect(judged('lock', 'lock')).toEqual(['over_capacity']);
  });
});
