import { openDatabase } from '../../server/db/connect.ts';
import { night } from './support.ts';

/** A process that works a night and says when it stands between an import and the move of its file; a test kills it there. */
const [url, inbox, outbox] = process.argv.slice(2) as [string, string, string];
const { knex } = await openDatabase({ databaseUrl: url, dataDir: '' });
await night(knex, {
  folders: { inbox, outbox },
  at: async (point, subject) => {
    if (point !== 'imported' || subject !== '08-orders.xlsx') return;
    process.send?.('imported');
    await new Promise(() => setInterval(() => undefined, 1_000));
  },
});
