import { afterEach, expect, test } from 'vitest';
import { addDays, instantAt, plantDate } from '../../server/domain/ground/plant-time.ts';
import { startTimetable } from '../../server/features/nightly/nightly.service.ts';
import { createLog } from '../../server/log.ts';
import { testDatabase } from '../support/database.ts';
import { TODAY } from '../support/demos.ts';
import { tell } from '../support/figures.ts';
import { setClock, setDatabaseClock, trueClock } from '../support/machine-clock.ts';
import { QUICK_RUN } from '../support/quick-run.ts';
import { testServer } from '../support/server.ts';
import { eventually } from '../support/wait.ts';
import { writersOf, writersToken, writing } from '../support/writers.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** What is begun a second before midnight ends on the next day. */
const EVE = '23:59';
const LONG = Boolean(process.env.LONG_TESTS);
const DAYS = ['2026-12-31', '2028-02-28', '2028-02-29'];

afterEach(() => trueClock());

test.runIf(LONG)(
  'a machine whose clock is set, by an hour, a day, to the end of a year and of a leap day, loses no write and doubles none, and cuts off no run',
  {
    timeout: 600_000,
  },
  async ({ task }) => {
    const server = await testServer({ demo: false });
    const { db } = server;
    const shift = Date.parse(instantAt(TODAY, '07:00')) - Date.now();
    const programNow = (): number => Date.now() + shift;
    let release = async (): Promise<unknown> => undefined;
    try {
      await db('employees').delete();
      // A run places bars anew: who writes to bars stays out of it.
      const writers = (await writersOf(db)).filter(({ name }) => !['locks', 'other locks', 'moves', 'marks'].includes(name));
      const token = () => writersToken(server.url);
      let stand: ReadonlyMap<string, number> = new Map();
      let written = 0;
      /** Sets the clock under writers and a run that begins to read; gives how often they had to sign in again. */
      const setUnder = async (byMs: number, after: () => Promise<unknown> = async () => undefined): Promise<number> => {
        const work = writing(writers, () => [server.url], token, stand);
        const goesOn = async (): Promise<void> => {
          const before = work.acknowledged();
          await eventually(() => work.acknowledged(), 10).toBeGreaterThan(before + 4);
        };
        await goesOn();
        const held = await db.transaction();
        release = () => held.commit();
        await held('plans').update({ fingerprint: null });
        const { id } = await server.services.runs.request(QUICK_RUN, '1002');
        const run = () => db('jobs').where({ id }).first('status', 'phase', 'attempt');
        await eventually(run).toMatchObject({ status: 'running', phase: 'read' });
        setClock(byMs);
        await setDatabaseClock(held, byMs);
        await release();
        await after();
        await eventually(run).toMatchObject({ status: 'complete', attempt: 1 });
        await goesOn();
        const { wrong, acknowledged } = await work.stop();
        expect(wrong).toEqual([]);
        stand = work.done();
        written += acknowledged;
        return work.signedIn();
      };
      expect(await setUnder(HOUR_MS)).toBe(0);
      expect(await setUnder(-DAY_MS)).toBe(0);
      // Twelve idle hours end a session.
      expect(await setUnder(DAY_MS)).toBeGreaterThan(0);
      expect(await setUnder(-HOUR_MS)).toBe(0);
      for (const day of DAYS) {
        const next = addDays(day, 1);
        const eve = Date.parse(instantAt(day, EVE)) + 59_000;
        const almost = eve - 2 * HOUR_MS - programNow();
        setClock(almost);
        await setDatabaseClock(db, almost);
        expect(await setUnder(eve - programNow(), () => eventually(() => plantDate(programNow())).toBe(next))).toBe(0);
        expect(plantDate(Date.parse((await fetch(`${server.url}/api/health/`)).headers.get('date') ?? ''))).toBe(next);
      }
      const what = `the clock set by an hour and a day, and over ${DAYS.length} midnights, under writers and runs`;
      tell(task, { part: 'faults', what, found: `${written} acknowledged, 0 wrong, no run cut off`, wanted: 'the same' });
    } finally {
      await release();
      await server.close();
    }
  },
);

test('the night of a time over which the clock is set begins at once, and no second time where it is set back', async () => {
  const database = await testDatabase();
  const db = database.knex;
  const at = (day: string, time: string): number => Date.parse(instantAt(day, time));
  const day = addDays(plantDate(Date.now()), 1);
  const due = instantAt(day, '02:30');
  setClock(at(day, '02:00') - Date.now());
  const timetable = startTimetable({ db, clock: Date.now, log: createLog('silent'), cron: '30 2 * * *' });
  const next = async () => (await db('settings').where({ key: 'nightly_timetable' }).first('value'))?.value.next_at;
  const firings = () => db('nights').orderBy('id').pluck('firing');
  try {
    await eventually(next, 50).toBe(due);
    for (let round = 0; round < 2; round += 1) {
      setClock(HOUR_MS);
      await eventually(next, 50).toBe(instantAt(addDays(day, 1), '02:30'));
      expect(await firings()).toEqual([due]);
      await db('jobs').update({ status: 'complete' });
      setClock(-HOUR_MS);
      await eventually(next, 50).toBe(due);
    }
  } finally {
    await timetable.stop();
    await database.close();
  }
});
