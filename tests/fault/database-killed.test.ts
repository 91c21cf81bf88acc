import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cluster, mayMount, ownCluster } from '../support/cluster.ts';
import { tell } from '../support/figures.ts';
import { type ServerProcess, startServerProcess } from '../support/process.ts';
import { planner } from '../support/program.ts';
import { eventually } from '../support/wait.ts';
import { writersOf, writersToken, writing } from '../support/writers.ts';

/** How often the database goes away, in one of three ways in turn, and how often its disk and its connections run out. */
const [KILLS, SHORTAGES] = process.env.LONG_TESTS ? [300, 10] : [3, 1];
const MEGABYTES = 256;
const WANTED = '0 lost, halved or doubled; 503 with Retry-After alone';
/** Where its disk can be filled. */
const OWN_DISK = mayMount();
let cluster: Cluster;
let server: ServerProcess | undefined;
let writers: Awaited<ReturnType<typeof writersOf>>;
let token = '';

beforeAll(async () => {
  // A small log: what it keeps for its next one is no data.
  cluster = await ownCluster(OWN_DISK ? MEGABYTES : undefined, ['max_connections=40', 'min_wal_size=32MB', 'max_wal_size=64MB']);
  writers = await writersOf(cluster.database.knex);
  const env = { DATA_DIR: cluster.folder, ROLE: 'api', NODE_ENV: 'production' };
  server = await startServerProcess('', env);
  token = await writersToken(server.url);
});
afterAll(async () => {
  await server?.kill9();
  await cluster.close();
});

let stand: ReadonlyMap<string, number> = new Map();
const work = () => writing(writers, () => (server ? [server.url] : []), token, stand);
type Work = ReturnType<typeof work>;

async function goesOn(under: Work): Promise<void> {
  const before = under.acknowledged();
  await eventually(() => under.acknowledged(), 10).toBeGreaterThan(before + 8);
}

/** What came of it, told and judged. */
async function judged(under: Work, task: Parameters<typeof tell>[0], what: string): Promise<void> {
  const { acknowledged, again, wrong } = await under.stop();
  stand = under.done();
  tell(task, { part: 'faults', what, found: `${acknowledged} acknowledged, ${again} asked again, ${wrong.length} wrong`, wanted: WANTED });
  // What the program itself says of it.
  expect(wrong, server?.said().slice(-8_000)).toEqual([]);
  expect(again).toBeGreaterThan(0);
}

it('a second server on the folder is refused in a sentence that names the first', async () => {
  const env = { DATABASE_URL: '', DATA_DIR: cluster.folder, PORT: '0', DEMO: '0' };
  const { code, err } = await planner(env, 'serve');
  expect(code).not.toBe(0);
  expect(err).toContain(`このデータフォルダーは別のサーバー（PID ${server?.pid}）が使用中です。`);
});

it('a database whose processes are all killed, or which restarts, under eight writers loses nothing', { timeout: 7_200_000 }, async ({
  task,
}) => {
  const under = work();
  for (let n = 0; n < KILLS; n += 1) {
    await pause(((n * 0.618034) % 1) * 400);
    if (n % 3 === 0) cluster.kill9();
    else cluster.signal(n % 3 === 1 ? 'SIGQUIT' : 'SIGINT');
    await goesOn(under);
  }
  await judged(under, task, `database killed (all its processes), stopped at once, restarted, ${KILLS} times, under 8 writers`);
});

it('connections that run out are 503 until there are some again', { timeout: 600_000 }, async ({ task }) => {
  const under = work();
  for (let n = 0; n < SHORTAGES; n += 1) {
    await goesOn(under);
    const hogs = await allConnections();
    const refused = under.refused();
    await eventually(() => under.refused(), 10).toBeGreaterThan(refused + 8);
    await Promise.all(hogs.map((hog) => hog.end()));
    await goesOn(under);
  }
  await judged(under, task, `connections run out, ${SHORTAGES} times, under 8 writers`);
});

/** Takes every connection there is, the server's too. */
async function allConnections(): Promise<pg.Client[]> {
  const hogs: pg.Client[] = [];
  for (;;) {
    const hog = new pg.Client({ connectionString: cluster.database.url });
    hog.on('error', () => undefined);
    try {
      await hog.connect();
      hogs.push(hog);
    } catch {
      const ended = await hogs[0]!.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'planner' and pid <> pg_backend_pid()`,
      );
      // As many as were ended can be had now, unless the server is quicker.
      if (ended.rowCount === 0) return hogs;
    }
  }
}

it.runIf(OWN_DISK)('a disk that is full is 503 until there is room again, without a repair', { timeout: 600_000 }, async ({ task }) => {
  const under = work();
  for (let n = 0; n < SHORTAGES; n += 1) {
    await goesOn(under);
    const free = cluster.fill();
    const refused = under.refused();
    await eventually(() => under.refused(), 10).toBeGreaterThan(refused + 8);
    free();
    await goesOn(under);
  }
  await judged(under, task, `disk full, ${SHORTAGES} times, under 8 writers`);
});
