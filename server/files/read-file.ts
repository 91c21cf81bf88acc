import type { Worker } from 'node:worker_threads';
import type { ImportKindName } from '../domain/files/imports.ts';
import { READING_THREADS } from '../domain/ground/constants.ts';
import { DomainError, refused } from '../domain/ground/errors.ts';
import { FILE_TEXTS } from '../domain/texts/files/imports.ts';
import { startThread } from '../thread.ts';
import { entrance } from '../turns.ts';
import type { SheetRows } from './grid.ts';
import { judgeSource, type Piece, type Source, type SourceOptions, type Summary } from './judge-source.ts';
import type { ThreadMessage } from './read.worker.ts';
import type { Question, SheetsSaid } from './sheets.worker.ts';
import type { SourceRows } from './source-rows.ts';

/** A judged source whose rows are asked for piece by piece. `close` must be called. */
export interface JudgedSource {
  summary: Summary;
  pieces(): AsyncGenerator<Piece>;
  /** Rows as the file spells them; only once the pieces have come to their end. */
  sourceRows(numbers: number[]): Promise<SourceRows>;
  close(): Promise<void>;
}

const TIME_LIMIT_MS = 30_000;
const LIMITS = { maxOldGenerationSizeMb: 640, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };
/** Judged in place: a body of this size takes some milliseconds, a thread takes more to start. */
const SMALL_BODY = 48 * 1024;

/** Others wait, so that memory stays bounded. */
const enter = entrance(READING_THREADS);

/** Reads and judges a source, files and large bodies in a thread of bounded memory and time. Throws a refusal when either does not suffice, a field error for a body that is no list of rows. */
export async function judgeInThread(source: Source, options: SourceOptions): Promise<JudgedSource> {
  if (source.form === 'json' && source.bytes.byteLength <= SMALL_BODY) {
    const { summary, pieces, sourceRows } = judgeSource(source, options);
    return {
      summary,
      pieces: async function* () {
        yield* pieces();
      },
      sourceRows: async (numbers) => sourceRows(numbers),
      close: async () => undefined,
    };
  }
  const leave = await enter();
  const thread = startThread(new URL('./read.worker.ts', import.meta.url), {
    workerData: { source, options },
    resourceLimits: LIMITS,
  });
  let closed = false;
  const close = async (): Promise<void> => {
    if (closed) return;
    closed = true;
    await thread.terminate();
    leave();
  };
  const ask = conversation(thread);
  try {
    const first = await ask(TIME_LIMIT_MS);
    if (first.type === 'refusal') throw new DomainError(first.kind, first.message, first.fields ? { fields: first.fields } : {});
    if (first.type !== 'summary') throw new Error(`the reading thread said ${first.type}`);
    return { summary: first.summary, pieces: () => piecesOf(thread, ask), sourceRows: (numbers) => rowsOf(thread, ask, numbers), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Reads every visible sheet of a file in a thread of bounded memory and time, as `readSheets` does. */
export async function readSheetsInThread(bytes: Uint8Array, mostRows: number): Promise<SheetRows[]> {
  const said = await askThread({ ask: 'sheets', bytes, mostRows });
  return 'sheets' in said ? said.sheets : [];
}

/** The kind of import that a file is, by its headers, asked in such a thread; undefined where it is none. */
export async function kindInThread(name: string, bytes: Uint8Array): Promise<ImportKindName | undefined> {
  const said = await askThread({ ask: 'kind', bytes, name });
  return 'kind' in said ? said.kind : undefined;
}

async function askThread(question: Question): Promise<SheetsSaid> {
  const leave = await enter();
  const thread = startThread(new URL('./sheets.worker.ts', import.meta.url), { workerData: question, resourceLimits: LIMITS });
  try {
    const said = await conversation<SheetsSaid>(thread)(TIME_LIMIT_MS);
    if ('refusal' in said) throw new DomainError(said.refusal.kind, said.refusal.message);
    return said;
  } finally {
    await thread.terminate();
    leave();
  }
}

/** One piece is always asked for ahead: the thread writes it while the database takes the one before. */
async function* piecesOf(thread: Worker, ask: (ms: number) => Promise<ThreadMessage>): AsyncGenerator<Piece> {
  const fetchNext = (): Promise<ThreadMessage> => {
    thread.postMessage('next');
    const next = ask(TIME_LIMIT_MS);
    // Whoever stops listening half way has a reason of their own.
    next.catch(() => undefined);
    return next;
  };
  let coming = fetchNext();
  for (;;) {
    const said = await coming;
    if (said.type !== 'piece') return;
    coming = fetchNext();
    yield said.piece;
  }
}

async function rowsOf(thread: Worker, ask: (ms: number) => Promise<ThreadMessage>, numbers: number[]): Promise<SourceRows> {
  thread.postMessage(numbers);
  const said = await ask(TIME_LIMIT_MS);
  if (said.type !== 'rows') throw new Error(`the reading thread said ${said.type}`);
  return said.rows;
}

/** Awaits the thread's next message. One at a time: a piece is only sent when it is asked for, so none piles up on this side. */
function conversation<Message = ThreadMessage>(thread: Worker): (ms: number) => Promise<Message> {
  const messages: Message[] = [];
  let failure: Error | undefined;
  let wake: (() => void) | undefined;
  thread.on('message', (message: Message) => {
    messages.push(message);
    wake?.();
  });
  thread.on('error', (error) => {
    failure = (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? refused(FILE_TEXTS.tooMuchContent) : error;
    wake?.();
  });
  thread.on('exit', () => {
    failure ??= new Error('the reading thread ended early');
    wake?.();
  });
  return async (ms) => {
    const timer = setTimeout(() => {
      failure ??= refused(FILE_TEXTS.tooSlow);
      wake?.();
    }, ms);
    try {
      while (messages.length === 0 && failure === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      clearTimeout(timer);
    }
    const message = messages.shift();
    if (message) return message;
    throw failure;
  };
}
