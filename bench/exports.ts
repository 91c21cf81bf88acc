import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { DEMO_PASSWORD } from '../seeds/demo/index.ts';
import { createApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { openDatabase } from '../server/db/connect.ts';
import { migrate } from '../server/db/schema/migrate.ts';
import { planOfTasks } from './exports/plant.ts';
import { withServer } from './server.ts';

const NANOS_PER_MS = 1e6;
const TODAY = '2026-04-01';
const ASK_AGAIN_MS = 50;
const ONE_EXPORT = fileURLToPath(new URL('./exports/one-export.ts', import.meta.url));

interface Made {
  how: string;
  entries: number;
  read_ms: number;
  all_ms: number;
  idle_mb: number;
  peak_mb: number;
  file_mb: number;
}

/**
 * The 通常 workbook of many tasks: made in a process of its own, streamed and by exceljs in memory (the same cells); then asked for from a server, while the
 * same process answers calls. `--tasks 50000 --days 180`; DATABASE_URL names a server to make a database on.
 */
export async function benchExports(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { tasks: { type: 'string', default: '50000' }, days: { type: 'string', default: '180' } },
  });
  await withServer(({ folder, database }) =>
    database(async (url) => {
      const entries = await filled(url, { tasks: Number(values.tasks), days: Number(values.days), today: TODAY });
      console.log(`${entries} tasks over ${values.days} days`);
      const streamed = await made('streamed', url);
      const inMemory = await made('in-memory', url);
      console.log('             read s   all s   idle MB   peak MB   file MB');
      for (const one of [streamed, inMemory]) console.log(line(one));
      const ratio = (of: keyof Made): string => (Number(streamed[of]) / Number(inMemory[of])).toFixed(2);
      console.log(`streamed / in memory: time ${ratio('all_ms')}, peak ${ratio('peak_mb')}`);
      await duringServing(url, folder);
    }),
  );
}

/** Fills an empty database; gives how many bars stand in it. */
async function filled(databaseUrl: string, plant: Parameters<typeof planOfTasks>[1]): Promise<number> {
  const { knex, close } = await openDatabase({ databaseUrl, dataDir: '' });
  try {
    await migrate(knex);
    return await planOfTasks(knex, plant);
  } finally {
    await close();
  }
}

const line = ({ how, read_ms, all_ms, idle_mb, peak_mb, file_mb }: Made): string =>
  [
    how.padEnd(11),
    ...[read_ms / 1000, all_ms / 1000].map((s) => s.toFixed(1).padStart(7)),
    ...[idle_mb, peak_mb, file_mb].map((mb) => mb.toFixed(0).padStart(9)),
  ].join(' ');

async function made(how: string, databaseUrl: string): Promise<Made> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', ONE_EXPORT, how, databaseUrl, TODAY]);
    return JSON.parse(stdout);
  } catch (error) {
    console.log(`${how}: ${String(error).split('\n').slice(0, 3).join(' ')}`);
    return { how, entries: 0, read_ms: 0, all_ms: Number.NaN, idle_mb: 0, peak_mb: Number.NaN, file_mb: 0 };
  }
}

/** One export through the API: from asking to complete, the event loop of the process, and the memory of all of it. */
async function duringServing(databaseUrl: string, dataDir: string): Promise<void> {
  const app = await createApp({ ...readConfig({ DATABASE_URL: databaseUrl, TODAY, LOG_LEVEL: 'error', NODE_ENV: 'production' }), dataDir });
  const server = createServer(app.http);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const body = JSON.stringify({ employee_id: '1001', password: DEMO_PASSWORD });
    const login = await fetch(`${base}/api/login/`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const headers = { authorization: `Bearer ${((await login.json()) as { token: string }).token}` };
    const idle = process.memoryUsage().rss;
    let peak = idle;
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const began = performance.now();
    await fetch(`${base}/api/schedules/download_excel_gantt/`, { headers: { ...headers, prefer: 'respond-async' } });
    for (let status = 'in_progress'; status === 'in_progress'; await sleep(ASK_AGAIN_MS)) {
      const list = (await (await fetch(`${base}/api/schedules/get_excels/?limit=1`, { headers })).json()) as {
        results: { status: string }[];
      };
      status = list.results[0]?.status ?? '';
      peak = Math.max(peak, process.memoryUsage().rss);
    }
    const seconds = (performance.now() - began) / 1000;
    delay.disable();
    const loop = `event loop p99 ${(delay.percentile(99) / NANOS_PER_MS).toFixed(0)} ms, at most ${(delay.max / NANOS_PER_MS).toFixed(0)} ms`;
    const memory = `memory ${Math.round(idle / 1024 / 1024)} -> ${Math.round(peak / 1024 / 1024)} MB`;
    console.log(`through the API: complete after ${seconds.toFixed(1)} s; ${loop}; ${memory} of the whole process`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await app.close();
  }
}
