import { parentPort, workerData } from 'node:worker_threads';
import { DomainError } from '../domain/ground/errors.ts';
import { readSheets, type SheetRows } from './grid.ts';

/** What the thread says once. */
export type SheetsSaid = { sheets: SheetRows[] } | { refusal: { kind: DomainError['kind']; message: string } };

const { bytes, mostRows } = workerData as { bytes: Uint8Array; mostRows: number };
try {
  parentPort?.postMessage({ sheets: readSheets(bytes, mostRows) });
} catch (error) {
  if (!(error instanceof DomainError)) throw error;
  parentPort?.postMessage({ refusal: { kind: error.kind, message: error.message } });
}
