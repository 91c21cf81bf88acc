import { startThread } from '../thread.ts';
import { type Sheet, writeHere } from './write-sheets.ts';

export type { Sheet, SheetCell } from './write-sheets.ts';

/** Above this many cells a thread writes the workbook. */
const LARGE = 20_000;

/** Writes sheets as an xlsx workbook: typed cells, a bold frozen header, text columns in the text format. In a thread when large. */
export async function writeWorkbook(sheets: readonly Sheet[]): Promise<Uint8Array> {
  const cells = sheets.reduce((sum, { rows, columns }) => sum + rows.length * columns.length, 0);
  return cells > LARGE ? writeInThread(sheets) : writeHere(sheets);
}

function writeInThread(sheets: readonly Sheet[]): Promise<Uint8Array> {
  const thread = startThread(new URL('./write.worker.ts', import.meta.url), {
    workerData: sheets,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the writing thread ended early')));
  });
}
