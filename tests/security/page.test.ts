import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(`${ROOT}docs/security.md`, 'utf8');

test('every test that the page on security names is there', () => {
  const named = [...new Set([...page.matchAll(/`(tests\/[^`]+)`/g)].map(([, path]) => path))];
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(`${ROOT}${path}`))).toEqual([]);
});

test('no requirement stands on it twice', () => {
  const numbers = [...page.matchAll(/^\| ((?:\d+\.\d+\.\d+(?:, )?)+)/gm)].flatMap(([, list]) => String(list).split(', '));
  expect(numbers.length).toBeGreaterThan(200);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});
