import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import pg from 'pg';
import { SaxesParser } from 'saxes';
import type { ImportKind } from '../../server/domain/files/imports.ts';
import type { MadeRow } from './made-rows.ts';

/** What an import is measured against: the libraries' bare reading of the same file, and COPY of the same rows. */

/** Unzips and parses every part of a workbook (or the CSV) and counts its cells; builds nothing. Gives the cells. */
export function readBare(bytes: Uint8Array, kind: ImportKind): number {
  if (kind.file_format === 'csv') return (parse(Buffer.from(bytes), { bom: true }) as string[][]).reduce((sum, row) => sum + row.length, 0);
  let cells = 0;
  for (const [name, part] of Object.entries(unzipSync(bytes))) {
    if (!name.endsWith('.xml')) continue;
    const parser = new SaxesParser({ position: false });
    parser.on('opentag', (tag) => {
      if (tag.name === 'c') cells += 1;
    });
    parser.write(strFromU8(part)).close();
  }
  return cells;
}

const escaped = (value: MadeRow[string] | undefined): string =>
  value === null || value === undefined ? '\\N' : String(value).replace(/[\\\t\n\r]/g, (character) => `\\${character}`);

/** Copies rows into a plain table of texts through COPY FROM STDIN. Gives the milliseconds of the copy alone. */
export async function copyRows(url: string, kind: ImportKind, rows: readonly MadeRow[]): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const table = `bench_copy_${kind.name.replaceAll('-', '_')}`;
  await client.query(`drop table if exists ${table}`);
  await client.query(`create table ${table} (${kind.columns.map(({ field }) => `"${field}" text`).join(', ')})`);
  const pieces: Buffer[] = [];
  for (let from = 0; from < rows.length; from += 2_000) {
    const lines = rows.slice(from, from + 2_000).map((row) => kind.columns.map(({ field }) => escaped(row[field])).join('\t'));
    pieces.push(Buffer.from(`${lines.join('\n')}\n`));
  }
  const before = performance.now();
  await copyIn(client, `copy ${table} from stdin`, pieces);
  const took = performance.now() - before;
  await client.query(`drop table ${table}`);
  await client.end();
  return took;
}

interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** The client's own protocol hooks: it has no COPY of its own. */
const copyIn = (client: pg.Client, text: string, pieces: readonly Buffer[]): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query({
      submit: (connection: CopyConnection) => connection.query(text),
      handleCopyInResponse(connection: CopyConnection) {
        for (const piece of pieces) connection.sendCopyFromChunk(piece);
        connection.endCopyFrom();
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => resolve(),
      handleError: reject,
    } as never);
  });
