import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { DEMO_PASSWORD } from '../seeds/demo/index.ts';
import { demoOfTasks } from '../seeds/demo/plant/sizes.ts';
import { createApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { withServer } from './server.ts';

const NANOS_PER_MS = 1e6;
const TODAY = '2026-04-01';

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/**
 * A plan of many tasks made through the API, while the same process answers calls: how long the event loop was held and how long a page of the
 * schedule took, beside the same calls on the idle server; the phases of that run and of one beside its plan; and a run while scenarios are being planned. `[--tasks 100000] [--seconds 20] [--threads N]`; threads as the server itself would take by default.
 * DATABASE_URL names a server to make a database on.
 */
export async function benchRuns(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { tasks: { type: 'string', default: '100000' }, seconds: { type: 'string', default: '20' }, threads: { type: 'string' } },
  });
  await withServer(({ folder, database }) => database((url) => measure(url, folder, values)));
}

interface Run {
  status: string;
  statistics: { threads?: number; phases?: Record<string, number>; score?: { total: number }; rounds?: number } | null;
}

/** The second run stands beside the first, with these frozen days. */
const AGAIN_FROZEN = 3;

/** So many scenarios are asked to be planned beside a run, for longer than it lasts. */
const [SCENARIOS, SCENARIO_SECONDS] = [5, 300];

/** Seconds, moves and score of a run, to be held against another one. */
const ranText = ({ seconds, run }: { seconds: number; run: Run }): string =>
  `${seconds.toFixed(1)} s · ${run.statistics?.rounds ?? 0} rounds · score ${(run.statistics?.score?.total ?? 0).toFixed(1)}`;

/** Seconds from the press to the published plan, and of each phase. */
function phasesOf({ seconds, run }: { seconds: number; run: Run }): string {
  const phases = Object.entries(run.statistics?.phases ?? {});
  return `${seconds.toFixed(1)} s: ${phases.map(([phase, took]) => `${phase} ${took.toFixed(1)}`).join(' · ')}`;
}

type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** Milliseconds of what one does with a plan that is kept: laid out by its first look, looked at again, held against the published one, adopted, taken back. */
async function plansTimed(send: Send, headers: Record<string, string>): Promise<string[]> {
  const { results } = (await (await send('/api/plans/', { headers })).json()) as { results: { id: number; kind: string }[] };
  const published = results.find(({ kind }) => kind === 'published');
  const [kept, third = kept] = results.filter(({ kind }) => kind !== 'published');
  if (!published || !kept) return [];
  const timed = async (name: string, path: string, body?: object): Promise<string> => {
    const began = performance.now();
    const answer = await (await send(path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })).text();
    return `${name.padEnd(36)} ${(performance.now() - began).toFixed(0).padStart(6)} ms ${(answer.length / 1024).toFixed(0).padStart(6)} kB`;
  };
  const page = `/api/schedules/?limit=500&plan=${kept.id}`;
  const calls: [name: string, path: string, body?: object][] = [
    ['the published plan: a page of bars', '/api/schedules/?limit=500'],
    [`a ${kept.kind}: laid out, a page of bars`, page],
    ['the same again', page],
    ['its overview', `/api/schedules/overview/?plan=${kept.id}`],
    ['both compared', `/api/plans/${kept.id}/compare/`],
    ['a third one: laid out', `/api/schedules/?limit=1&plan=${third?.id}`],
    ['all three compared', `/api/plans/${kept.id}/compare/?with=${published.id}&with=${third?.id}`],
    ['adopted', `/api/plans/${kept.id}/adopt/`, { from: published.id, anyway: true }],
    ['taken back', '/api/schedules/undo/', {}],
    ['laid out after that', page],
  ];
  const lines: string[] = [];
  for (const call of calls) lines.push(await timed(...call));
  return lines;
}

async function measure(databaseUrl: string, dataDir: string, values: { tasks: string; seconds: string; threads?: string }): Promise<void> {
  const app = await createApp({
    ...readConfig({ DATABASE_URL: databaseUrl, TODAY, LOG_LEVEL: 'error', NODE_ENV: 'production', PROPOSAL_SECONDS: '0' }),
    dataDir,
  });
  const server = createServer(app.http);
  try {
    await app.services.loadDemo(demoOfTasks({ tasks: Number(values.tasks), today: TODAY }));
    if (values.threads) await app.services.runs.changeSettings({ threads: Number(values.threads) }, '1001');
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
      const answer = await fetch(base + path, { ...init, headers: { 'content-type': 'application/json', ...init.headers } });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer;
    };
    const login = await send('/api/login/', { method: 'POST', body: JSON.stringify({ employee_id: '1001', password: DEMO_PASSWORD }) });
    const headers = { authorization: `Bearer ${((await login.json()) as { token: string }).token}` };

    const calls = async (until: () => Promise<boolean>): Promise<{ loop: number; worst: number; call: number; n: number }> => {
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      const took: number[] = [];
      while (!(await until())) {
        const began = performance.now();
        await (await send('/api/orders/?limit=100', { headers })).text();
        took.push(performance.now() - began);
      }
      delay.disable();
      return { loop: delay.percentile(99) / NANOS_PER_MS, worst: delay.max / NANOS_PER_MS, call: percentile(took, 0.99), n: took.length };
    };
    let left = 100;
    const idle = await calls(async () => left-- <= 0);
    const planned = async (body: object): Promise<{ seconds: number; figures: Awaited<ReturnType<typeof calls>>; run: Run }> => {
      await send('/api/schedules/', {
        method: 'POST',
        headers,
        body: JSON.stringify({ time_limit_seconds: Number(values.seconds), ...body }),
      });
      const began = performance.now();
      const figures = await calls(async () => {
        const pending = (await (await send('/api/schedule-queues/has_pending_schedule/', { headers })).json()) as { pending: boolean };
        return !pending.pending;
      });
      const seconds = (performance.now() - began) / 1000;
      const queue = (await (await send('/api/schedule-queues/?limit=1', { headers })).json()) as { results: [Run] };
      return { seconds, figures, run: queue.results[0] };
    };
    const first = await planned({});
    const again = await planned({ frozen_days: AGAIN_FROZEN });
    const row = (name: string, figures: typeof idle): string =>
      `${name.padEnd(8)} ${figures.loop.toFixed(0).padStart(8)} ${figures.worst.toFixed(0).padStart(8)} ${figures.call.toFixed(0).padStart(10)} ${String(figures.n).padStart(7)}`;
    const { run } = first;
    console.log(`${values.tasks} open tasks: run ${run.status} on ${run.statistics?.threads} threads`);
    console.log(`first    ${phasesOf(first)}\nagain    ${phasesOf(again)}`);
    for (const line of await plansTimed(send, headers)) console.log(line);
    const alone = await planned({ frozen_days: AGAIN_FROZEN + 1 });
    for (let one = 1; one <= SCENARIOS; one += 1) {
      const made = await send('/api/scenarios/', { method: 'POST', headers, body: JSON.stringify({ name: `${one}` }) });
      const { id } = (await made.json()) as { id: number };
      await send(`/api/scenarios/${id}/plan/`, { method: 'POST', headers, body: JSON.stringify({ time_limit_seconds: SCENARIO_SECONDS }) });
    }
    const beside = await planned({ frozen_days: AGAIN_FROZEN + 2 });
    console.log(`a run alone                ${ranText(alone)}\nbeside ${SCENARIOS} scenarios         ${ranText(beside)}`);
    console.log('         loop p99  max ms   call p99   calls');
    console.log(
      `${row('idle', idle)}\n${row('running', first.figures)}\np99 of a call, running / idle: ${(first.figures.call / idle.call).toFixed(1)}`,
    );
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await app.close();
  }
}
