import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '../../../seeds/demo/index.ts';
import { type App, createApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { nightAndWait } from '../../../server/features/nightly/nightly.service.ts';

/** The product as it runs on an evening, and a planner who has signed in. */
export interface Evening {
  readonly app: App;
  /** Gives the body of a call that was answered well. Throws its text where it was not. */
  call<Answer>(path: string, body?: object): Promise<Answer>;
  /** Every row of a list. */
  all<Row>(path: string): Promise<Row[]>;
  /** Signs a planner in, once the foundry is there. */
  signIn(): Promise<void>;
  /** The night: takes the files of the inbox, and plans for so many seconds. */
  night(seconds: number): ReturnType<typeof nightAndWait>;
  close(): Promise<void>;
}

const PAGE = 500;

/** Where the core system's files lie. */
export const inboxIn = (folder: string): string => join(folder, 'inbox');

/** Starts the product at a moment of the plant (`YYYY-MM-DDTHH:MM`), on a database, with its inbox in a folder. */
export async function startProduct(moment: string, { url, folder }: { url: string; folder: string }): Promise<Evening> {
  const settings = { DATABASE_URL: url, TODAY: moment, LOG_LEVEL: 'error', NODE_ENV: 'production', ROLE: 'api' };
  const app = await createApp({ ...readConfig(settings), dataDir: folder });
  const { clock } = app.services;
  const night = (seconds: number) =>
    nightAndWait(
      { db: app.db, clock },
      { folders: { inbox: inboxIn(folder), outbox: join(folder, 'outbox') }, run: { time_limit_seconds: seconds } },
      '1001',
    );
  const server = createServer(app.http);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const call = async <Answer>(path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(base + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  const all = async <Row>(path: string): Promise<Row[]> => {
    const rows: Row[] = [];
    for (let count = 1; rows.length < count; ) {
      const page = await call<{ count: number; results: Row[] }>(`${path}limit=${PAGE}&offset=${rows.length}`);
      if (page.results.length === 0) break;
      rows.push(...page.results);
      count = page.count;
    }
    return rows;
  };
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await app.close();
  };
  const signIn = async (): Promise<void> => {
    const { token } = await call<{ token: string }>('/login/', { employee_id: '1001', password: DEMO_PASSWORD });
    headers.authorization = `Bearer ${token}`;
  };
  if (!(await app.services.isEmpty())) await signIn();
  return { app, call, all, signIn, night, close };
}
