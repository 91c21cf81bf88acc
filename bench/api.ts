import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEMO_PASSWORD } from '../seeds/demo/index.ts';
import { createApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { MAX_CONNECTIONS } from '../server/db/connect.ts';
import { type BenchCall, benchCalls } from './api/calls.ts';
import { benchGrowth } from './api/growth.ts';
import { fillPlant } from './api/plant.ts';
import { bareServer, buildProgram, type LoadFigures, load, ourServer, type Served } from './api/processes.ts';
import { recordCalls, recorder } from './api/record.ts';
import { withServer } from './server.ts';

const TODAY = '2026-04-01';
const WARM_SECONDS = 0.5;

/** One line of the table: medians of the rounds. */
interface Line {
  call: string;
  connections: number;
  ours: LoadFigures;
  bare: LoadFigures;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function medianOf(rounds: readonly LoadFigures[]): LoadFigures {
  const of = (field: 'rps' | 'cpu' | 'p50' | 'p99' | 'bytes'): number => median(rounds.map((round) => round[field]));
  return {
    rps: of('rps'),
    cpu: of('cpu'),
    p50: of('p50'),
    p99: of('p99'),
    bytes: of('bytes'),
    failures: Object.assign({}, ...rounds.map((round) => round.failures)),
  };
}

/** A database of the bench's own with a plant in it. */
const withPlant = <Result>(orders: number, work: (url: string, folder: string) => Promise<Result>): Promise<Result> =>
  withServer(({ folder, database }) =>
    database(async (url) => {
      const app = await createApp({ ...readConfig({ DATABASE_URL: url, LOG_LEVEL: 'error' }), dataDir: folder, role: 'api' });
      try {
        await fillPlant(app.db, { today: TODAY, orders });
        await app.services.addEmployee({ employee_id: '1001', name: '計画 花子', permission: 'master_admin', password: DEMO_PASSWORD });
      } finally {
        await app.close();
      }
      return work(url, folder);
    }),
  );

/**
 * The busiest calls of the built program in production beside a bare Express + pg server that runs the same statements, in turns, the caller in
 * a process of its own. `--calls a,b --connections 1,10,200 --seconds 2 --rounds 3 --orders 5000 --out FILE`; `--growth` instead: what each list
 * costs at 1,000, 10,000 and 100,000 orders. DATABASE_URL names a server to make a database on.
 */
export async function benchApi(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      calls: { type: 'string' },
      connections: { type: 'string', default: '1,10,200' },
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '3' },
      orders: { type: 'string', default: '5000' },
      sizes: { type: 'string', default: '1000,10000,100000' },
      growth: { type: 'boolean', default: false },
      out: { type: 'string' },
    },
  });
  await buildProgram(['server']);
  if (values.growth)
    return benchGrowth({ sizes: values.sizes.split(',').map(Number), today: TODAY }, (orders, work) => withPlant(orders, work));
  await withPlant(Number(values.orders), async (url, folder) => {
    const { calls, token, statements } = await recorded(url, folder);
    const servers = { ours: await ourServer(url, folder), bare: await bareServer(url, statements, MAX_CONNECTIONS) };
    const wanted = values.calls?.split(',');
    try {
      const how = { seconds: Number(values.seconds), rounds: Number(values.rounds) };
      const lines: Line[] = [];
      console.log(
        'call              connections     ours/s     bare/s   ratio     p50 ours/bare      p99 ours/bare   ratio      cpu ours/bare     bytes ours/bare',
      );
      for (const call of calls.filter(({ name }) => wanted?.includes(name) ?? true))
        for (const connections of values.connections.split(',').map(Number))
          lines.push(print(await measure(servers, token, call, connections, how)));
      if (values.out) writeFileSync(values.out, `${JSON.stringify(lines, null, 2)}\n`);
    } finally {
      await servers.ours.stop();
      await servers.bare.stop();
    }
  });
}

/** The calls, a token for them, and the file of the statements that each runs. */
async function recorded(url: string, folder: string): Promise<{ calls: BenchCall[]; token: string; statements: string }> {
  const config = readConfig({ DATABASE_URL: url, LOG_LEVEL: 'error', NODE_ENV: 'production' });
  const app = await createApp({ ...config, dataDir: folder, role: 'api' });
  const listening = await recorder(app);
  try {
    const calls = await benchCalls(app.db, TODAY);
    const statements = join(folder, 'statements.json');
    writeFileSync(statements, JSON.stringify(await recordCalls(listening, calls)));
    return { calls, token: listening.token, statements };
  } finally {
    await listening.stop();
    await app.close();
  }
}

async function measure(
  servers: { ours: Served; bare: Served },
  token: string,
  { name, variants }: BenchCall,
  connections: number,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Line> {
  const asked = variants.map((each) => ({ ...each, headers: { authorization: `Bearer ${token}` } }));
  const bareAsked = variants.map(({ method }, n) => ({ method, path: `/${encodeURIComponent(name)}/${n}` }));
  const both = async (length: number): Promise<{ ours: LoadFigures; bare: LoadFigures }> => ({
    ours: await load(servers.ours, asked, { connections, seconds: length }),
    bare: await load(servers.bare, bareAsked, { connections, seconds: length }),
  });
  await both(Math.min(WARM_SECONDS, seconds));
  const took: { ours: LoadFigures; bare: LoadFigures }[] = [];
  for (let round = 0; round < rounds; round++) took.push(await both(seconds));
  return { call: name, connections, ours: medianOf(took.map(({ ours }) => ours)), bare: medianOf(took.map(({ bare }) => bare)) };
}

function print(line: Line): Line {
  const { call, connections, ours, bare } = line;
  const pair = (one: number, other: number, digits = 1): string => `${one.toFixed(digits)} / ${other.toFixed(digits)} ms`.padStart(19);
  const cells = [
    call.padEnd(16),
    String(connections).padStart(12),
    ours.rps.toFixed(0).padStart(11),
    bare.rps.toFixed(0).padStart(11),
    (ours.rps / bare.rps).toFixed(2).padStart(8),
    pair(ours.p50, bare.p50),
    pair(ours.p99, bare.p99),
    (ours.p99 / bare.p99).toFixed(2).padStart(8),
    pair(ours.cpu, bare.cpu, 2),
    `${ours.bytes} / ${bare.bytes}`.padStart(19),
    JSON.stringify({ ...ours.failures, ...bare.failures }).replace('{}', ''),
  ];
  console.log(cells.join(''));
  return line;
}
