import type { Knex } from 'knex';

/** The parts of node-pg's protocol that COPY needs; the client has no COPY of its own. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
  stream: { writableNeedDrain: boolean; pause(): void; resume(): void; once(event: 'drain' | 'close', listener: () => void): void };
}

/**
 * Runs a `copy … from stdin` statement in a transaction and sends it these pieces, no faster than the socket takes them.
 * Throws what the database says; when the pieces throw, the statement is called off and their error is thrown.
 */
export async function copyFrom(
  trx: Knex.Transaction,
  statement: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const client = (await trx.client.acquireConnection()) as { query(submittable: object): void };
  const state: { failure?: unknown; over: boolean } = { over: false };
  await new Promise<void>((resolve, reject) => {
    client.query({
      submit: (connection: CopyConnection) => connection.query(statement),
      handleCopyInResponse: (connection: CopyConnection) => {
        send(connection, pieces, state).catch((error: unknown) => {
          state.failure = error;
          connection.sendCopyFail('called off');
        });
      },
      handleCommandComplete: () => undefined,
      handleError: (error: Error) => {
        state.over = true;
        reject(state.failure ?? error);
      },
      handleReadyForQuery: () => resolve(),
    });
  });
}

async function send(
  connection: CopyConnection,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  state: { over: boolean },
): Promise<void> {
  for await (const piece of pieces) {
    if (state.over) return;
    connection.sendCopyFromChunk(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
    const { stream } = connection;
    if (stream.writableNeedDrain) {
      await new Promise<void>((resolve) => {
        stream.once('drain', resolve);
        stream.once('close', resolve);
      });
    }
  }
  if (!state.over) connection.endCopyFrom();
}

const PIECE_BYTES = 256 * 1024;

/** Runs a `copy … to stdout` statement in a transaction and hands its bytes on in pieces, no faster than `take` is done with them; gives the count of rows. */
export async function copyTo(trx: Knex.Transaction, statement: string, take: (piece: Buffer) => Promise<void>): Promise<number> {
  const client = (await trx.client.acquireConnection()) as { query(submittable: object): void };
  let waiting: Buffer[] = [];
  let bytes = 0;
  let rows = 0;
  let failure: unknown;
  let taking: Promise<void> = Promise.resolve();
  const pass = (): void => {
    const piece = Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
    taking = taking
      .then(() => (failure === undefined ? take(piece) : undefined))
      .catch((error: unknown) => {
        failure ??= error;
      });
  };
  await new Promise<void>((resolve, reject) => {
    client.query({
      submit: (connection: CopyConnection) => connection.query(statement),
      handleCopyData: ({ chunk }: { chunk: Buffer }, connection: CopyConnection) => {
        // The client's buffer, which it fills again.
        waiting.push(Buffer.from(chunk));
        bytes += chunk.length;
        if (bytes < PIECE_BYTES) return;
        connection.stream.pause();
        pass();
        void taking.then(() => connection.stream.resume());
      },
      handleCommandComplete: ({ text }: { text: string }) => {
        rows = Number(/\d+$/.exec(text)?.[0] ?? 0);
      },
      handleError: (error: Error) => reject(error),
      handleReadyForQuery: () => resolve(),
    });
  });
  if (bytes > 0) pass();
  await taking;
  if (failure !== undefined) throw failure;
  return rows;
}
