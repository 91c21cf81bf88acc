import { type ChildProcess, spawn } from 'node:child_process';
import { TODAY } from './demos.ts';
import { launcher } from './program.ts';

export interface ServerProcess {
  url: string;
  /** Ends the process as a power cut would. */
  kill9(): Promise<void>;
  /** SIGTERM; gives the exit code. */
  stop(): Promise<number | null>;
}

const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', resolve));

/** The real program in a process of its own, on this database and a free port. */
export async function startServerProcess(databaseUrl: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const child = spawn(process.execPath, [await launcher(), 'serve'], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DEMO: '0',
      PORT: '0',
      TODAY,
      LOG_LEVEL: 'error',
      SECRET: 'a secret that only the tests know, 32+',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      said += chunk;
      const address = /http:\/\/\S+/.exec(said)?.[0];
      if (address) resolve(address);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  return {
    url,
    kill9: async () => {
      child.kill('SIGKILL');
      await ended(child);
    },
    stop: () => {
      child.kill('SIGTERM');
      return ended(child);
    },
  };
}
