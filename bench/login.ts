import { parseArgs } from 'node:util';
import { DEMO_PASSWORD } from '../seeds/demo/index.ts';
import { readConfig } from '../server/config.ts';
import { withServices } from '../server/services.ts';
import { buildProgram, ourServer, type Served } from './api/processes.ts';
import { withServer } from './server.ts';

const KNOWN = '1001';
/** So many right passwords on the idle server, one after another. */
const QUIET = 10;

const at = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
const figures = (took: readonly number[]): string =>
  `${String(took.length).padStart(5)} sign-ins, ${at(took, 0.5).toFixed(0)} ms in the middle, ${at(took, 1).toFixed(0)} ms at most`;

/**
 * How long the right password of somebody who has signed in before takes, on the idle server and beside so many made-up ids from the same address, all at one
 * moment; the built program in production. `[--made-up 1000]`. DATABASE_URL names a server to make a database on.
 */
export async function benchLogin(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { 'made-up': { type: 'string', default: '1000' } } });
  await buildProgram(['server']);
  await withServer(({ folder, database }) =>
    database(async (url) => {
      const config = { ...readConfig({ DATABASE_URL: url, LOG_LEVEL: 'error' }), dataDir: folder };
      await withServices(config, (services) =>
        services.addEmployee({ employee_id: KNOWN, name: '計画 花子', permission: 'planning_manager', password: DEMO_PASSWORD }),
      );
      const server = await ourServer(url, folder);
      try {
        await measure(server, Number(values['made-up']));
      } finally {
        await server.stop();
      }
    }),
  );
}

async function measure({ port }: Served, madeUp: number): Promise<void> {
  const login = async (employee_id: string, password: string): Promise<number> => {
    const body = JSON.stringify({ employee_id, password });
    const answer = await fetch(`http://127.0.0.1:${port}/api/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const signIn = async (): Promise<number> => {
    const began = performance.now();
    const status = await login(KNOWN, DEMO_PASSWORD);
    if (status !== 200) throw new Error(`the right password was answered with ${status}`);
    return performance.now() - began;
  };
  await signIn();
  const quiet: number[] = [];
  for (let n = 0; n < QUIET; n++) quiet.push(await signIn());
  console.log(`idle            ${figures(quiet)}`);

  const began = performance.now();
  const answers = new Map<number, number>();
  let left = madeUp;
  const flood = Array.from({ length: madeUp }, async (_, n) => {
    const status = await login(`made-up-${n}`, 'wrong-password');
    answers.set(status, (answers.get(status) ?? 0) + 1);
    left -= 1;
  });
  const amid: number[] = [];
  do amid.push(await signIn());
  while (left > 0);
  await Promise.all(flood);
  const told = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ');
  console.log(`beside made-up  ${figures(amid)}`);
  console.log(`made-up         ${madeUp} in ${((performance.now() - began) / 1000).toFixed(1)} s: ${told}`);
}
