import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../server/db/connect.ts';

/** A database server that a bench works on. */
export interface BenchServer {
  /** A folder of the bench's own. */
  folder: string;
  /** Works on an empty database, by its URL, which is gone afterwards. */
  database<Result>(work: (url: string) => Promise<Result>): Promise<Result>;
}

/** Works on the server that DATABASE_URL names, else on one of the bench's own, which is gone afterwards like its folder. */
export async function withServer<Result>(work: (server: BenchServer) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'planner-bench-'));
  const { knex, url: serverUrl, close } = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: folder });
  const name = `planner_bench_${process.pid}`;
  try {
    return await work({
      folder,
      database: async (inside) => {
        await knex.raw(`create database ${name} template template0 encoding 'UTF8'`);
        const url = new URL(serverUrl);
        url.pathname = `/${name}`;
        try {
          return await inside(url.href);
        } finally {
          await knex.raw(`drop database if exists ${name} with (force)`);
        }
      },
    });
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}
