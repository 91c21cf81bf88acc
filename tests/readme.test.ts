import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VARIABLES } from '../server/config.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the README lists every variable with its default and its sentence', () => {
  const rows = Object.entries(VARIABLES).map(
    ([name, { fallback, sentence }]) => `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${sentence} |`,
  );
  expect(readme.split('\n').filter((line) => /^\| `[A-Z_]+` \|/.test(line))).toEqual(rows);
});
