import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a database that can break. */
export interface Line {
  /** The database's URL over this line. */
  url: string;
  /** Breaks at the next COMMIT, before the database has heard of it or once it has done it, and stays broken until it is mended. */
  breakAtCommit(when: 'before' | 'after'): Promise<void>;
  /** Breaks now, and stays broken until it is mended. */
  cut(): void;
  /** Breaks before so many more messages to the database have gone through. */
  breakAfter(messages: number): Promise<void>;
  mend(): void;
  close(): Promise<void>;
}

/** Lays a line to a database: what every process behind it sees when that restarts. */
export async function lineTo(databaseUrl: string): Promise<Line> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let broken = false;
  let breaking: { when: 'before' | 'after' | number; done(): void } | undefined;
  let sent = 0;
  const breakNow = (): void => {
    broken = true;
    for (const socket of sockets) socket.destroy();
    breaking?.done();
    breaking = undefined;
  };
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    let committing = false;
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    if (broken) near.destroy();
    near.on('data', (asked) => {
      if (typeof breaking?.when === 'number' && sent >= breaking.when) return breakNow();
      sent += 1;
      committing = typeof breaking?.when === 'string' && asked.includes('COMMIT;');
      if (committing && breaking?.when === 'before') breakNow();
      else far.write(asked);
      return undefined;
    });
    far.on('data', (said) => {
      if (committing) breakNow();
      else near.write(said);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    cut: breakNow,
    breakAtCommit: (when) =>
      new Promise((done) => {
        breaking = { when, done };
      }),
    breakAfter: (messages) =>
      new Promise((done) => {
        breaking = { when: sent + messages, done };
      }),
    mend: () => {
      breaking = undefined;
      broken = false;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
