import { spawnSync } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../seeds/demo/index.ts';
import { TODAY } from './support/demos.ts';
import { ownFolder, serverHere } from './support/here.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What somebody else would write over a client that is made from the contract alone: login, import, run, wait, workbook. */
const PROGRAM = `
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from './client/client/index.js';
import { downloadExcelGantt, importOrders, listProducts, listScheduleQueues, login, runSchedule } from './client/sdk.gen.js';

export async function mainJob(baseUrl: string, employee_id: string, password: string) {
  const open = createClient({ baseUrl, throwOnError: true });
  const { data: session } = await login({ client: open, throwOnError: true, body: { employee_id, password } });
  const client = createClient({ baseUrl, throwOnError: true, auth: session.token });
  const call = { client, throwOnError: true } as const;
  const { data: products } = await listProducts({ ...call, query: { limit: 1 } });
  const product = products.results[0];
  if (!product) throw new Error('no product');
  const { product_code, product_name } = product;
  const dates = { delivery_date: '2026-06-30', casting_date: '2026-04-10' };
  const order = { serial_number: '026X9900', product_code, product_name, number: 2, weight: 10, delivery_status: '', material: 'SCS13', ...dates };
  const { data: imported } = await importOrders({ ...call, body: { rows: [order] } });
  const { data: run } = await runSchedule({ ...call, body: { time_limit_seconds: 1 } });
  let status: string = run.status;
  while (status === 'queued' || status === 'running') {
    await pause(200);
    const { data: queue } = await listScheduleQueues({ ...call, query: { limit: 1 } });
    status = queue.results.find(({ id }) => id === run.id)?.status ?? 'gone';
  }
  const { data: workbook } = await downloadExcelGantt({ ...call, query: { file_type: 'schedules', file_start_date: '${TODAY}' }, parseAs: 'blob' });
  if (!(workbook instanceof Blob)) throw new Error('no workbook');
  return { errors: imported.errors, imported: imported.imported, status, magic: (await workbook.text()).slice(0, 2) };
}
`;
const OPTIONS = {
  ...{ strict: true, noUncheckedIndexedAccess: true, noImplicitOverride: true, skipLibCheck: false },
  ...{ module: 'NodeNext', target: 'ES2022', lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'], types: ['node'] },
  ...{ rootDir: '.', outDir: 'out' },
};

const server = serverHere({ demo: { orders: 10, products: 10 } });
const folder = ownFolder();

test('a client that others make from the contract compiles strictly and does the main job, from login to workbook', async () => {
  await createClient({ input: join(ROOT, 'openapi.yaml'), output: join(folder, 'client'), logs: { level: 'silent' } });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'main.ts'), PROGRAM);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, include: ['main.ts', 'client'] }));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  expect([stdout, status]).toEqual(['', 0]);
  const { mainJob } = await import(join(folder, 'out/main.js'));
  expect(await mainJob(server.url, '1001', DEMO_PASSWORD)).toEqual({ errors: [], imported: 1, status: 'complete', magic: 'PK' });
});
