import { parentPort, workerData } from 'node:worker_threads';
import type { ImportKindName } from '../domain/files/imports.ts';
import { DomainError } from '../domain/ground/errors.ts';
import { readSheets, type SheetRows } from './grid.ts';
import { kindOfFile } from './recognize.ts';

/** What may be asked of a file: the rows of its sheets, or what it is. */
export type Question = { ask: 'sheets'; bytes: Uint8Array; mostRows: number } | { ask: 'kind'; bytes: Uint8Array; name: string };
/** What the thread says once. */
export type SheetsSaid =
  | { sheets: SheetRows[] }
  | { kind: ImportKindName | undefined }
  | { refusal: { kind: DomainError['kind']; message: string } };

function answerTo(question: Question): SheetsSaid {
  if (question.ask === 'sheets') return { sheets: readSheets(question.bytes, question.mostRows) };
  return { kind: kindOfFile(question.name, question.bytes) };
}

try {
  parentPort?.postMessage(answerTo(workerData as Question));
} catch (error) {
  if (!(error instanceof DomainError)) throw error;
  parentPort?.postMessage({ refusal: { kind: error.kind, message: error.message } } satisfies SheetsSaid);
}
