import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const STAMP = join(ROOT, 'dist', '.stamp');
const SOURCES = {
  admin: ['admin', 'server', 'openapi.yaml', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'],
  server: ['server', 'cli', 'migrations', 'seeds', 'openapi.yaml', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'],
};

function fingerprint(paths) {
  const hash = createHash('sha256');
  const walk = (path) => {
    const at = statSync(path, { throwIfNoEntry: false });
    if (!at) return;
    if (at.isDirectory()) for (const name of readdirSync(path).sort()) walk(join(path, name));
    else hash.update(`${path}:${at.size}:${at.mtimeMs}\n`);
  };
  for (const path of paths) walk(join(ROOT, path));
  return hash.digest('hex');
}

const stamps = () => (existsSync(STAMP) ? JSON.parse(readFileSync(STAMP, 'utf8')) : {});

function stamp(parts) {
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, JSON.stringify({ ...stamps(), ...parts }));
}

/** Whether dist/ holds this part (`admin` or `server`) built from the sources as they are. */
export const isFresh = (part) => stamps()[part] === fingerprint(SOURCES[part]);

function run(command, args) {
  return new Promise((resolve, reject) => {
    // Tests call this with NODE_ENV=test, which would give a development build of React.
    const env = { ...process.env, NODE_ENV: 'production' };
    const child = spawn(process.execPath, [join(ROOT, 'node_modules', command), ...args], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
    });
    child.stderr.on('data', (text) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(undefined) : reject(new Error(`${command} ${args.join(' ')}\n${output}`))));
  });
}

/** Builds what is stale of the admin and the server, side by side. Throws with the tool's output when a build fails. */
export async function buildStale(parts = ['admin', 'server']) {
  const stale = parts.filter((part) => !isFresh(part));
  if (stale.length === 0) return stale;
  const before = Object.fromEntries(stale.map((part) => [part, fingerprint(SOURCES[part])]));
  // What is cut off on the way is fresh no more, even where the sources become again what they were.
  stamp(Object.fromEntries(stale.map((part) => [part, undefined])));
  await Promise.all(
    stale.map(async (part) => {
      if (part === 'admin') return run('vite/bin/vite.js', ['build', '--logLevel', 'warn']);
      for (const folder of ['server', 'cli', 'migrations', 'seeds']) rmSync(join(ROOT, 'dist', folder), { recursive: true, force: true });
      const { parse } = await import('yaml');
      const contract = parse(readFileSync(join(ROOT, 'openapi.yaml'), 'utf8'));
      writeFileSync(join(ROOT, 'dist', 'openapi.json'), JSON.stringify(contract));
      cpSync(join(ROOT, 'migrations'), join(ROOT, 'dist', 'migrations'), { recursive: true, filter: (path) => !path.endsWith('.ts') });
      return run('typescript-native/bin/tsc', ['-p', 'tsconfig.build.json']);
    }),
  );
  stamp(before);
  return stale;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const built = await buildStale();
    process.stdout.write(built.length > 0 ? `built: ${built.join(', ')}\n` : 'nothing to build\n');
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
