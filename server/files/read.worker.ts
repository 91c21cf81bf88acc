import { parentPort, workerData } from 'node:worker_threads';
import { DomainError } from '../domain/ground/errors.ts';
import { judgeSource, type Piece, type Source, type SourceOptions, type Summary } from './judge-source.ts';
import type { SourceRows } from './source-rows.ts';

/** The thread that reads and judges one source. It says `summary` (or `refusal`) once, then a `piece` for each `next`, then `end`; and `rows` for each list of row numbers. */
export type ThreadMessage =
  | { type: 'summary'; summary: Summary }
  | { type: 'refusal'; kind: DomainError['kind']; message: string; fields: DomainError['fields'] }
  | { type: 'piece'; piece: Piece }
  | { type: 'rows'; rows: SourceRows }
  | { type: 'end' };

const port = parentPort;
if (port === null) throw new Error('read.worker.ts runs in a worker thread');
const say = (message: ThreadMessage, transfer: readonly ArrayBuffer[] = []): void => port.postMessage(message, [...transfer]);

try {
  const { source, options } = workerData as { source: Source; options: SourceOptions };
  const { summary, pieces, sourceRows } = judgeSource(source, options);
  const rows = pieces();
  port.on('message', (asked: 'next' | number[]) => {
    if (asked !== 'next') {
      say({ type: 'rows', rows: sourceRows(asked) });
      return;
    }
    const next = rows.next();
    if (next.done) say({ type: 'end' });
    else say({ type: 'piece', piece: next.value }, [next.value.text.buffer as ArrayBuffer]);
  });
  say({ type: 'summary', summary });
} catch (error) {
  if (!(error instanceof DomainError)) throw error;
  say({ type: 'refusal', kind: error.kind, message: error.message, fields: error.fields });
}
