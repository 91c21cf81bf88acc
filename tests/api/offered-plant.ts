import { beforeAll, beforeEach } from 'vitest';
import type { Success } from '../../server/contract/handlers.ts';
import { PUBLISHED, rowOf } from '../../server/db/plan.ts';
import type { RunPlan } from '../../server/features/runs/publish/publish.service.ts';
import { serverHere } from '../support/here.ts';
import { type Days, dayOf, daysOf, type Foundry, foundry, offer, planOf, wholePlan } from '../support/offered-plans.ts';

export const STOOD: Days = [1, 2, 1, 2];
export const CALM: Days = [6, 8, 1, 2];
export const MIDDLE: Days = [6, 7, 1, 2];
export const PUNCTUAL: Days = [2, 3, 2, 3];

/** A server over a small foundry whose plan stands, made anew before each test; calls are those of a planner. */
export function offeredPlant() {
  // Without a worker of its own: it would take the jobs that the tests claim.
  const server = serverHere({ demo: false, config: { role: 'api' } }, '1002');
  const made = {} as Foundry & { other: string };
  const db = () => server.db;
  const call = <Answer = { error: string }>(path: string, body: object = {}, token?: string) =>
    server.ask<Answer>('POST', `/api/${path}`, body, token);
  beforeAll(async () => {
    made.other = await server.token('1001');
  });
  beforeEach(async () => {
    for (const table of ['jobs', 'schedule_steps', 'audit']) await db()(table).delete();
    await db().raw('truncate actuals, furnace_loads, orders, furnace_runs cascade');
    await db()('plans').whereNot('layer', PUBLISHED).orWhereNull('layer').delete();
    await db()('plans').update({ published_at: null, edited_at: null, marked_at: null, base_id: null });
    Object.assign(made, await foundry(db()));
    await offer(db(), [planOf(made, STOOD, true)], true);
  });
  const plans = async (kind = '') => (await server.get<'listPlans'>(`/api/plans/${kind && `?kind=${kind}`}`)).results;
  const published = async (): Promise<number> => (await rowOf(db(), PUBLISHED)).id;
  const numbered = async (number: number): Promise<number> => (await plans()).find((plan) => plan.number === number)!.id;
  const adopt = async (plan: number, body: object = {}, token?: string) =>
    call<Success<'adoptPlan'> & { error: string }>(`plans/${plan}/adopt/`, { from: await published(), ...body }, token);
  return {
    ...{ server, made, db, call, plans, published, numbered, adopt },
    plan: (days: Days, isPublished = false): RunPlan => planOf(made, days, isPublished),
    offer: (all: RunPlan[]): Promise<number> => offer(db(), all),
    /** Has plans ①, ②, ③ offered beside the one that stood; ② is published. Gives the run. */
    offerThree: (): Promise<number> => offer(db(), [planOf(made, CALM), planOf(made, MIDDLE, true), planOf(made, PUNCTUAL)]),
    choose: async (number: number, body?: object, token?: string) => adopt(await numbered(number), body, token),
    undo: (token?: string) => call<{ error: string; label?: string; history?: object }>('schedules/undo/', {}, token),
    redo: () => call('schedules/redo/'),
    wholePlan: () => wholePlan(db()),
    /** A plan beside the published one as it is laid out by a look at it. */
    lookedAt: async (plan: number) => {
      await server.get<'listSchedules'>(`/api/schedules/?plan=${plan}&limit=1`);
      return wholePlan(db(), (await db()('plans').where({ id: plan }).first('layer')).layer);
    },
    days: () => daysOf(db()),
    /** The bars of both orders in their order. */
    bars: (): number[] => made.orders.flatMap(({ tasks }) => tasks),
    lock: (bar: number, query = '', token?: string) => call(`schedules/${bar}/switch_lock_status/${query}`, {}, token),
    /** Moves a bar to a day. */
    put: (bar: number, day: number, { query = '', token, ...more }: { query?: string; token?: string; received_locked?: boolean } = {}) => {
      const times = { start_date_date: dayOf(day), start_date_hour: '08:00', end_date_date: dayOf(day), end_date_hour: '16:00' };
      return call(`schedules/${bar}/modify_schedule/${query}`, { ...times, ...more }, token);
    },
  };
}
