import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEMO_PASSWORD } from '../../seeds/demo/index.ts';
import type { App } from '../../server/app.ts';
import type { Asked, BenchCall } from './calls.ts';

/** A statement with its values, as it went to the database. */
interface Statement {
  text: string;
  values: unknown[];
}

/** The app on a port of its own, with what it says to the database. */
interface Recorder {
  token: string;
  /** The statements of one call but for the session's, unless it asks nothing else (who am I); throws when it is refused. */
  statementsOf(asked: Asked): Promise<Statement[]>;
  stop(): Promise<void>;
}

/** What the session asks before every call: the bare server has no session. */
const OF_SESSION = /token_activity/;

/** Listens to what an open app asks of its database; one call at a time. */
export async function recorder(app: App): Promise<Recorder> {
  const server = createServer(app.http);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let heard: Statement[] = [];
  app.db.on('query', ({ sql, bindings }: { sql: string; bindings?: unknown[] }) => {
    heard.push({ text: sql, values: bindings ?? [] });
  });
  const send = async ({ method, path, body }: Asked, headers: Record<string, string>): Promise<unknown> => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(base + path, { method, headers: { 'content-type': 'application/json', ...headers }, ...init });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text || 'null');
  };
  const login = { method: 'POST', path: '/api/login/', body: { employee_id: '1001', password: DEMO_PASSWORD } } as const;
  const { token } = (await send(login, {})) as { token: string };
  return {
    token,
    statementsOf: async (asked) => {
      heard = [];
      await send(asked, { authorization: `Bearer ${token}` });
      const own = heard.filter(({ text }) => !OF_SESSION.test(text));
      return own.length > 0 ? own : heard;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The statements of every variant of every call. */
export async function recordCalls(listening: Recorder, calls: readonly BenchCall[]): Promise<Record<string, Statement[][]>> {
  const recorded: Record<string, Statement[][]> = {};
  for (const { name, variants } of calls) {
    recorded[name] = [];
    for (const asked of variants) recorded[name].push(await listening.statementsOf(asked));
  }
  return recorded;
}
