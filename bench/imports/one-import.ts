import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openDatabase } from '../../server/db/connect.ts';
import type { ImportKindName } from '../../server/domain/imports.ts';
import { epochMs } from '../../server/domain/plant-time.ts';
import { importFile } from '../../server/features/imports/imports.service.ts';

/** One import in a process of its own, so that its memory and its event loop are nobody else's. Says what it took as a line of JSON. */
const [url, kind, path] = process.argv.slice(2) as [string, ImportKindName, string];
const database = await openDatabase({ databaseUrl: url, dataDir: '' });
await database.knex.raw('select 1');
const bytes = readFileSync(path);
const idle = process.memoryUsage().rss;
const delay = monitorEventLoopDelay({ resolution: 5 });
let peak = idle;
const sample = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss);
}, 20);
delay.enable();
const before = performance.now();
const answer = await importFile(
  database.knex,
  kind,
  { name: path, bytes },
  { actor: 'bench', clock: () => epochMs('2026-04-01T08:00:00+09:00') },
);
const ms = performance.now() - before;
delay.disable();
clearInterval(sample);
await database.close();
const memory = { idle, peak: Math.max(peak, process.memoryUsage().rss) };
process.stdout.write(
  `${JSON.stringify({ ms, ...memory, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6, imported: answer.imported, errors: answer.errors })}\n`,
);
