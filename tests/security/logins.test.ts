import { createHook } from 'node:async_hooks';
import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { beforeEach, describe, expect, test } from 'vitest';
import { post } from '../support/attempts.ts';
import { dataDir } from '../support/data-dir.ts';
import { tell } from '../support/figures.ts';
import { serverHere } from '../support/here.ts';
import { startServerProcess } from '../support/process.ts';

const LONG = Boolean(process.env.LONG_TESTS);
const PASSWORD = 'foundry-demo';
const part = 'security';

const server = serverHere({ demo: false, config: { trustProxy: 1 } });
const login = (employee_id: string, password: string, address: string) =>
  post('login/', { employee_id, password }, { url: server.url, address });
/** An address that nobody has come from yet. */
let made = 0;
const elsewhere = (): string => {
  made += 1;
  return `10.${(made >> 16) & 255}.${(made >> 8) & 255}.${made & 255}`;
};

beforeEach(async () => {
  await server.db('attempt_counts').delete();
});

/** What a process has taken of processors so far, in milliseconds: so long it would make others wait where nothing else is done. */
function busyOf(pid: number): number {
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = after.split(' ').slice(11, 13).map(Number);
  return 10 * (Number(user) + Number(system));
}

/** What of the password's library went to other threads meanwhile. */
async function hashed(work: () => Promise<unknown>): Promise<number> {
  const types: string[] = [];
  const hook = createHook({ init: (_, type) => void types.push(type) }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return types.filter((type) => /argon/i.test(type)).length;
}

test('an id that there is not takes the same work as one that there is: one hash', async () => {
  // The first stranger of a process makes the hash that no password has.
  await login('made-up', 'wrong-password', elsewhere());
  expect(await hashed(() => login('1002', 'wrong-password', elsewhere()))).toBe(1);
  expect(await hashed(() => login('made-up-too', 'wrong-password', elsewhere()))).toBe(1);
  expect(await hashed(() => login('1002', PASSWORD, elsewhere()))).toBe(1);
});

describe.runIf(LONG)('measured', () => {
  test.runIf(existsSync('/proc/self/stat'))(
    'the right password is answered within two seconds beside a thousand made-up ids',
    { timeout: 600_000 },
    async ({ task }) => {
      const folder = dataDir();
      const alone = { TRUST_PROXY: '1', NODE_ENV: 'production', DATA_DIR: folder.path };
      const process = await startServerProcess(server.databaseUrl, alone);
      const from = (n: number) => ({ url: process.url, address: `10.200.0.${n}` });
      const right = () => post('login/', { employee_id: '1002', password: PASSWORD }, from(1));
      try {
        // A process that has begun to work.
        for (let n = 0; n < 5; n++) await right();
        // From ten addresses, of which one is that of who signs in.
        const attack = Array.from({ length: 1_000 }, (_, n) =>
          post('login/', { employee_id: `made-up-${n}`, password: 'wrong-password' }, from((n % 10) + 1)),
        );
        let over = false;
        const answered = Promise.all(attack).then((all) => {
          over = true;
          return all.map(({ status }) => status);
        });
        const took: { ms: number; busy: number }[] = [];
        while (!over) {
          const [began, used] = [performance.now(), busyOf(process.pid)];
          expect((await right()).status).toBe(200);
          took.push({ ms: performance.now() - began, busy: busyOf(process.pid) - used });
        }
        const [slowest, busiest] = [Math.max(...took.map(({ ms }) => ms)), Math.max(...took.map(({ busy }) => busy))];
        const judged = (await answered).filter((status) => status === 400).length;
        const what = `slowest of ${took.length} right logins beside 1,000 made-up ids from ten addresses, ${judged} of them judged`;
        const found = `${(slowest / 1_000).toFixed(1)} s at a load of ${loadavg()[0]?.toFixed(0)}, ${(busiest / 1_000).toFixed(1)} s of processors`;
        tell(task, { part, what, found, wanted: '≤ 2 s on a quiet machine' });
        expect(busiest).toBeLessThanOrEqual(2_000);
      } finally {
        await process.kill9();
        folder.remove();
      }
    },
  );

  test('the time of an answer does not tell whether there is such an id', { timeout: 600_000 }, async ({ task }) => {
    const timed = async (id: string): Promise<number> => {
      const address = elsewhere();
      const began = performance.now();
      expect((await login(id, 'wrong-password', address)).status).toBe(400);
      return performance.now() - began;
    };
    const pairs: [number, number][] = [];
    for (let n = 0; n < 400; n++) {
      // In turn, each as often the first of two.
      const [known, unknown] = n % 2 === 0 ? [await timed('1002'), await timed(`unknown-${n}`)] : [NaN, NaN];
      const [unknownFirst, knownNext] = n % 2 === 1 ? [await timed(`unknown-${n}`), await timed('1002')] : [NaN, NaN];
      pairs.push(n % 2 === 0 ? [known, unknown] : [knownNext, unknownFirst]);
    }
    const [there, not] = [pairs.map(([known]) => known), pairs.map(([, unknown]) => unknown)];
    // How often an id that there is takes longer than one that there is not: a half where the times tell nothing (Mann and Whitney).
    const longer = there.flatMap((one) => not.map((other) => Number(one > other))).reduce((sum, one) => sum + one, 0) / pairs.length ** 2;
    const median = (list: number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1] as number;
    const found = `${median(there).toFixed(1)} and ${median(not).toFixed(1)} ms; the longer one is the id that there is in ${Math.round(longer * 100)} %`;
    tell(task, { part, what: '400 wrong logins each of ids that there are and are not', found, wanted: '50 % ± 6' });
    expect(Math.abs(longer - 0.5)).toBeLessThan(0.06);
  });
});
