import { getEventListeners } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import type { Knex } from 'knex';
import { beforeEach, describe, expect, it } from 'vitest';
import { recordAuditMany } from '../../server/db/audit.ts';
import { namedSilence, openDatabase, type Waiting } from '../../server/db/connect.ts';
import { toDomainError, transaction } from '../../server/db/errors.ts';
import { listPage } from '../../server/db/list.ts';
import { getSetting, setSetting } from '../../server/db/settings.ts';
import { lockRow, removeOrDeactivate } from '../../server/db/table.ts';
import { codeKey, searchKey } from '../../server/domain/ground/fold.ts';
import { ownDatabase } from '../support/database.ts';
import { plantBuilder } from '../support/plant.ts';

describe('tables', () => {
  const database = ownDatabase();
  beforeEach(async () => {
    await database.knex.raw('truncate products, tasks, orders, audit restart identity cascade');
  });

  it('read dates as texts, instants with the offset of the plant, numbers as numbers, whatever the machine and session say', async () => {
    const { rows } = await database.knex.raw(
      `select date '2026-04-01' as day, timestamptz '2026-04-01 00:30:00.123456+00' as at, 12.50::numeric as weight, 7::bigint as id,
        array[1,2]::bigint[] as ids, array[1.5,null]::numeric[] as weights, array[date '2026-04-01'] as days, '{}'::bigint[] as none`,
    );
    expect(rows[0]).toEqual({
      ...{ day: '2026-04-01', at: '2026-04-01T09:30:00+09:00', weight: 12.5, id: 7, ids: [1, 2], weights: [1.5, null] },
      ...{ days: ['2026-04-01'], none: [] },
    });
    await database.knex.transaction(async (trx) => {
      await trx.raw(`set local timezone = 'America/New_York'`);
      expect((await trx.raw(`select timestamptz '2026-04-01 00:30:00+00' as at`)).rows[0].at).toBe('2026-04-01T09:30:00+09:00');
    });
  });

  it('take twenty thousand rows of history in one statement', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => ({ product_code: `P${n}`, product_name: `弁箱${n}` }));
    await recordAuditMany(
      database.knex,
      rows.map((row) => ({ actor: 'cli', operation: 'importProducts', kind: 'products', key: row.product_code, old: null, new: row })),
    );
    expect(await database.knex('audit').where({ key: 'P19999' }).first('old', 'new')).toEqual({
      old: null,
      new: { product_code: 'P19999', product_name: '弁箱19999' },
    });
  });

  it('fold searches and codes in the database as the program does, every sign that encodings confuse too', async () => {
    const ranges = [
      [0x20, 0x7e],
      [0xa0, 0xbf],
      [0x2d0, 0x2e0],
      [0x2010, 0x2060],
      [0x2070, 0x208e],
      [0x2100, 0x22ff],
      [0x2500, 0x257f],
      [0x3000, 0x33ff],
      [0xfe30, 0xfe6f],
      [0xff01, 0xffe6],
    ] as const;
    const signs = ranges.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => `a${String.fromCharCode(first + at)}b`),
    );
    const texts = ['ﾊﾞﾙﾌﾞ弁', 'バルブー', 'ﾛｰﾗ ', 'abcＸyz', '㈱髙田①', 'ゔぁゕゖ', 'Ça Ωμέγα ДОМ', '\ufeffG‐01\u3000 \t2', ...signs];
    const { rows } = await database.knex.raw('select search_fold(text) as search, code_fold(text) as code from unnest(?::text[]) as text', [
      texts,
    ]);
    const folded = texts.map((text) => ({ search: searchKey(text), code: codeKey(text) }));
    expect(rows).toEqual(folded);
  });

  it('give the pages of a whole list alike the first time and every other, in each order, and none of another list', async () => {
    const { knex } = database;
    const plant = plantBuilder(knex);
    for (const product_code of ['P3', 'P1', 'P2']) await plant.product({ product_code });
    const codes = async (path: string, asked: object, from: string | Knex.Raw = 'products'): Promise<[number, string[]]> => {
      const list = {
        ...({ filters: { code: { how: 'part', column: 'product_code' } }, tie: 'id' } as const),
        ...{ order: ['product_code', 'id'], sortable: { code: 'product_code' } },
      };
      const { count, results } = await listPage<{ product_code: string }>(knex.from(from).select('product_code'), path, { ...asked }, list);
      return [count, results.map(({ product_code }) => product_code)];
    };
    for (const _ of ['made', 'kept', 'kept']) {
      expect(await codes('/a/', { limit: 2 })).toEqual([3, ['P1', 'P2']]);
      expect(await codes('/a/', { limit: 2, offset: 2 })).toEqual([3, ['P3']]);
      expect(await codes('/a/', { limit: 2, offset: 4 })).toEqual([3, []]);
      expect(await codes('/a/', { limit: 2, ordering: '-code' })).toEqual([3, ['P3', 'P2']]);
      expect(await codes('/a/', { limit: 2, code: 'p3' })).toEqual([1, ['P3']]);
      expect(await codes('/b/', { limit: 2 }, knex.raw("(select * from products where product_code > 'P1') as products"))).toEqual([
        2,
        ['P2', 'P3'],
      ]);
      await expect(codes('/a/', { ordering: 'id; drop' })).rejects.toMatchObject({ kind: 'invalid' });
    }
  });

  it('delete what nothing refers to and keep the rest as inactive', async () => {
    const { knex } = database;
    const plant = plantBuilder(knex);
    const [free, used] = [await plant.product(), await plant.product()];
    await plant.order({ product_id: used });
    expect(await transaction(knex, (trx) => removeOrDeactivate(trx, 'products', free))).toBe('removed');
    expect(await transaction(knex, (trx) => removeOrDeactivate(trx, 'products', used))).toBe('deactivated');
    expect(await knex('products').select('id', 'active', 'version')).toEqual([{ id: used, active: false, version: 2 }]);
  });

  it('answer a lock that is not given in time as a conflict, and try a deadlock again', async () => {
    const { knex } = database;
    const plant = plantBuilder(knex);
    const [one, two] = [await plant.product(), await plant.product()];
    const holder = await knex.transaction();
    await holder('products').where({ id: one }).forUpdate();
    const waiting = transaction(knex, async (trx) => {
      await trx.raw(`set local lock_timeout = '200ms'`);
      return lockRow(trx, 'products', one, undefined);
    });
    await expect(waiting).rejects.toMatchObject({ kind: 'conflict' });
    await holder.rollback();
    let met = 0;
    const crossing = (first: number, second: number) =>
      transaction(knex, async (trx) => {
        await lockRow(trx, 'products', first, undefined);
        met++;
        while (met < 2) await new Promise((resolve) => setTimeout(resolve, 10));
        await lockRow(trx, 'products', second, undefined);
      });
    await Promise.all([crossing(one, two), crossing(two, one)]);
    expect(met).toBe(3);
  });

  it('say in business terms when the database is away or a statement takes too long', async () => {
    const away = openDatabase({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none', dataDir: '.' });
    await expect(away).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringContaining('127.0.0.1:1') });
    const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    expect(toDomainError(lost)).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 5 });
    const slow = transaction(database.knex, async (trx) => {
      await trx.raw(`set local statement_timeout = '100ms'`);
      await trx.raw('select pg_sleep(5)');
    });
    await expect(slow).rejects.toMatchObject({ kind: 'unavailable' });
    expect(toDomainError(new TypeError('a defect'))).toBeInstanceOf(TypeError);
  });

  it('say at the start which database does not answer, and how long it was waited for', async () => {
    const deaf = createServer();
    const port = await listening(deaf);
    const open = openDatabase({ databaseUrl: `postgres://nobody@127.0.0.1:${port}/none`, dataDir: '.', startWaitMs: 1_000 });
    await expect(open).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(new RegExp(`127\\.0\\.0\\.1:${port}/none が\\d+秒待っても`)),
    });
    deaf.close();
    const crowded = Object.assign(new Error('Knex: Timeout acquiring a connection.'), { name: 'KnexTimeoutError' });
    expect(namedSilence(crowded, 'db:5432/plant', performance.now())).toMatchObject({ message: expect.stringContaining('db:5432/plant') });
    const defect = new TypeError('a defect');
    expect(namedSilence(defect, 'db:5432/plant', performance.now())).toBe(defect);
  });

  /** A server that listens, and where. */
  async function listening(server: Server): Promise<number> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }
  const ended = (server: Server): Promise<unknown> => new Promise((resolve) => server.close(resolve));

  /** A server that hands on to the database. */
  function proxyTo(url: string): Server {
    const { port, hostname } = new URL(url);
    return createServer((socket) => {
      const behind = connect(Number(port), hostname);
      for (const one of [socket, behind]) one.on('error', () => undefined);
      socket.pipe(behind).pipe(socket);
      // A pipe that breaks leaves its other side open, and the server would wait for it when it is closed.
      socket.on('close', () => behind.destroy());
      behind.on('close', () => socket.destroySoon());
    });
  }

  it('wait at the start for a database that nothing answers for yet, and say so', async () => {
    const proxy = proxyTo(database.url);
    const port = await listening(proxy);
    await ended(proxy);
    const url = new URL(database.url);
    Object.assign(url, { hostname: '127.0.0.1', port: String(port) });
    const told: Waiting[] = [];
    // It comes up once it has been said that it is waited for.
    const onWait = (waiting: Waiting): void => {
      told.push(waiting);
      if (told.length === 1) proxy.listen(port, '127.0.0.1');
    };
    const waiting = { dataDir: '.', waitForAbsent: true, onWait } as const;
    const opened = await openDatabase({ databaseUrl: url.href, ...waiting });
    expect((await opened.knex.raw('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(told[0]).toEqual({ place: `127.0.0.1:${port}${url.pathname}`, why: 'ECONNREFUSED', seconds: expect.any(Number) });
    await opened.close();
    // Nobody waits for another user to be let in (a password says nothing where all of this machine are trusted): that is told at once.
    told.splice(1);
    const wrong = Object.assign(new URL(url), { username: 'nobody_here' });
    await expect(openDatabase({ databaseUrl: wrong.href, ...waiting })).rejects.toMatchObject({ kind: 'unavailable' });
    expect(told).toHaveLength(1);
    // A name may be one that somebody is about to create.
    url.pathname = '/to_be_created';
    const create = (one: Waiting): void => {
      if (one.why === '3D000') void database.knex.raw('create database to_be_created').then();
    };
    const created = await openDatabase({ databaseUrl: url.href, ...waiting, onWait: create });
    await created.close();
    await database.knex.raw('drop database to_be_created with (force)');
    await ended(proxy);
    const { signal } = new AbortController();
    const gone = openDatabase({ databaseUrl: url.href, ...waiting, onWait: (one) => told.push(one), startWaitMs: 1_000, signal });
    await expect(gone).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(/に\d秒待っても.*within \d s \(ECONNREFUSED\)/),
    });
    // However often it was tried, nothing listens any more: many listeners are warned of.
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(told).toHaveLength(2);
    // Who does not ask for it, as a command, is told at once.
    const unasked = openDatabase({ databaseUrl: url.href, dataDir: '.', onWait: (one) => told.push(one) });
    await expect(unasked).rejects.toMatchObject({ kind: 'unavailable', message: expect.not.stringContaining('秒待っても') });
    expect(told).toHaveLength(2);
  });

  it('wait at the start for a database behind a port that closes every connection until it is there', async () => {
    const proxy = proxyTo(database.url);
    const closing = createServer((socket) => socket.destroy());
    const port = await listening(closing);
    const url = new URL(database.url);
    Object.assign(url, { hostname: '127.0.0.1', port: String(port) });
    const options = { databaseUrl: url.href, dataDir: '.' };
    const place = `127.0.0.1:${port}${url.pathname}`;
    await expect(openDatabase(options)).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining(`${place} との接続が切られました。`),
    });
    const long = openDatabase({ ...options, waitForAbsent: true, startWaitMs: 1_000 });
    await expect(long).rejects.toMatchObject({ message: expect.stringMatching(/との接続が切られました（\d秒待っても/) });
    const told: Waiting[] = [];
    const onWait = (waiting: Waiting): void => {
      told.push(waiting);
      if (told.length === 1) closing.close(() => proxy.listen(port, '127.0.0.1'));
    };
    const opened = await openDatabase({ ...options, waitForAbsent: true, onWait });
    expect((await opened.knex.raw('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(told[0]).toEqual({ place, why: 'closed', seconds: expect.any(Number) });
    await opened.close();
    await ended(proxy);
  });

  it('wait for no database any more once they are told to stop', async () => {
    const deaf = createServer();
    const port = await listening(deaf);
    const [told, stopped] = [new AbortController(), new Error('stopped')];
    deaf.once('connection', () => told.abort(stopped));
    const open = openDatabase({ databaseUrl: `postgres://nobody@127.0.0.1:${port}/none`, dataDir: '.', signal: told.signal });
    await expect(open).rejects.toBe(stopped);
    await ended(deaf);
    const asked = new AbortController();
    const databaseUrl = `postgres://nobody@127.0.0.1:${port}/none`;
    const waiting = { waitForAbsent: true, onWait: () => asked.abort(stopped), signal: asked.signal };
    const absent = openDatabase({ databaseUrl, dataDir: '.', ...waiting });
    await expect(absent).rejects.toBe(stopped);
  });

  it('keep settings', async () => {
    await setSetting(database.knex, 'tray_weight', { kg: 0 });
    await setSetting(database.knex, 'tray_weight', { kg: 12.5 });
    expect(await getSetting(database.knex, 'tray_weight')).toEqual({ kg: 12.5 });
    expect(await getSetting(database.knex, 'none')).toBeUndefined();
  });
});
