import { RateLimiterMemory } from 'rate-limiter-flexible';
import { beforeEach, expect, test } from 'vitest';
import type { Attempt, Call } from '../../server/contract/handlers.ts';
import { invalid, unavailable } from '../../server/domain/ground/errors.ts';
import { handlersWith, httpHere } from './harness.ts';

const MOST_STRANGERS = 300;
const OF_ADDRESS = 100;
const OF_PAIR = 10;

let judge: (attempt: Attempt) => Promise<void> = async () => undefined;
let judging = 0;

/** The id says at which address it is tried, and whether it is known there. */
const login = async (employee_id: string): Promise<number> => {
  const body = JSON.stringify({ employee_id, password: 'x' });
  const answer = await fetch(`${server.url}/api/login/`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await answer.text();
  return answer.status;
};
const wrong = async (attempt: Attempt): Promise<void> => {
  await attempt.fail();
  throw invalid({ password: ['x'] });
};

const server = httpHere(() => ({
  handlers: handlersWith({
    login: async ({ attempt }: Call) => {
      judging += 1;
      await judge(attempt);
      judging -= 1;
      return { token: 'x' };
    },
  }),
  limits: {
    counters: (size) => new RateLimiterMemory(size),
    claims: {
      login: async ({ body: { employee_id } }) => ({
        address: employee_id.split(' ')[0] ?? '',
        pair: employee_id,
        known: employee_id.endsWith('known'),
      }),
    },
  },
}));
beforeEach(() => {
  judge = async () => undefined;
  judging = 0;
});

test('so many strangers are judged at once, from however many addresses: one more is told to come back and has no wrong attempt; who is known passes', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  judge = ({ known }) => (known ? Promise.resolve() : held);
  const strangers = Array.from({ length: MOST_STRANGERS }, (_, n) => login(`crowd-${n} one`));
  await expect.poll(() => judging, { timeout: 60_000 }).toBe(MOST_STRANGERS);
  for (let n = 0; n <= OF_PAIR; n++) expect(await login('late one')).toBe(429);
  expect(await login('crowd-1 known')).toBe(200);
  release();
  expect(new Set(await Promise.all(strangers))).toEqual(new Set([200]));
  expect(await login('late one')).toBe(200);
});

test('what failed for another reason is no wrong attempt, nor does it end the count of those there were', async () => {
  judge = async () => Promise.reject(unavailable('x'));
  for (let n = 0; n <= OF_PAIR; n++) expect(await login('reason one')).toBe(503);
  judge = wrong;
  for (let n = 1; n < OF_PAIR; n++) expect(await login('reason one')).toBe(400);
  judge = async () => Promise.reject(unavailable('x'));
  expect(await login('reason one')).toBe(503);
  judge = wrong;
  expect([await login('reason one'), await login('reason one')]).toEqual([400, 429]);
});

test('a flood at one moment ends at the limit of its address, however slowly the first of it are judged, and holds nobody known or elsewhere', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  judge = async (attempt) => {
    if (attempt.known || attempt.address !== 'flood') return;
    await held;
    await wrong(attempt);
  };
  const statuses: number[] = [];
  const flood = Array.from({ length: 2 * OF_ADDRESS }, async (_, n) => statuses.push(await login(`flood ${n}`)));
  await expect.poll(() => statuses.length, { timeout: 60_000 }).toBe(OF_ADDRESS);
  expect(new Set(statuses)).toEqual(new Set([429]));
  expect(judging).toBe(1);
  expect([await login('flood known'), await login('elsewhere one')]).toEqual([200, 200]);
  release();
  await Promise.all(flood);
  expect(statuses.filter((status) => status === 400)).toHaveLength(OF_ADDRESS);
});
