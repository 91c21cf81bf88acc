import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { DEMO_PASSWORD } from '../../seeds/demo/index.ts';
import { PUBLISHED, rowOf } from '../../server/db/plan.ts';
import { createEmployeeAccount } from '../../server/features/session/accounts.service.ts';
import { TODAY } from './demos.ts';
import { daysOf } from './offered-plans.ts';
import { plantBuilder } from './plant.ts';

const USER = { employee_id: '1001', name: '山田', permission: 'master_admin', password: DEMO_PASSWORD } as const;
const ROWS = 200;
const AGAIN_MS = 150;
/** Between two steps of a writer: eight of them keep calls under way all the time without taking the whole machine. */
const STEP_MS = 25;
/** A call that hangs longer than this has been forgotten, unless a test has less patience. */
const CALL_MS = 20_000;

/** Where calls go at the moment; several are taken in turn. */
export type Place = () => readonly string[];

interface Step {
  path: string;
  body: object;
  /** Without one the call bears its own, such as the client id of a mark. */
  key?: string;
}
/** One who writes the same kind of thing again and again. */
interface Writer {
  name: string;
  step(n: number): Step;
  /** What `done` acknowledged steps must have left, and what is there. */
  left(done: number): Promise<{ wanted: unknown; found: unknown }>;
}

/** What came of the writing. */
export interface Written {
  /** Steps that were acknowledged; each was done until it was. */
  acknowledged: number;
  /** Calls that were cut off, or answered by 503, and made again. */
  again: number;
  /** What is not as acknowledged, answers that were given otherwise the second time, and answers that nobody may get. */
  wrong: string[];
}

/** Fills an empty database with what the writers write to, and a user of theirs. */
export async function writersOf(db: Knex): Promise<Writer[]> {
  await createEmployeeAccount(db, USER, { actor: 'cli' });
  const make = plantBuilder(db);
  const task = await make.task();
  const facility = await make.facility({ tasks: [task] });
  const bar = async (): Promise<number> => {
    const order = await make.order();
    const lot = await make.lot(order);
    const order_task_id = await make.orderTask(lot, task);
    return make.entry(lot, task, ['2026-04-06 08:00', '2026-04-06 12:00'], { order_task_id, facility_id: facility, unit: 0 });
  };
  const [locked, other, moved, marked] = [await bar(), await bar(), await bar(), await bar()];
  const ranked = await make.order();
  const count = async (table: string, where: (query: Knex.QueryBuilder) => void): Promise<number> =>
    Number((await db(table).count('* as n').where(where).first())?.n);
  const changes = (operation: string, key?: string): Promise<number> =>
    count('audit', (query) => query.where({ operation, part_of: null, ...(key ? { key } : {}) }));
  const entry = async (id: number, column: string): Promise<unknown> => (await db('plan_entries').where({ id }).first(column))[column];
  const locks = (name: string, id: number): Writer => {
    const before = db('plan_entries')
      .where({ id })
      .first('version')
      .then(({ version }) => version as number);
    return {
      name,
      step: (n) => ({ path: `/api/schedules/${id}/switch_lock_status/`, body: {}, key: `${name} ${n}` }),
      left: async (done) => ({
        wanted: [done % 2 === 1, done],
        found: [await entry(id, 'locked'), Number(await entry(id, 'version')) - (await before)],
      }),
    };
  };
  const day = (n: number): string => new Date(Date.UTC(2030, 0, 1 + n)).toISOString().slice(0, 10);
  const placeOf = (n: number): string => `2026-04-${n % 2 === 0 ? '13' : '14'}`;
  const taps: string[] = [];
  return [
    {
      name: 'tasks',
      step: (n) => ({ path: '/api/tasks/', body: { task_code: `W-${n}`, task_name: '研磨' }, key: `tasks ${n}` }),
      left: async (done) => ({
        wanted: [done, done],
        found: [await count('tasks', (query) => query.whereLike('task_code', 'W-%')), await changes('createTask')],
      }),
    },
    {
      name: 'holidays',
      step: (n) => ({ path: '/api/holiday-calendars/', body: { date: day(n) }, key: `holidays ${n}` }),
      left: async (done) => ({
        wanted: [done, done],
        found: [await count('holidays', (query) => query.where('date', '>=', '2030-01-01')), await changes('createHoliday')],
      }),
    },
    {
      name: 'priority',
      step: (n) => ({
        path: '/api/orders/set_priority/',
        body: { orders: [ranked], priority: n % 2 === 0 ? 'rush' : 'normal' },
        key: `priority ${n}`,
      }),
      left: async (done) => ({
        wanted: [done % 2 === 1 ? 'rush' : 'normal', done],
        found: [(await db('orders').where({ id: ranked }).first('priority')).priority, await changes('setOrderPriority')],
      }),
    },
    locks('locks', locked),
    locks('other locks', other),
    {
      name: 'moves',
      step: (n) => ({
        path: '/api/schedules/move_schedules/',
        body: { moves: [{ id: moved, start_date: `${placeOf(n)}T08:00:00+09:00`, end_date: `${placeOf(n)}T12:00:00+09:00` }] },
        key: `moves ${n}`,
      }),
      left: async (done) => ({
        wanted: [done === 0 ? '2026-04-06' : placeOf(done - 1), done],
        found: [String(await entry(moved, 'start_at')).slice(0, 10), await changes('moveSchedules')],
      }),
    },
    {
      name: 'marks',
      step: (n) => {
        taps[n] ??= randomUUID();
        const at = `${TODAY}T00:00:00+09:00`;
        const tap = { client_id: taps[n], at, facility, unit: 0 };
        const what = n % 2 === 0 ? { kind: 'start', entries: [{ entry_id: marked }] } : { kind: 'undo', undoes: taps[n - 1] };
        return { path: '/api/marks/', body: { ...tap, ...what } };
      },
      left: async (done) => ({
        wanted: [done % 2 === 1, done, done],
        found: [await entry(marked, 'locked'), await count('work_taps', () => undefined), await changes('postMark')],
      }),
    },
    {
      name: 'imports',
      step: (n) => ({
        path: '/api/orders/upload_csv/',
        body: { rows: Array.from({ length: ROWS }, (_, index) => orderRow(`0${5_000_000 + n * ROWS + index}`)) },
        key: `imports ${n}`,
      }),
      left: async (done) => ({
        wanted: [done * ROWS, done],
        found: [await count('orders', (query) => query.where('product_code', 'W-P')), await count('import_log', () => undefined)],
      }),
    },
  ];
}

/** One who adopts the first of two plans, then the second, and so on; the second is published. `days`: those of the bars of each. */
export const adoptionsOf = (db: Knex, plans: readonly [number, number], days: readonly [unknown, unknown]): Writer => ({
  name: 'adoptions',
  step: (n) => ({ path: `/api/plans/${plans[n % 2]}/adopt/`, body: { from: plans[(n + 1) % 2], anyway: true }, key: `adoptions ${n}` }),
  left: async (done) => ({
    wanted: [plans[(done + 1) % 2], days[(done + 1) % 2], done],
    found: [
      (await rowOf(db, PUBLISHED)).id,
      await daysOf(db),
      Number((await db('audit').count('* as n').where({ operation: 'adoptPlan' }).first())?.n),
    ],
  }),
});

const orderRow = (serial_number: string) => ({
  ...{ serial_number, product_code: 'W-P', product_name: '弁箱', number: 2, weight: 10, delivery_status: '素材', material: 'SC480' },
  ...{ delivery_date: '2026-06-01', casting_date: '2026-04-10' },
});

/** Signs the writers' user in. */
export async function writersToken(url: string): Promise<string> {
  const { employee_id, password } = USER;
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/login/`, { method: 'POST', headers, body: JSON.stringify({ employee_id, password }) });
  return ((await answer.json()) as { token: string }).token;
}

/** Lets the writers write until `stop`, from the beginning or where others stopped, each one call after another; what is cut off is asked again with the same key until it is answered. */
export function writing(
  writers: readonly Writer[],
  place: Place,
  token: string | (() => Promise<string>),
  from: ReadonlyMap<string, number> = new Map(),
  callMs = CALL_MS,
) {
  const written: Written = { acknowledged: 0, again: 0, wrong: [] };
  const done = new Map(writers.map(({ name }) => [name, from.get(name) ?? 0]));
  let on = true;
  let leaving = false;
  let asked = 0;
  let signedIn = 0;
  let bearer = typeof token === 'string' ? Promise.resolve(token) : token();
  let refused = 0;
  const once = async (step: Step): Promise<{ status: number; text: string } | undefined> => {
    const places = place();
    const url = places[asked++ % Math.max(1, places.length)];
    if (url === undefined) return undefined;
    const headers = {
      authorization: `Bearer ${await bearer}`,
      'content-type': 'application/json',
      // A connection that is used again may be closed at the moment at which it is.
      connection: 'close',
      ...(step.key === undefined ? {} : { 'idempotency-key': step.key }),
    };
    try {
      const signal = AbortSignal.timeout(callMs);
      const answer = await fetch(url + step.path, { method: 'POST', headers, body: JSON.stringify(step.body), signal });
      const text = await answer.text();
      if (answer.status === 503) refused += 1;
      if (answer.status === 503 && !answer.headers.has('retry-after')) written.wrong.push('503 without Retry-After');
      return { status: answer.status, text };
    } catch {
      return undefined;
    }
  };
  const untilAnswered = async (step: Step): Promise<{ status: number; text: string; tries: number } | undefined> => {
    for (let tries = 1; ; tries += 1) {
      const used = bearer;
      const answer = await once(step);
      if (leaving && (!answer || answer.status === 503)) return undefined;
      if (answer?.status === 401 && typeof token === 'function') {
        const ended = bearer;
        bearer = bearer === used ? token() : bearer;
        if (bearer !== ended) signedIn += 1;
        continue;
      }
      if (answer && answer.status >= 500 && answer.status !== 503) {
        written.wrong.push(`${step.path}: ${answer.status} ${answer.text.slice(0, 200)}`);
        await pause(AGAIN_MS);
        continue;
      }
      // Busy is said of a lock that the killed process's session still holds.
      if (answer && answer.status !== 503 && answer.status !== 409) {
        return { ...answer, tries };
      }
      written.again += 1;
      await pause(AGAIN_MS);
    }
  };
  const write = async ({ name, step }: Writer): Promise<void> => {
    for (let n = done.get(name) ?? 0; on; n += 1) {
      await pause(STEP_MS);
      const answer = await untilAnswered(step(n));
      if (!answer) return;
      if (answer.status >= 300 || answer.text.includes('"refused"'))
        written.wrong.push(`${name} ${n}: ${answer.status} ${answer.text.slice(0, 200)}`);
      done.set(name, n + 1);
      written.acknowledged += 1;
      // As somebody does who did not see the answer.
      if (leaving || (answer.tries === 1 && n % 10 !== 0)) continue;
      const second = await untilAnswered(step(n));
      if (second && (second.status !== answer.status || second.text !== answer.text))
        written.wrong.push(
          `${name} ${n} a second time: ${answer.status} ${answer.text.slice(0, 200)}, then ${second.status} ${second.text.slice(0, 200)}`,
        );
    }
  };
  const working = writers.map(write);
  return {
    acknowledged: () => written.acknowledged,
    /** Calls that were cut off or refused so far. */
    again: () => written.again,
    /** How often they had to sign in again. */
    signedIn: () => signedIn,
    /** Answers of 503 so far. */
    refused: () => refused,
    /** Where each writer stands, for those who go on. */
    done: (): ReadonlyMap<string, number> => done,
    /** From now on what is cut off or refused is not asked again, and counts as not done. */
    leave: (): void => {
      leaving = true;
    },
    /** Ends every call that has begun and judges what is there. */
    async stop(): Promise<Written> {
      on = false;
      await Promise.all(working);
      for (const { name, left } of writers) {
        const { wanted, found } = await left(done.get(name) ?? 0);
        if (JSON.stringify(wanted) !== JSON.stringify(found))
          written.wrong.push(`${name}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
      }
      return written;
    },
  };
}
