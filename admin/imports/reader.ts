import { HttpError } from 'react-admin';
import type { ImportKindName } from '../../server/domain/files/imports.ts';
import type { ReadQuestions } from '../../server/domain/files/promise-rows.ts';
import { plantDate } from '../../server/domain/ground/plant-time.ts';
import { now } from '../providers/clock.ts';
import { COMMON, IMPORT } from '../texts/parts.ts';
import type { Decisions, Opened, RowsBody, Verdict, WorkerAnswer, WorkerRequest } from './protocol.ts';

/** A file could not be read; the message is for people. */
class Unreadable extends HttpError {
  constructor(message: string) {
    super(message, 0);
  }
}

/** A file opened in a worker of its own, until closed. */
export interface Reader {
  open(sheet?: string): Promise<Opened>;
  judge(decisions: Decisions): Promise<Verdict>;
  body(decisions: Decisions): Promise<RowsBody>;
  close(): void;
}

/** The bytes of a chosen file. Rejects with Unreadable where it is not there any more as it was chosen. */
const bytesOf = (file: Blob): Promise<ArrayBuffer> =>
  file.arrayBuffer().catch(() => {
    throw new Unreadable(IMPORT.gone);
  });

/** Rejects where a file could not be sent, for whatever else the call would say of it. */
export const mustBeThere = (file: File): Promise<unknown> => bytesOf(file.slice(0, 1));

/** A worker and how it is asked. Its answers reject with Unreadable. */
function worker() {
  const own = new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  let died: Unreadable | undefined;
  own.onmessage = ({ data }: MessageEvent<{ id: number; said: WorkerAnswer }>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('ok' in data.said) asked?.resolve(data.said.ok);
    else asked?.reject(new Unreadable(data.said.refused));
  };
  own.onerror = ({ message }) => {
    // An error of its code has a message, one of fetching it has none.
    died = new Unreadable(message ? IMPORT.unreadable : COMMON.notFetched);
    for (const { reject } of waiting.values()) reject(died);
    waiting.clear();
  };
  const ask = <Answer>(request: WorkerRequest, transfer: Transferable[] = []): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (died) return reject(died);
      last += 1;
      waiting.set(last, { resolve: resolve as (value: unknown) => void, reject });
      own.postMessage({ id: last, request }, transfer);
    });
  return { ask, close: () => own.terminate() };
}

/** Asks a worker one thing about a file. */
async function askOnce<Answer>(file: File, request: (bytes: ArrayBuffer) => WorkerRequest): Promise<Answer> {
  const { ask, close } = worker();
  try {
    const bytes = await bytesOf(file);
    return await ask<Answer>(request(bytes), [bytes]);
  } finally {
    close();
  }
}

/** The kind of import that a file is, by its headers; undefined where it is none. Rejects with Unreadable. */
export const kindOf = async (file: File): Promise<ImportKindName | undefined> =>
  (await askOnce<{ kind: ImportKindName | undefined }>(file, (bytes) => ({ type: 'kind', name: file.name, bytes }))).kind;

/** The lines of a question of 納期回答 in a file. Rejects with Unreadable. */
export const questionsOf = (file: File): Promise<ReadQuestions> =>
  askOnce(file, (bytes) => ({ type: 'questions', name: file.name, bytes, today: plantDate(now()) }));

/** Starts a worker for a file of a kind. Its answers reject with Unreadable. */
export function readerOf(kind: ImportKindName, file: File): Reader {
  const { ask, close } = worker();
  return {
    open: async (sheet) => {
      const bytes = await bytesOf(file);
      return ask<Opened>({ type: 'open', kind, name: file.name, bytes, today: plantDate(now()), sheet }, [bytes]);
    },
    judge: (decisions) => ask<Verdict>({ type: 'judge', ...decisions }),
    body: (decisions) => ask<RowsBody>({ type: 'body', ...decisions }),
    close,
  };
}
