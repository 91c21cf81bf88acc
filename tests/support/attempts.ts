import type { Knex } from 'knex';

/** The limits, as an attacker meets them. */
export const OF_ADDRESS = 100;
export const OF_PAIR = 10;

/** Where an attempt comes from and which server it goes to. */
export type From = { address?: string; cookie?: string | undefined; token?: string; url?: string };
export type Answered = { status: number; body: Record<string, unknown>; retryAfter: string | null; cookie: string | undefined };

/** Posts to a server behind one proxy, from `10.0.0.1` unless told otherwise. */
export async function post(path: string, body: object, { address = '10.0.0.1', cookie, token, url = '' }: From): Promise<Answered> {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': address,
    ...(cookie ? { cookie } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  const response = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? {} : JSON.parse(text),
    retryAfter: response.headers.get('retry-after'),
    cookie: response.headers.get('set-cookie')?.split(';', 1)[0],
  };
}

/** The statuses of so many attempts, one after another. */
export async function inRow(many: number, attempt: (n: number) => Promise<Answered>): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < many; n++) statuses.push((await attempt(n)).status);
  return statuses;
}
export const times = (many: number, status: number): number[] => Array.from({ length: many }, () => status);

/** The wrong attempts that are counted under names of this kind. */
export const countsOf = (db: Knex, kind: string): Promise<number[]> =>
  db('attempt_counts').whereLike('key', `${kind}:%`).orderBy('points').pluck('points');

/** Leaves an address so many wrong attempts, without the hashes of the others; no other one may have any. */
export async function spend(server: { db: Knex; url: string }, address: string, left = 0): Promise<void> {
  await post('login/', { employee_id: 'made-up', password: 'wrong-password' }, { address, url: server.url });
  await server
    .db('attempt_counts')
    .whereLike('key', 'address:%')
    .where('points', '>', 0)
    .update({ points: OF_ADDRESS - left });
}
