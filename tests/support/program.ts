import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { TODAY } from './demos.ts';

/** The launcher that people use; it takes the build that the leg made, which starts in a third of the time that the sources need. */
export const LAUNCHER = fileURLToPath(new URL('../../cli/planner.mjs', import.meta.url));

/** What a command left behind. */
export interface Ran {
  code: number;
  out: string;
  err: string;
}

/** Runs the command line as a person would, in a process of its own, on the database at `DATABASE_URL`. */
export function planner(env: { DATABASE_URL: string; DATA_DIR: string } & Record<string, string>, ...args: string[]): Promise<Ran> {
  const whole = { ...process.env, TODAY, LOG_LEVEL: 'silent', ...env };
  return new Promise((resolve) => {
    execFile(process.execPath, [LAUNCHER, ...args], { env: whole, maxBuffer: 64 * 1024 * 1024 }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}
