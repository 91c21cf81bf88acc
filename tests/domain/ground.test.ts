import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inboxName } from '../../server/domain/files/inbox.ts';
import { firstIndex } from '../../server/domain/ground/bisect.ts';
import { beginningOf, endOf } from '../../server/domain/ground/cut.ts';
import * as errors from '../../server/domain/ground/errors.ts';
import { compactEvent } from '../../server/domain/ground/events.ts';
import { mayCall, terminalMayCall } from '../../server/domain/ground/permissions.ts';
import { isReversed, startOfRange } from '../../server/domain/ground/ranges.ts';
import { isAdminPath } from '../../server/domain/ground/screens.ts';

test('halving finds the first of those for which it holds', () => {
  fc.assert(
    fc.property(fc.nat(70), fc.nat(80), (count, from) => {
      const asked: number[] = [];
      const found = firstIndex(count, (index) => asked.push(index) > 0 && index >= from);
      expect([found, new Set(asked).size, asked.every((index) => index < count)]).toEqual([Math.min(count, from), asked.length, true]);
    }),
  );
});

test('a text is cut between characters, variants and marks with them, and no shorter than it must be', () => {
  const character = fc.constantFrom('a', '野', '𠮷', '葛\u{e0100}', 'か\u3099', '👩‍🔧', '\r\n');
  fc.assert(
    fc.property(fc.array(character, { maxLength: 90 }), fc.nat(200), (characters, most) => {
      const longest = (parts: readonly string[], join: (kept: string, next: string) => string) =>
        parts.reduce(
          (kept, next, at) =>
            kept.length === parts.slice(0, at).join('').length && kept.length + next.length <= most ? join(kept, next) : kept,
          '',
        );
      expect(beginningOf(characters.join(''), most)).toBe(longest(characters, (kept, next) => kept + next));
      expect(endOf(characters.join(''), most)).toBe(longest(characters.toReversed(), (kept, next) => next + kept));
    }),
  );
});

test('a range has a first day for its last one, and is reversed where both are there and in the wrong order', () => {
  const fields = ['to_date', 'delivery_date_lte_search', 'date', 'into_date'].map(startOfRange);
  expect(fields).toEqual(['from_date', 'delivery_date_gte_search', undefined, undefined]);
  const [early, late] = ['2026-04-01', '2026-04-02'];
  expect([isReversed(late, early), isReversed(early, late), isReversed(late, late), isReversed('', early), isReversed(late, null)]).toEqual(
    [...[true, false, false, false, false]],
  );
});

test('an event names what it can, and null for more; what it does not speak of it leaves out', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, at) => at);
  expect(compactEvent({ kind: 'marks' })).toEqual({ kind: 'marks' });
  const named = { kind: 'schedule', plan: 3, entries: ids(250), orders: [], facilities: [1] } as const;
  expect(compactEvent(named)).toEqual(named);
  const far = { kind: 'schedule', entries: ids(251), orders: ids(251), facilities: ids(251) } as const;
  expect(compactEvent(far)).toEqual({ kind: 'schedule', entries: null, orders: null, facilities: null });
});

test('a call is for the roles that the contract names', () => {
  const asked = (roles: Parameters<typeof mayCall>[1]) =>
    ([undefined, 'manager', 'master_admin'] as const).map((role) => mayCall(role, roles));
  expect([asked('public'), asked('any'), asked(['master_admin'])]).toEqual([
    [true, true, true],
    [false, true, true],
    [false, false, true],
  ]);
  const terminals = [{ roles: 'public' }, { roles: 'any' }, { roles: ['manager'], terminal: true }] as const;
  expect(terminals.map(terminalMayCall)).toEqual([true, false, true]);
});

test('an address is of the admin by its first word', () => {
  expect(['/', '', '/gantt', '/orders/7/show', '/charge-sheet', '/login', '/api', '/ganttx', '/x/gantt'].map(isAdminPath)).toEqual([
    ...[true, true, true, true, true, true, false, false, false],
  ]);
});

test('a refusal has its kind, its words, and what goes with them', () => {
  const said = ({ name, kind, message, fields, current, retryAfterSeconds }: errors.DomainError) =>
    JSON.stringify({ name, kind, message, fields, current, retryAfterSeconds });
  const word = 'だめです';
  const plain = [errors.unauthorized, errors.forbidden, errors.notFound, errors.refused, errors.tooLarge, errors.conflict];
  const kinds = ['unauthorized', 'forbidden', 'not_found', 'refused', 'too_large', 'conflict'];
  expect(plain.map((make) => said(make(word)))).toEqual(kinds.map((kind) => JSON.stringify({ name: 'DomainError', kind, message: word })));
  const more = [errors.invalid({ name: [word] }), errors.conflict(word, 7), errors.tooMany(word, 30), errors.unavailable(word)];
  expect(more).toMatchObject([
    { kind: 'invalid', message: 'invalid', fields: { name: [word] } },
    { kind: 'conflict', current: 7 },
    { kind: 'too_many', message: word, retryAfterSeconds: 30 },
    { kind: 'unavailable', message: word, retryAfterSeconds: 5 },
  ]);
});

test.each([
  ['orders', '08-orders.xlsx|orders_20260401.csv|ＯＲＤＥＲＳ.XLSX|8.orders.txt|123 orders.tsv|orders.xlsm|オーダー.csv|ｵｰﾀﾞｰ 2.csv'],
  ['order-tasks', 'order-tasks.csv|09-order-tasks.xlsx|工程情報.csv'],
  ['tasks', '工程.csv|01_工程(2).csv|tasks.csv'],
  ['ignored', '.orders.csv|~$orders.xlsx|orders.xlsx.tmp|orders.PART|orders.csv.crdownload|a.partial|a.swp|Thumbs.db|desktop.ini'],
  [
    'foreign',
    'orders.pdf|ordersx.csv|1234-orders.csv|my.csv|ordersxlsx|orders.csv.zip|thumbs.db.txt|xthumbs.db|製番表.csv|b.tmp.csv|~orders',
  ],
])('a file of the inbox is %s where it is named %s', (is, names) => {
  const said = names.split('|').map((name) => {
    const found = inboxName(name);
    return `${name} ${found.is === 'kind' ? found.kind : found.is}`;
  });
  expect(said).toEqual(names.split('|').map((name) => `${name} ${is}`));
});
