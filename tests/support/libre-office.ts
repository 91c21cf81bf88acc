import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';

const run = promisify(execFile);
const PATIENCE_MS = 100_000;
const FOLDERS = (process.env.PATH ?? '').split(':');
const isThere = (program: string): boolean => FOLDERS.some((folder) => existsSync(join(folder, program)));

/** A workbook as LibreOffice prints it. */
export interface Printed {
  pages: number;
  /** The text of each page, as it stands on the paper. */
  texts: string[];
  pdf: Buffer;
}

/** What LibreOffice does with workbooks. */
export interface Office {
  print(workbook: Uint8Array): Promise<Printed>;
  /** What the cells of the first sheet of each workbook show. */
  read(...workbooks: Uint8Array[]): Promise<string[][][]>;
}

/**
 * LibreOffice's opening of workbooks; undefined, and said loudly, where soffice or poppler are not installed. With CI_STRICT=1 that is an error:
 * the whole proof opens every workbook. `describe.runIf(libreOffice())` guards the tests.
 */
export function libreOffice(): Office | undefined {
  const missing = ['soffice', 'pdfinfo', 'pdftotext'].filter((program) => !isThere(program));
  if (missing.length === 0) return { print: printed, read };
  if (process.env.CI_STRICT === '1') throw new Error(`not installed: ${missing.join(', ')}`);
  process.stderr.write(`\n!!! ${missing.join(', ')} NOT FOUND: WORKBOOKS ARE NOT OPENED BY LIBREOFFICE !!!\n\n`);
  return undefined;
}

/** Comma, quotes, UTF-8, as shown. */
const AS_CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true';

async function printed(workbook: Uint8Array): Promise<Printed> {
  return converted([workbook], 'pdf', async ([pdf]) => {
    const { stdout: info } = await run('pdfinfo', [pdf as string]);
    const { stdout: text } = await run('pdftotext', ['-layout', pdf as string, '-'], { maxBuffer: 64 * 1024 * 1024 });
    return {
      pages: Number(/^Pages:\s+(\d+)$/m.exec(info)?.[1]),
      texts: text.split('\f').slice(0, -1),
      pdf: await readFile(pdf as string),
    };
  });
}

const read = (...workbooks: Uint8Array[]): Promise<string[][][]> =>
  converted(workbooks, AS_CSV, (files) =>
    Promise.all(files.map(async (file) => parse(await readFile(file, 'utf8'), { relax_column_count: true }))),
  );

/** Converts workbooks, all in one run, and gives what `use` makes of the files. */
async function converted<Result>(workbooks: readonly Uint8Array[], to: string, use: (files: string[]) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'planner-office-'));
  const at = (index: number, ending: string): string => join(folder, `book${index}.${ending}`);
  try {
    for (const [index, workbook] of workbooks.entries()) await writeFile(at(index, 'xlsx'), workbook);
    // A profile of its own: several may run at once, and none touches a person's.
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const env = { ...process.env, HOME: folder };
    const options = [
      '--headless',
      '--norestore',
      '--convert-to',
      to,
      '--outdir',
      folder,
      ...workbooks.map((_, index) => at(index, 'xlsx')),
    ];
    await run('soffice', [profile, ...options], { env, timeout: PATIENCE_MS });
    return await use(workbooks.map((_, index) => at(index, to.split(':')[0] as string)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
