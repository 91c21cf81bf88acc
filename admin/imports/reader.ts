import type { ImportKindName } from '../../server/domain/files/imports.ts';
import { plantDate } from '../../server/domain/ground/plant-time.ts';
import { now } from '../providers/clock.ts';
import type { Decisions, Opened, RowsBody, Verdict, WorkerAnswer, WorkerRequest } from './protocol.ts';

/** A file could not be read; the message is for people. */
class Unreadable extends Error {}

/** A file opened in a worker of its own, until closed. */
export interface Reader {
  open(sheet?: string): Promise<Opened>;
  judge(decisions: Decisions): Promise<Verdict>;
  body(decisions: Decisions): Promise<RowsBody>;
  close(): void;
}

/** Starts a worker for a file of a kind. Its answers reject with Unreadable. */
export function readerOf(kind: ImportKindName, file: File): Reader {
  const worker = new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  worker.onmessage = ({ data }: MessageEvent<{ id: number; said: WorkerAnswer }>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('ok' in data.said) asked?.resolve(data.said.ok);
    else asked?.reject(new Unreadable(data.said.refused));
  };
  worker.onerror = () => {
    for (const { reject } of waiting.values()) reject(new Unreadable());
    waiting.clear();
  };
  const ask = <Answer>(request: WorkerRequest, transfer: Transferable[] = []): Promise<Answer> =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve: resolve as (value: unknown) => void, reject });
      worker.postMessage({ id: last, request }, transfer);
    });
  return {
    open: async (sheet) => {
      const bytes = await file.arrayBuffer();
      return ask<Opened>({ type: 'open', kind, name: file.name, bytes, today: plantDate(now()), sheet }, [bytes]);
    },
    judge: (decisions) => ask<Verdict>({ type: 'judge', ...decisions }),
    body: (decisions) => ask<RowsBody>({ type: 'body', ...decisions }),
    close: () => worker.terminate(),
  };
}
