import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OPERATIONS } from '../server/contract/operations.ts';
import * as constants from '../server/domain/ground/constants.ts';
import { ADMIN_ADDRESSES, isAdminPath } from '../server/domain/ground/screens.ts';

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const text = read('docs/specification.md');

/** What stands in code spelling, each once. */
const named = [...new Set([...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))];
const calls: ReadonlySet<string> = new Set(Object.values(OPERATIONS).map(({ method, path }) => `${method.toUpperCase()} ${path}`));
/** Where words of the wire and of the address are spelled. */
const spelled = [read('openapi.yaml'), read('admin/board/search/address.ts'), read('admin/exports/ExportDialog.tsx')].join('\n');

function exists(name: string): boolean {
  if (/^[A-Z]+ \//.test(name)) return calls.has(name);
  if (/^[A-Z0-9_]{4,}$/.test(name)) return name in constants;
  if (name.startsWith('/')) return isAdminPath(name);
  if (/\.(?:ts|tsx|yaml)$/.test(name)) return existsSync(new URL(name, root));
  return new RegExp(`\\b${name}\\b`).test(spelled);
}

test('everything that the table of deviations names exists', () => {
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((name) => !exists(name))).toEqual([]);
});

/** The addresses that the two documents list. */
const LISTED = new Set([
  ...['', 'login', 'logout', 'reset_password_token', 'reset_password', 'not_found', 'gantt', 'facility-calendar', 'excels'],
  ...[
    'holidays',
    'products',
    'tasks',
    'orders',
    'order_tasks',
    'casting',
    'facilities',
    'facility_availability',
    'outsourcings',
    'employees',
  ],
]);

test('every other address is named', () => {
  expect(ADMIN_ADDRESSES.filter((name) => !LISTED.has(name) && !named.includes(`/${name}`))).toEqual([]);
});

test('each row says what they say, what we do, and where', () => {
  const rows = text.split('\n').filter((line) => /^\| [PM]\d/.test(line));
  expect(rows.length).toBeGreaterThan(40);
  for (const row of rows)
    expect(row.split('|').map((cell) => cell.trim())).toEqual([
      '',
      expect.stringMatching(/^[PM][1-9]$/),
      expect.stringMatching(/./),
      expect.stringMatching(/./),
      expect.anything(),
      '',
    ]);
});

test('every constant of the specification is used', () => {
  const sources = ['admin', 'server', 'cli'].flatMap((room) =>
    readdirSync(new URL(room, root), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('ground/constants.ts'))
      .map((path) => read(`${room}/${path}`)),
  );
  const all = sources.join('\n');
  expect(Object.keys(constants).filter((name) => !new RegExp(`\\b${name}\\b`).test(all))).toEqual([]);
});
