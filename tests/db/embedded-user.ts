import { openDatabase } from '../../server/db/connect.ts';
import { lockDataDir } from '../../server/db/postgres/embedded.ts';

/** A second process for the tests of the embedded database: `open DIR` says where it answers and holds it until told to end; `lock DIR` takes the server's lock. */
const [command, folder] = process.argv.slice(2) as [string, string];
const say = (message: object): boolean => process.stdout.write(`${JSON.stringify(message)}\n`);

try {
  if (command === 'lock') {
    lockDataDir(folder);
    say({ locked: true });
  } else {
    const database = await openDatabase({ dataDir: folder });
    const { rows } = await database.knex.raw('select pg_postmaster_start_time()::text as started');
    say({ started: rows[0].started, url: database.url });
    process.stdin.once('data', async () => {
      await database.close();
      say({ closed: true });
      process.exit(0);
    });
  }
} catch (error) {
  say({ error: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
process.stdin.resume();
