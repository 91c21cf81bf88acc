import { parentPort, workerData } from 'node:worker_threads';
import { type Sheet, writeHere } from './write-sheets.ts';

/** The thread that writes one workbook and says its bytes. */
const bytes = await writeHere(workerData as Sheet[]);
parentPort?.postMessage(bytes, [bytes.buffer as ArrayBuffer]);
