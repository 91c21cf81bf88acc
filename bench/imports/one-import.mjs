import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** One import in a process of its own, so that its memory and its event loop are nobody else's. Says what it took as a line of JSON.
 * `node one-import.mjs built|source URL KIND FILE`; from source it needs `--import tsx`, whose memory then counts too. */
const [form, url, kind, path] = process.argv.slice(2);
const [root, suffix] = form === 'built' ? ['../../dist/server/', 'js'] : ['../../server/', 'ts'];
const { openDatabase } = await import(`${root}db/connect.${suffix}`);
const { importFile } = await import(`${root}features/imports/imports.service.${suffix}`);

const database = await openDatabase({ databaseUrl: url, dataDir: '' });
await database.knex.raw('select 1');
const bytes = readFileSync(path);
const idle = process.memoryUsage().rss;
let peak = idle;
const look = () => {
  peak = Math.max(peak, process.memoryUsage().rss);
};
const sample = setInterval(look, 20);
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const before = performance.now();
const clock = () => Date.parse('2026-04-01T08:00:00+09:00');
const answer = await importFile(database.knex, kind, { name: path, bytes }, { actor: 'bench', clock });
const ms = performance.now() - before;
delay.disable();
clearInterval(sample);
look();
await database.close();
const loop = { p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 };
process.stdout.write(`${JSON.stringify({ ms, idle, peak, ...loop, imported: answer.imported, errors: answer.errors })}\n`);
