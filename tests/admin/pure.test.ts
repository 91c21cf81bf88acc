import { describe, expect, test } from 'vitest';
import { changeOf, copiedWeek, unitsOf, type WeekUnits } from '../../admin/calendar/units.ts';
import { weeksOfMonth } from '../../admin/calendar/weeks.ts';
import { facilitiesOf, processingFacilities, tasksFor } from '../../admin/master/products/choices.ts';
import { csvCell, servedName } from '../../admin/parts/download.ts';
import { figureOf, rounded } from '../../admin/parts/format.ts';
import { formErrors } from '../../admin/providers/form-errors.ts';
import type { FacilityRow, TaskRow } from '../../admin/providers/masters.ts';
import { contractQuery, queryString } from '../../admin/providers/query.ts';
import { armed, defused } from '../../server/domain/files/cells/formulas.ts';
import { addDays, weekday } from '../../server/domain/ground/plant-time.ts';

const task = (id: number, task_code: string): TaskRow => ({
  ...{ id, version: 1, active: true, task_code, abbreviation: '', task_name: `t${id}` },
});
const facility = (id: number, facility_code: string, task_ids: number[]): FacilityRow => ({
  ...{ id, version: 1, active: true, facility_code, facility_name: `f${id}`, tasks: [], task_ids, task_names: [], task_codes: [] },
  ...{ availability: 1, max_weight: null, depth: null, width: null, height: null, volume: null },
});

describe('calls', () => {
  test('a query leaves out what says nothing, and says each of a list', () => {
    expect(queryString({ a: 'x', b: '', c: null, d: undefined, ids: [1, 2], none: [], zero: 0 })).toBe('?a=x&ids=1&ids=2&zero=0');
    expect(queryString({})).toBe('');
  });

  test('a list query of ra-data-simple-rest becomes one of the contract', () => {
    const search = `?filter=${JSON.stringify({ product_code_search: 'P', empty: '' })}&range=[100,199]&sort=["product_code","DESC"]`;
    expect(contractQuery(search)).toBe('?product_code_search=P&limit=100&offset=100&ordering=-product_code');
    expect(contractQuery(`?filter=${JSON.stringify({ id: [3, 4] })}`)).toBe('?ids=3%2C4');
    expect(contractQuery('')).toBe('');
  });

  test('field maps become form errors, nested rows by their index', () => {
    expect(formErrors({ product_name: ['a', 'b'], heat_treatments: [{}, { temperature: ['c'] }] })).toEqual({
      product_name: 'a b',
      heat_treatments: [{}, { temperature: 'c' }],
    });
  });

  test('a served file keeps its Japanese name', () => {
    const served = (header: string) => servedName(new Response('', { headers: { 'content-disposition': header } }), 'fallback');
    expect(served("attachment; filename*=UTF-8''%E8%A3%BD%E5%93%81.xlsx")).toBe('製品.xlsx');
    expect(served('attachment; filename="a.xlsx"')).toBe('a.xlsx');
    expect(served('attachment')).toBe('fallback');
  });
});

describe('choices of the product form', () => {
  const codes = ['320-3123-010', '340-3153-020', '320-5131-010', '320-3121-060', '340-3151-040'];
  const tasks = codes.map((code, at) => task(at + 1, code));
  const facilities = [facility(1, '320-07-01', [3]), facility(2, '320-05-01', [1, 3]), facility(3, '320-07-02', [1])];
  const ids = (choices: { id: number | string }[]) => choices.map(({ id }) => id);

  test('tasks are told by parts of their code', () => {
    expect(ids(tasksFor(tasks, 'heat'))).toEqual([1, 2]);
    expect(ids(tasksFor(tasks, 'processing'))).toEqual([3]);
    expect(ids(tasksFor(tasks, 'demolding'))).toEqual([4, 5]);
  });

  test('a processing row takes facilities of 320-07 that can do its task, none before there is one', () => {
    expect(ids(processingFacilities(facilities, 3))).toEqual([1]);
    expect(ids(processingFacilities(facilities, null))).toEqual([]);
    expect(ids(facilitiesOf(facilities, 1))).toEqual([2, 3]);
  });
});

describe('availability', () => {
  test('a cell holds a whole number from 0, wide digits too; nothing takes the override off', () => {
    expect(['3', ' ０ ', '', '10000'].map(unitsOf)).toEqual([3, 0, null, 10_000]);
    expect(['-1', '1.5', 'x', '10001'].map(unitsOf)).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('only what was edited is sent', () => {
    expect(changeOf({ '2026-04-05|1号|炉': '2', '2026-04-06|1号|炉': '' })).toEqual({ '1号|炉': { '2026-04-05': 2, '2026-04-06': null } });
  });

  describe('a week copied to the next', () => {
    const usual = () => 2;
    const sunday = '2026-04-05';
    const week = (start: string, units: Record<string, number[]>, holidays: string[] = []): WeekUnits => ({
      sunday: start,
      holidays: new Set(holidays),
      usual,
      units: Object.fromEntries(
        Object.entries(units).map(([name, days]) => [name, Object.fromEntries(days.map((one, day) => [addDays(start, day), one]))]),
      ),
    });

    test('each day takes the units of its weekday; what was usual there is usual again', () => {
      const copied = copiedWeek(week(sunday, { 炉: [2, 1, 2, 2, 2, 2, 2] }), week('2026-04-12', { 炉: [2, 2, 3, 2, 2, 2, 2] }));
      expect(copied.edits).toEqual({ '2026-04-13|炉': '1', '2026-04-14|炉': '' });
      expect(copied.overwritten).toEqual([{ facility: '炉', date: '2026-04-14', before: 3, after: 2 }]);
    });

    test('a day that is closed in one of the two weeks alone is left as it is, and named', () => {
      const copied = copiedWeek(
        week(sunday, { 炉: [2, 1, 0, 2, 2, 2, 2] }, ['2026-04-07']),
        week('2026-04-12', { 炉: [2, 2, 2, 0, 2, 2, 2] }, ['2026-04-15']),
      );
      expect(copied.edits).toEqual({ '2026-04-13|炉': '1' });
      expect(copied.skipped).toEqual(['2026-04-14', '2026-04-15']);
    });

    test('a facility that is shown in one week alone is not touched', () => {
      expect(copiedWeek(week(sunday, { 炉: [1, 1, 1, 1, 1, 1, 1] }), week('2026-04-12', { 窯: [2, 2, 2, 2, 2, 2, 2] })).edits).toEqual({});
    });
  });

  test('a month shows six weeks from a Sunday', () => {
    const weeks = weeksOfMonth('2026-02-01');
    expect(weeks).toHaveLength(6);
    expect(weeks.every((week) => week.length === 7 && weekday(week[0] as string) === 0)).toBe(true);
    expect(weeks[0]?.[0]).toBe('2026-02-01');
    expect(weeksOfMonth('2026-04-01')[0]?.[0]).toBe('2026-03-29');
  });
});

describe('texts that leave the admin', () => {
  test('a CSV cell is quoted where needed and never a formula', () => {
    expect(csvCell('a,"b"\nc')).toBe('"a,""b""\nc"');
    const like = ['=1+1', '@x', '+81', '-cmd', '-2+3+4', '-5kg', '＝1+1', '＋1', '－1', '＠x', '\tx', '-1e5+A1'];
    expect(like.map(csvCell)).toEqual(like.map((text) => `'${text}`));
    expect(['\r=1', '\n=1'].map(csvCell)).toEqual(['"\'\r=1"', '"\'\n=1"']);
    const numbers = ['-5', '-.5', '-1.25', '-2.8e-17', '5'];
    expect(numbers.map(csvCell)).toEqual(numbers);
    // What was defused is taken in again as it was.
    expect(like.map((text) => armed(defused(text)))).toEqual(like);
  });
});

test('a figure of a list is a number in its file, however many digits it has', () => {
  expect([445, 1445, 12_345_678, -1445].map((weight) => figureOf(rounded(weight)))).toEqual([445, 1445, 12_345_678, -1445]);
  expect(['', '—', '3-4', '1,445 kg'].map(figureOf)).toEqual(['', '—', '3-4', '1,445 kg']);
});
