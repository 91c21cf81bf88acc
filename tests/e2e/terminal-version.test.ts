import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Success } from '../../server/contract/handlers.ts';
import { browserStage, eventually, still } from '../support/browser.ts';
import { gate } from '../support/page.ts';
import { terminalCode } from './terminals.ts';

const stage = browserStage('planned');
const WORKER = '/terminal-worker.js';
/** Above what nobody may have touched a terminal for (QUIET_MS of admin/terminal/worker.ts), and below. */
const [LONG, SHORT] = ['11:00', '08:00'];
/** How often a terminal looks for a new version by itself. */
const LOOKS = '30:00';

/** The server as tablets reach it: its version shows in the bytes of their worker, which may be waited for, and no mark gets through while it is cut. */
const network = { url: '', version: 1, cut: false, worker: Promise.resolve() };
const proxy = createServer((request, response) => {
  if (network.cut && request.url === '/api/marks/') return void request.socket.destroy();
  const isWorker = request.url === WORKER;
  // Each version is another file: nothing of it may be known already, or packed.
  const { 'if-none-match': _, 'accept-encoding': __, ...plain } = request.headers;
  const headers = isWorker ? plain : request.headers;
  const onward = ask(`${stage.server.url}${request.url}`, { method: request.method, headers }, (answer) => {
    const { 'content-length': ___, ...rest } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, isWorker ? rest : answer.headers);
    answer.pipe(response, { end: false });
    answer.once('end', () => void network.worker.then(() => response.end(isWorker ? `\n// version ${network.version}` : undefined)));
  });
  onward.once('error', () => request.socket.destroy());
  request.pipe(onward);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  network.url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(() => {
  proxy.closeAllConnections();
  proxy.close();
});

test('a new version takes over on a terminal that nobody has touched for long and that keeps nothing, and never before', async () => {
  const { facilities } = await stage.read<Success<'getToday'>>('/api/today/');
  const code = await terminalCode(stage, '炉前', facilities.find(({ furnace }) => furnace)!.id);
  const tablet = await stage.visit('/login', { as: null, width: 1024, height: 768 });
  await tablet.clock.install();
  await tablet.goto(`${network.url}/terminal?code=${code}`);
  const heading = tablet.getByRole('heading', { name: '炉前' });
  await heading.waitFor();
  await tablet.evaluate(async () => void (await navigator.serviceWorker.ready));
  // No worker stands over the first page of a device: what is new is at work behind it at once, and the page has to come for it.
  let loads = 0;
  tablet.on('load', () => {
    loads += 1;
  });
  const waits = () => tablet.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
  // A browser stops a worker that has nothing to do, and gives way to the next only then; one that is watched it never stops by itself.
  const browser = await tablet.context().newCDPSession(tablet);
  await browser.send('ServiceWorker.enable');
  const rest = () => browser.send('ServiceWorker.stopAllWorkers');
  /** A worker that is stopped while it hands out the page's files leaves that page without them. */
  const shown = async (): Promise<void> => {
    await heading.waitFor({ timeout: 10_000 }).catch(() => tablet.reload());
    await heading.waitFor();
  };
  const stayed = () => tablet.evaluate(() => 'stayed' in window);
  /** Whether the page is the one that was there before the new version. */
  const stays = async (): Promise<boolean> => {
    await rest();
    await still(tablet);
    return (await waits()) && (await stayed());
  };
  network.version = 2;
  await eventually(async () => {
    await tablet.clock.fastForward(LOOKS);
    return loads;
  }).toBeGreaterThan(0);
  // A page that was loaded while the first worker was still at work comes once more.
  const settles = async (): Promise<boolean> => {
    await shown();
    await tablet.evaluate(() => Object.assign(window, { stayed: true }));
    await tablet.clock.fastForward(LOOKS);
    await rest();
    await still(tablet);
    return (await stayed()) && !(await waits());
  };
  await eventually(() => settles().catch(() => false)).toBe(true);
  await heading.waitFor();

  network.version = 3;
  // It arrives once the tablet has been touched: the clock goes on meanwhile, and any minute of it may be the one that asks.
  const arrival = gate();
  network.worker = arrival.opened;
  await tablet.clock.fastForward(LOOKS);
  await heading.click();
  arrival.open();
  await eventually(waits).toBe(true);
  await tablet.clock.fastForward(SHORT);
  expect(await stays()).toBe(true);

  network.cut = true;
  await tablet
    .getByRole('button', { name: /を停止$/ })
    .first()
    .click();
  await tablet.clock.fastForward(SHORT);
  expect(await stays()).toBe(true);
  await tablet.getByRole('button', { name: '設備故障' }).click();
  await tablet.getByText('未送信 1件').first().waitFor();
  await tablet.clock.fastForward(LONG);
  expect(await stays()).toBe(true);

  network.cut = false;
  await tablet.evaluate(() => window.dispatchEvent(new Event('online')));
  await eventually(async () => {
    await tablet.clock.fastForward(LONG);
    // While it is loaded anew it answers nothing.
    if (await waits().catch(() => false)) await rest();
    return stayed().catch(() => true);
  }).toBe(false);
  await shown();
  expect(await waits()).toBe(false);
  // Those of the lived past are over.
  expect(await stage.server.db('facility_stops').whereNull('resumed_at').pluck('reason')).toEqual(['breakdown']);
});
