import { openDatabase } from '../../server/db/connect.ts';
import { epochMs } from '../../server/domain/ground/plant-time.ts';
import { importRows } from '../../server/features/imports/imports.service.ts';

/** A process that imports `count` orders and says when each step is there; a test kills it. */
const [url, count] = process.argv.slice(2) as [string, string];
const database = await openDatabase({ databaseUrl: url, dataDir: '' });
const rows = Array.from({ length: Number(count) }, (_, index) => ({
  serial_number: `0${2_640_000 + index}`,
  product_code: 'P1',
  product_name: '弁箱',
  number: 4,
  weight: 120,
  delivery_status: '素材',
  material: 'SC480',
  delivery_date: '2026-05-29',
  casting_date: '2026-04-20',
}));
process.send?.('started');
const answer = await importRows(database.knex, 'orders', new TextEncoder().encode(JSON.stringify({ rows })), {
  actor: '1001',
  clock: () => epochMs('2026-04-01T08:00:00+09:00'),
});
process.send?.({ imported: answer.imported });
await database.close();
