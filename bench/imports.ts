import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openDatabase } from '../server/db/connect.ts';
import { migrate } from '../server/db/schema/migrate.ts';
import type { Db } from '../server/db/types.ts';
import { IMPORT_KINDS, type ImportKind, importFileName } from '../server/domain/files/imports.ts';
import { codeKey } from '../server/domain/ground/fold.ts';
import { buildProgram } from './api/processes.ts';
import { copyRows, readBare } from './imports/baselines.ts';
import { writeMadeFile } from './imports/made-files.ts';
import { MOST, makeRows, needed, productOf, serialOf, TASKS } from './imports/made-rows.ts';
import { type BenchServer, withServer } from './server.ts';

/** One line of the table. Milliseconds, megabytes. */
interface ImportMeasure {
  kind: string;
  rows: number;
  bare_ms: number;
  copy_ms: number;
  import_ms: number;
  /** The import beside bare reading + COPY. */
  factor: number;
  rows_per_second: number;
  /** Of the whole process while it imports, and before. */
  peak_mb: number;
  idle_mb: number;
  loop_p99_ms: number;
  loop_max_ms: number;
  /** Of cost over size since the size before: 1 is linear. */
  growth: number | null;
}

const ONE_IMPORT = fileURLToPath(new URL('./imports/one-import.mjs', import.meta.url));

/**
 * Measures the import of each kind at each size beside the bare reading of the same file and COPY of the same rows, prints the table, and
 * with `--out` keeps it as JSON. `--kinds a,b --sizes 1000,10000,100000 --out FILE`; DATABASE_URL names a server to make a database on.
 */
export async function benchImports(args: string[]): Promise<ImportMeasure[]> {
  const { values } = parseArgs({
    args,
    options: { kinds: { type: 'string' }, sizes: { type: 'string', default: '1000,10000,100000' }, out: { type: 'string' } },
  });
  const kinds = IMPORT_KINDS.filter(({ name }) => values.kinds === undefined || values.kinds.split(',').includes(name));
  const sizes = values.sizes.split(',').map(Number);
  const measures: ImportMeasure[] = [];
  const program = await programToMeasure();
  await withServer(async (server) => {
    for (const kind of kinds)
      for (const size of sizes) {
        const rows = Math.min(size, MOST[kind.name] ?? size);
        measures.push(print(await measure(server, program, kind, rows, measures.at(-1))));
      }
  });
  if (values.out) writeFileSync(values.out, `${JSON.stringify(measures, null, 2)}\n`);
  return measures;
}

/** The built program; from source where it does not build (then tsx counts as memory). */
async function programToMeasure(): Promise<string[]> {
  try {
    await buildProgram(['server']);
    return [ONE_IMPORT, 'built'];
  } catch (error) {
    process.stdout.write(`Not built, measured from source: ${String(error).split('\n', 1)[0]}\n`);
    return ['--import', 'tsx', ONE_IMPORT, 'source'];
  }
}

async function measure(
  server: BenchServer,
  program: readonly string[],
  kind: ImportKind,
  count: number,
  last: ImportMeasure | undefined,
): Promise<ImportMeasure> {
  const rows = makeRows(kind.name, count);
  const path = join(server.folder, importFileName(kind));
  await writeMadeFile(path, kind, rows);
  const bytes = new Uint8Array(readFileSync(path));
  const before = performance.now();
  readBare(bytes, kind);
  const bare_ms = performance.now() - before;
  return server.database(async (url) => {
    await prepared(url, kind, count);
    const copy_ms = await copyRows(url, kind, rows);
    const said = execFileSync(process.execPath, [...program, url, kind.name, path], { encoding: 'utf8' });
    const one = JSON.parse(said) as {
      ms: number;
      idle: number;
      peak: number;
      p99: number;
      max: number;
      imported?: number;
      errors: string[];
    };
    if (one.imported !== count)
      throw new Error(`${kind.name}: ${one.imported} of ${count} rows imported: ${one.errors.slice(0, 3).join(' ')}`);
    const grown = last?.kind === kind.name && last.rows < count ? Math.log(one.ms / last.import_ms) / Math.log(count / last.rows) : null;
    return {
      kind: kind.name,
      rows: count,
      bare_ms,
      copy_ms,
      import_ms: one.ms,
      factor: one.ms / (bare_ms + copy_ms),
      rows_per_second: Math.round((count / one.ms) * 1000),
      peak_mb: Math.round(one.peak / 1e6),
      idle_mb: Math.round(one.idle / 1e6),
      loop_p99_ms: one.p99,
      loop_max_ms: one.max,
      growth: grown,
    };
  });
}

/** Migrates an empty database and puts into it what the kind's rows point at. */
async function prepared(databaseUrl: string, kind: ImportKind, count: number): Promise<void> {
  const { knex, close } = await openDatabase({ databaseUrl, dataDir: '' });
  try {
    await migrate(knex);
    await prepare(knex, kind, count);
  } finally {
    await close();
  }
}

async function prepare(db: Db, kind: ImportKind, count: number): Promise<void> {
  if (kind.name !== 'tasks') {
    await db('tasks').insert(TASKS.map((code) => ({ task_code: code, code_key: codeKey(code), task_name: '工程' })));
  }
  const { products = 0, orders = 0 } = needed[kind.name]?.(count) ?? {};
  const codes = (length: number, code: (index: number) => string): string =>
    JSON.stringify(Array.from({ length }, (_, index) => code(index)));
  await db.raw(
    `insert into products (product_code, code_key, product_name) select code, code, code from json_array_elements_text(?::json) code`,
    [codes(products, productOf)],
  );
  await db.raw(`insert into orders (serial_number, serial_key) select code, code from json_array_elements_text(?::json) code`, [
    codes(orders, serialOf),
  ]);
  await db.raw('analyze');
}

function print(one: ImportMeasure): ImportMeasure {
  const cells = [
    one.kind.padEnd(16),
    String(one.rows).padStart(7),
    `${one.bare_ms.toFixed(0)} ms bare`.padStart(14),
    `${one.copy_ms.toFixed(0)} ms copy`.padStart(13),
    `${one.import_ms.toFixed(0)} ms import`.padStart(16),
    `×${one.factor.toFixed(1)}`.padStart(7),
    `${one.rows_per_second} rows/s`.padStart(14),
    `${one.peak_mb} MB (idle ${one.idle_mb})`.padStart(18),
    `loop p99 ${one.loop_p99_ms.toFixed(0)} max ${one.loop_max_ms.toFixed(0)} ms`,
    one.growth === null ? '' : `growth ${one.growth.toFixed(2)}`,
  ];
  process.stdout.write(`${cells.join('  ')}\n`);
  return one;
}
