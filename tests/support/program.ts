import { execFile, spawn } from 'node:child_process';
import { mkdirSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CommanderError } from 'commander';
import { vi } from 'vitest';
import { EXIT, reportFailure } from '../../cli/output.ts';
import { buildProgram } from '../../cli/program.ts';
import { TODAY } from './demos.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LOCK = join(ROOT, 'dist', '.building');
/** A build that was killed leaves its lock behind. */
const STALE_MS = 120_000;

/** Builds the program unless it is fresh; the workers of a run wait for the one that builds. */
async function build(): Promise<void> {
  // @ts-expect-error a launcher, plain JavaScript
  const { buildStale, isFresh } = (await import('../../cli/build.mjs')) as {
    buildStale(parts: string[]): Promise<unknown>;
    isFresh(part: string): boolean;
  };
  while (!isFresh('server')) {
    if (!locked()) {
      await pause(200);
      continue;
    }
    try {
      await buildStale(['server']);
    } finally {
      rmdirSync(LOCK);
    }
  }
}

function locked(): boolean {
  try {
    mkdirSync(join(ROOT, 'dist'), { recursive: true });
    mkdirSync(LOCK);
    return true;
  } catch {
    const at = statSync(LOCK, { throwIfNoEntry: false });
    if (at && Date.now() - at.mtimeMs > STALE_MS) rmdirSync(LOCK);
    return false;
  }
}

let built: Promise<void> | undefined;

/** The people's launcher over a fresh build, which starts in a third of the time of the sources. */
export async function launcher(): Promise<string> {
  built ??= build();
  await built;
  return join(ROOT, 'cli', 'planner.mjs');
}

/** What a command left behind. */
export type Ran = { code: number; out: string; err: string };

/** Runs the command line as a person would, in a process of its own, on the database at `DATABASE_URL`. */
export async function planner(env: { DATABASE_URL: string; DATA_DIR: string } & Record<string, string>, ...args: string[]): Promise<Ran> {
  const whole = { ...process.env, TODAY, LOG_LEVEL: 'silent', ...env };
  const path = await launcher();
  return new Promise((resolve) => {
    execFile(process.execPath, [path, ...args], { env: whole, maxBuffer: 64 * 1024 * 1024 }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

/** Runs a command as `planner` does, without the seconds in which a process starts: what a command says and does is the same. */
export async function typed(env: { DATABASE_URL: string; DATA_DIR: string }, ...args: string[]): Promise<Ran> {
  const said = { out: '', err: '' };
  const hear = (into: keyof typeof said) => (text: unknown) => {
    said[into] += String(text);
    return true;
  };
  for (const [name, value] of Object.entries({ TODAY, LOG_LEVEL: 'silent', ...env })) vi.stubEnv(name, value);
  const ears = [
    vi.spyOn(process.stdout, 'write').mockImplementation(hear('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(hear('err')),
  ];
  try {
    await buildProgram().parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = error instanceof CommanderError ? EXIT.refused : reportFailure(error, args.includes('--json'));
  } finally {
    for (const ear of ears) ear.mockRestore();
    vi.unstubAllEnvs();
  }
  const code = Number(process.exitCode ?? EXIT.done);
  process.exitCode = undefined;
  return { code, ...said };
}

/** Runs a command as `planner` does, and kills it once `moment` has come. Gives whether it was over before that. */
export async function plannerKilled(
  env: { DATABASE_URL: string; DATA_DIR: string },
  moment: Promise<unknown>,
  ...args: string[]
): Promise<{ over: boolean }> {
  const whole = { ...process.env, TODAY, LOG_LEVEL: 'silent', ...env };
  const child = spawn(process.execPath, [await launcher(), ...args], { env: whole, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const over = await Promise.race([ended.then(() => true), moment.then(() => false)]);
  child.kill('SIGKILL');
  await ended;
  return { over };
}
