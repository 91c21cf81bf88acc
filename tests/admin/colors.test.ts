import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ALWAYS, LIGHT } from '../../admin/layout/palette.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PALETTES = ['admin/layout/palette.ts', 'server/features/exports/palette.ts'];
const files = ['admin', 'server', 'cli'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((name) => /\.(ts|tsx|css)$/.test(name)),
);
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const found = (pattern: RegExp, ...places: readonly string[]): string[] =>
  places.flatMap((file) => [...textOf(file).matchAll(pattern)].map((match) => match[1] ?? match[0]));

/** `#b3261e`, `rgb(…)`, and `FFB3261E` as workbooks have it. */
const COLOR = /(?<![\w&])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?![\w-])|\b(?:rgb|hsl)a?\([\d ]|'FF[\dA-F]{6}'/gi;

describe('colours', () => {
  test('stand in the palette of the screens and in that of the workbooks alone', () => {
    const others = files.filter((file) => !PALETTES.includes(file));
    expect(others.flatMap((file) => found(COLOR, file).map((color) => `${file} ${color}`))).toEqual([]);
    expect(others.length).toBeGreaterThan(700);
  });

  test.each(PALETTES)('stand once there: %s', (palette) => {
    const colors = found(COLOR, palette);
    expect(colors.length).toBeGreaterThan(40);
    expect(colors.filter((color, at) => colors.indexOf(color) !== at)).toEqual([]);
  });

  test('have the names that styles use: those of the palette, measures that a script sets, and what a style sets itself', () => {
    const admin = files.filter((file) => file.startsWith('admin/'));
    const set = found(/setProperty\('--([\w-]+)'/g, ...admin);
    const known = new Set([...Object.keys(LIGHT), ...Object.keys(ALWAYS), ...set]);
    const used = found(/var\(--([\w-]+)/g, ...admin);
    const redefined = found(/^\s*--([\w-]+):/gm, ...admin);
    expect([...used, ...redefined].filter((name) => !known.has(name))).toEqual([]);
  });

  test('are each used somewhere', () => {
    const others = files.filter((file) => file.startsWith('admin/') && !PALETTES.includes(file)).map(textOf);
    const text = others.join('\n');
    const isUsed = (name: string): boolean =>
      text.includes(`var(--${name})`) || text.includes(`'${name}'`) || new RegExp(`\\b(?:c|ALWAYS)\\.${name}\\b`).test(text);
    const unused = [...Object.keys(LIGHT), ...Object.keys(ALWAYS)].filter((name) => !isUsed(name) && !/^heat-\d/.test(name));
    expect(unused).toEqual([]);
  });
});
