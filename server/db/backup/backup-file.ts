import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { refused } from '../../domain/ground/errors.ts';
import { BACKUP } from '../../domain/texts/program/backup.ts';
import { putWhole } from '../../whole-file.ts';

/**
 * A backup on disk: gzip over frames of one letter, a length and as many bytes. H says what it is; for each table T its name and columns,
 * D its rows as COPY writes them, E its count and hash; S the sequences; Z, last, the hash of all that stands before it.
 */
export type FrameKind = 'H' | 'T' | 'D' | 'E' | 'S' | 'Z';
export interface Frame {
  kind: FrameKind;
  bytes: Buffer;
}

const FORMAT = 1;
const HEAD_BYTES = 5;
const LONGEST_FRAME = 64 * 1024 * 1024;
/** Fast rather than small: the text packs to a tenth either way. */
const LEVEL = 4;

/** What the first frame says. */
export interface BackupHeader {
  format: number;
  program: string;
  made_at: string;
  /** The migrations that the database had. */
  schema: string[];
  /** The views and functions by which what is kept was reckoned, where they were those of the program. */
  definitions?: string;
}
/** What stands before the rows of a table, and after them. */
export interface BackupTable {
  name: string;
  columns: string[];
}
export interface BackupTableEnd {
  name: string;
  rows: number;
  sha256: string;
}
export interface BackupSequence {
  name: string;
  value: number;
  called: boolean;
}

function headOf({ kind, bytes }: Frame): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(kind, 0, 'latin1');
  head.writeUInt32BE(bytes.length, 1);
  return head;
}
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

type Fill = (write: (kind: FrameKind, content: Buffer | object) => Promise<void>) => Promise<void>;

/** Writes a backup whole or not at all; `fill` gives what stands between its first frame and its last. */
export const writeBackupFile = (path: string, header: Omit<BackupHeader, 'format'>, fill: Fill): Promise<void> =>
  putWhole(path, (part) => writeFrames(part, header, fill));

async function writeFrames(path: string, header: Omit<BackupHeader, 'format'>, fill: Fill): Promise<void> {
  const zip = createGzip({ level: LEVEL });
  const written = pipeline(zip, createWriteStream(path, { mode: 0o600 }));
  // Waited for below; until then a full disk must not end the process.
  written.catch(() => undefined);
  const hash = createHash('sha256');
  const put = async (frame: Frame): Promise<void> => {
    for (const bytes of [headOf(frame), frame.bytes]) {
      if (frame.kind !== 'Z') hash.update(bytes);
      if (!zip.write(bytes)) await Promise.race([new Promise<void>((resolve) => zip.once('drain', resolve)), written]);
    }
  };
  const write = (kind: FrameKind, content: Buffer | object): Promise<void> =>
    put({ kind, bytes: Buffer.isBuffer(content) ? content : json(content) });
  try {
    await write('H', { format: FORMAT, ...header });
    await fill(write);
    await write('Z', { sha256: hash.digest('hex') });
    zip.end();
    await written;
  } catch (error) {
    zip.destroy();
    await written.catch(() => undefined);
    throw error;
  }
}

/** Unpacked; an error of the file itself is one of the stream that is read. */
function piped(file: ReadStream): AsyncIterable<Buffer> {
  const unzip = createGunzip();
  file.once('error', (error) => unzip.destroy(error));
  return file.pipe(unzip);
}

/** The frames of a backup, one after another. Throws refused where the file is no backup, is cut off, or differs by one bit. */
export async function* readBackupFile(path: string): AsyncGenerator<Frame> {
  const hash = createHash('sha256');
  // Pieces are put together only once a frame is whole: a frame of 64 MiB comes in thousands of them.
  let pieces: Buffer[] = [];
  let held = 0;
  let needed = HEAD_BYTES;
  let ended = false;
  try {
    for await (const chunk of piped(createReadStream(path))) {
      pieces.push(chunk);
      held += chunk.length;
      if (held < needed) continue;
      let rest = Buffer.concat(pieces);
      needed = HEAD_BYTES;
      while (rest.length >= HEAD_BYTES) {
        const kind = rest.toString('latin1', 0, 1) as FrameKind;
        const length = rest.readUInt32BE(1);
        if (!'HTDESZ'.includes(kind) || length > LONGEST_FRAME || ended) throw refused(BACKUP.damaged(path));
        needed = HEAD_BYTES + length;
        if (rest.length < needed) break;
        const frame = { kind, bytes: rest.subarray(HEAD_BYTES, needed) };
        if (kind === 'Z') {
          ended = true;
          if (parsed<{ sha256: string }>(frame, path).sha256 !== hash.digest('hex')) throw refused(BACKUP.damaged(path));
        } else hash.update(rest.subarray(0, needed));
        rest = rest.subarray(needed);
        needed = HEAD_BYTES;
        yield frame;
      }
      pieces = [rest];
      held = rest.length;
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'Z_DATA_ERROR' || code === 'Z_BUF_ERROR') throw refused(BACKUP.damaged(path));
    if (['ENOENT', 'EACCES', 'EISDIR'].includes(code)) throw refused(BACKUP.unreadable(path, code));
    throw error;
  }
  if (!ended || held > 0) throw refused(BACKUP.damaged(path));
}

/** What a frame of JSON holds. */
export function parsed<Content>(frame: Frame, path: string): Content {
  try {
    return JSON.parse(frame.bytes.toString('utf8')) as Content;
  } catch {
    throw refused(BACKUP.damaged(path));
  }
}

/** What a whole file holds. */
export interface BackupContent {
  header: BackupHeader;
  tables: BackupTableEnd[];
}

/** Reads the file to its end and says what it holds. Throws refused where it is not whole or of another format. */
export async function checkBackupFile(path: string): Promise<BackupContent> {
  let header: BackupHeader | undefined;
  const tables: BackupTableEnd[] = [];
  for await (const frame of readBackupFile(path)) {
    if (header === undefined) {
      if (frame.kind !== 'H') throw refused(BACKUP.damaged(path));
      header = parsed<BackupHeader>(frame, path);
      if (header.format !== FORMAT) throw refused(BACKUP.otherFormat(path, header.format));
    }
    if (frame.kind === 'E') tables.push(parsed<BackupTableEnd>(frame, path));
  }
  if (header === undefined) throw refused(BACKUP.damaged(path));
  return { header, tables };
}
