import { describe, expect, it } from 'vitest';
import { allClosedDays, closedDaysBetween } from '../../server/db/sql/calendar.ts';
import { addDays, dayNumber, type PlantDate } from '../../server/domain/ground/plant-time.ts';
import { ownDatabase } from '../support/database.ts';

const [FROM, TO] = ['2026-03-20', '2026-05-20'];
const days = (): PlantDate[] => Array.from({ length: 62 }, (_, day) => addDays(FROM, day));

describe('the closed days of the plant', () => {
  const database = ownDatabase();

  it.each([
    ['no table', [], ['2026-03-21', '2026-04-04', '2026-04-12', '2026-05-16']],
    ['one row', ['2026-04-08'], ['2026-03-21', '2026-04-04', '2026-04-08', '2026-04-12', '2026-05-16']],
    // The Saturday of 4/11 is worked, the weekends around the table are not.
    [
      'a table that ends in the middle of a month',
      ['2026-04-05', '2026-04-15'],
      ['2026-03-22', '2026-04-04', '2026-04-05', '2026-04-15', '2026-04-18'],
    ],
    ['a table that holds all', ['2026-01-01', '2026-04-29', '2026-12-31'], ['2026-04-29']],
  ])('are the same in TypeScript and SQL: %s', async (_, rows, some) => {
    await database.knex('holidays').delete();
    if (rows.length > 0) await database.knex('holidays').insert(rows.map((date) => ({ date })));
    const { isClosed } = await allClosedDays(database.knex);
    const closed = days().filter((day) => isClosed(dayNumber(day)));
    expect([...(await closedDaysBetween(database.knex, FROM, TO))].sort()).toEqual(closed);
    expect(closed).toEqual(expect.arrayContaining(some));
    expect(closed).not.toContain('2026-04-10');
    if (rows.length === 2) expect(closed).not.toContain('2026-04-11');
    if (rows.length === 3) expect(closed).toEqual(['2026-04-29']);
  });
});
