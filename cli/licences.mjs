import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Licences under which a part may stand in the program: what is shipped, and what its browser pages are built of. */
const ALLOWED = new Set([
  ...['MIT', 'MIT/X11', 'ISC', 'BSD', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'Zlib', 'Unlicense'],
  ...['CC0-1.0', 'Python-2.0'],
]);
/** Of tools that build and test, and of which nothing is shipped, besides. */
const TOOLS = new Map([
  ['MPL-2.0', 'axe-core tests, lightningcss packs the styles'],
  ['CC-BY-4.0', 'caniuse-lite tells vite what browsers can'],
]);

/** What names no licence at all and cannot be done without, with where it comes from; its author's other packages of that time are under MIT/X11. */
const SILENT = new Map([['buffers@0.1.1', 'exceljs reads archives through unzipper, that through binary, that through buffers']]);

/** Whether one licence of an expression is allowed where it says OR, and each where it says AND. */
const isAllowed = (expression) =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => ALLOWED.has(one)));

/** The licence that a package names in its own file, where the lock file has none; of old ones the first of a list, or what its text begins with. */
function licenceInside(folder) {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return 'unknown';
  const { license, licenses } = JSON.parse(readFileSync(path, 'utf8'));
  const named = license ?? licenses?.[0]?.type;
  if (named) return typeof named === 'string' ? named : named.type;
  const text = ['LICENSE', 'LICENCE', 'README.markdown', 'README.md'].map((name) => join(folder, name)).find((name) => existsSync(name));
  const said = text ? readFileSync(text, 'utf8') : '';
  return /Permission is hereby granted, free of charge|\bMIT\b/.test(said) ? 'MIT' : 'unknown';
}

/** Every package of a project: name, version, licence, and what it is for. */
function packagesOf(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { version, license, dev }]) => ({
      name: path.replace(/^.*node_modules\//, ''),
      version,
      licence: typeof license === 'string' ? license : licenceInside(join(root, path)),
      use: dev ? 'build' : 'run',
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

const root = process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url)));
const all = packagesOf(root);
for (const { name, version, licence, use } of all) process.stdout.write(`${name}\t${version}\t${licence}\t${use}\n`);
const others = all.filter(
  ({ name, version, licence, use }) =>
    !isAllowed(licence) && !(use === 'build' && TOOLS.has(licence)) && !(licence === 'unknown' && SILENT.has(`${name}@${version}`)),
);
for (const { name, licence } of others) process.stderr.write(`${name}: ${licence} is not allowed\n`);
process.exitCode = others.length > 0 ? 1 : 0;
