import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { constants, createReadStream, type Dirent } from 'node:fs';
import { copyFile, link, lstat, mkdir, readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { IMPORT_KINDS, type ImportKindName } from '../../domain/files/imports.ts';
import { hasImportEnding, inboxName } from '../../domain/files/inbox.ts';
import type { StrayIs } from '../../domain/texts/nightly.ts';
import { putWhole } from '../../whole-file.ts';
import { escapedName, messageFileOf, numbered } from './names.ts';

/** The files of the inbox: found, read, moved, and written without ever overwriting one. Nothing here knows the database. */

/** The operating system's word for what went wrong. */
export const errorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code;
const isMissing = (error: unknown): boolean => errorCode(error) === 'ENOENT';

/** A file as it lies in the inbox. */
export interface Found {
  name: string;
  /** As its name says; null where that says nothing. */
  kind: ImportKindName | null;
  /** Why it is of no kind, where more is known than that. */
  why?: string;
  /** Its size or its time of change still moves. */
  growing: boolean;
}

/** An entry of the inbox that cannot be taken as a file. It is neither opened nor followed. */
interface Stray {
  name: string;
  is: StrayIs;
}

/** What a look into the inbox finds. */
interface Look {
  found: Found[];
  strays: Stray[];
}

interface Stamp {
  size: number;
  mtimeMs: number;
}
const isSame = (one: Stamp | undefined, other: Stamp | undefined): boolean =>
  one !== undefined && other !== undefined && one.size === other.size && one.mtimeMs === other.mtimeMs;

/** Of a file proper: what a link leads to is none of the inbox's. */
const stampOf = async (path: string): Promise<Stamp | undefined> => {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() ? { size: found.size, mtimeMs: found.mtimeMs } : undefined;
};

/** The night's own folders; a plant may have put a link in place of one. */
const OWN: ReadonlySet<string> = new Set(['done', 'failed']);

/** The reason why an entry is not taken as a file; undefined for a file, and for an entry nobody meant to hand in. */
function strayOf(entry: Dirent<Buffer>, name: string, isReadable: boolean): StrayIs | undefined {
  if (entry.isDirectory()) return hasImportEnding(name) ? 'folder' : undefined;
  if (OWN.has(name)) return undefined;
  if (entry.isSymbolicLink()) return 'link';
  if (!entry.isFile()) return 'special';
  return isReadable ? undefined : 'unreadableName';
}

async function stamps(folder: string): Promise<{ files: Map<string, Stamp>; strays: Stray[] }> {
  const files = new Map<string, Stamp>();
  const strays: Stray[] = [];
  // Names as bytes: one that is not UTF-8 would be garbled, and then not be there.
  for (const entry of await readdir(folder, { withFileTypes: true, encoding: 'buffer' })) {
    const isReadable = isUtf8(entry.name);
    const name = isReadable ? entry.name.toString('utf8') : escapedName(entry.name);
    if (inboxName(name).is === 'ignored') continue;
    const is = strayOf(entry, name, isReadable);
    if (is) strays.push({ name, is });
    const stamp = is || !entry.isFile() ? undefined : await stampOf(join(folder, name));
    if (stamp) files.set(name, stamp);
  }
  return { files, strays: strays.sort((one, other) => (one.name < other.name ? -1 : 1)) };
}

const orderOf = new Map(IMPORT_KINDS.map(({ name, order }) => [name, order]));
const LAST = 99;

const rank = ({ kind }: Found): number => (kind === null ? LAST : (orderOf.get(kind) ?? LAST));

/** Files in the order in which they are imported, those of no kind last. */
export const inOrder = (files: readonly Found[]): Found[] =>
  files.toSorted((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1));

/**
 * The files of the inbox in no order. Looks twice, `settleMs` apart: a file that changed
 * in between is still being written. Beside them what is no file. Throws what the folder throws.
 */
export async function lookInto(folder: string, settleMs: number): Promise<Look> {
  const { files: first, strays: alone } = await stamps(folder);
  if (first.size === 0) return { found: [], strays: alone };
  await sleep(settleMs);
  const { files: second, strays } = await stamps(folder);
  const found = [...first.keys()].map((name): Found => {
    const known = inboxName(name);
    return { name, kind: known.is === 'kind' ? known.kind : null, growing: !isSame(first.get(name), second.get(name)) };
  });
  return { found, strays };
}

/** The size of a file; undefined where there is none. */
export const sizeOf = async (path: string): Promise<number | undefined> => (await stampOf(path))?.size;

/** Neither through a link nor waiting for the other end of a pipe that took the file's place. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The bytes of a file, or that it changed while they were read, or that it is gone. Throws what reading throws else. */
export async function readWhole(path: string): Promise<Uint8Array | 'changed' | 'gone'> {
  const was = await stampOf(path);
  if (!was) return 'gone';
  try {
    const bytes = await readFile(path, { flag: READ });
    return isSame(was, await stampOf(path)) && bytes.length === was.size ? bytes : 'changed';
  } catch (error) {
    if (isMissing(error)) return 'gone';
    throw error;
  }
}

/** What a file holds, as a hash; undefined where there is none. */
export async function hashOf(path: string): Promise<string | undefined> {
  if (!(await stampOf(path))) return undefined;
  const hash = createHash('sha256');
  try {
    for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  return hash.digest('hex');
}

/** A path beside this one that nothing has: `orders.xlsx`, then `orders (2).xlsx`; free together with its message file. A link that leads nowhere has its name too. */
export async function freePath(path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? path : numbered(path, number);
    const taken = await Promise.all([candidate, messageFileOf(candidate)].map((one) => lstat(one).catch(() => undefined)));
    if (taken.every((one) => one === undefined)) return candidate;
  }
}

/**
 * Moves a file whose content is known to a path that is its own. May be asked again after a crash at any moment: whatever of the move was
 * done counts. Says `moved`; `gone` where neither has it; `replaced` where the inbox holds another content by now; `taken` where another
 * file has the path.
 */
export async function moveTo(source: string, target: string, contentHash: string): Promise<'moved' | 'gone' | 'replaced' | 'taken'> {
  const [here, there] = await Promise.all([hashOf(source), hashOf(target)]);
  if (there !== undefined && there !== contentHash) return 'taken';
  if (there === contentHash) {
    if (here === contentHash) await unlink(source);
    return 'moved';
  }
  if (here === undefined) return 'gone';
  if (here !== contentHash) return 'replaced';
  await mkdir(dirname(target), { recursive: true });
  await linkOrCopy(source, target);
  await unlink(source).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  return 'moved';
}

/** A second name for the file, which fails where the name is taken; a whole copy where the file system knows no such names. */
async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    if (errorCode(error) === 'EEXIST' || errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOSPC') throw error;
    await putWhole(target, (part) => copyFile(source, part));
  }
}

const BYTE_ORDER_MARK = '\ufeff';

/** Lines as a text that a Windows editor opens rightly. */
export const textOf = (lines: readonly string[]): Uint8Array =>
  new TextEncoder().encode(BYTE_ORDER_MARK + lines.map((line) => `${line}\r\n`).join(''));

/** Writes a file whole or not at all, in a folder that may not be there yet; what was there under the name is replaced in one moment. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await putWhole(path, (part) => writeFile(part, bytes));
}
