import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

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

/**
 * LibreOffice's printing of workbooks; undefined, and said loudly, where soffice or poppler are not installed. With CI_STRICT=1 that is an error:
 * the whole proof opens every workbook. `describe.runIf(libreOffice())` guards the tests.
 */
export function libreOffice(): { print(workbook: Uint8Array): Promise<Printed> } | undefined {
  const missing = ['soffice', 'pdfinfo', 'pdftotext'].filter((program) => !isThere(program));
  if (missing.length === 0) return { print: printed };
  if (process.env.CI_STRICT === '1') throw new Error(`not installed: ${missing.join(', ')}`);
  process.stderr.write(`\n!!! ${missing.join(', ')} NOT FOUND: WORKBOOKS ARE NOT OPENED BY LIBREOFFICE !!!\n\n`);
  return undefined;
}

async function printed(workbook: Uint8Array): Promise<Printed> {
  const folder = await mkdtemp(join(tmpdir(), 'planner-office-'));
  try {
    await writeFile(join(folder, 'book.xlsx'), workbook);
    // A profile of its own: several may run at once, and none touches a person's.
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const env = { ...process.env, HOME: folder };
    const options = ['--headless', '--norestore', '--convert-to', 'pdf', '--outdir', folder, join(folder, 'book.xlsx')];
    await run('soffice', [profile, ...options], { env, timeout: PATIENCE_MS });
    const pdf = join(folder, 'book.pdf');
    const { stdout: info } = await run('pdfinfo', [pdf]);
    const { stdout: text } = await run('pdftotext', ['-layout', pdf, '-'], { maxBuffer: 64 * 1024 * 1024 });
    return {
      pages: Number(/^Pages:\s+(\d+)$/m.exec(info)?.[1]),
      texts: text.split('\f').slice(0, -1),
      pdf: await readFile(pdf),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
