import { access, constants, lstat, realpath, stat, writeFile } from 'node:fs/promises';
import cliProgress from 'cli-progress';
import { DomainError, type FieldErrors, refused } from '../server/domain/ground/errors.ts';
import { CLI } from '../server/domain/texts/program/cli.ts';
import { putWhole } from '../server/whole-file.ts';

/** Exit codes: done, refused (bad input, the messages say why), failed. */
export const EXIT = { done: 0, refused: 1, failed: 2 } as const;

/** Every command's own options end with this one. */
export interface OutputOptions {
  json?: boolean;
}

/** Writes the one result of a command: a JSON document with `--json`, sentences otherwise. */
export function write(options: OutputOptions, json: unknown, sentences: string | readonly string[]): void {
  const text = options.json ? JSON.stringify(json) : [sentences].flat().join('\n');
  if (text !== '') process.stdout.write(`${text}\n`);
}

/** Writes a file whole or not at all; a device or a pipe is written to. Throws refused, with its name, where it cannot be written. */
export async function writeOut(path: string, bytes: Uint8Array): Promise<void> {
  try {
    const known = await stat(path).catch(() => undefined);
    const isLink = await lstat(path).then(
      (file) => file.isSymbolicLink(),
      () => false,
    );
    if (isOfSystem(path) || (known ? !known.isFile() : isLink)) await writeFile(path, bytes);
    else if (known) await replaceFile(await realpath(path), bytes, known.mode & 0o7777);
    else await replaceFile(path, bytes);
  } catch {
    throw refused(CLI.unwritableFile(path));
  }
}

/** What stands for an open file, as /dev/stdout does, is written to, whatever it leads to; /dev/shm holds files like any other. */
const isOfSystem = (path: string): boolean => /^\/(dev\/(fd|std)|proc\/)/.test(path);
/** Beside such a file nothing can be made, or nothing can be put in its place, as in a container. */
const IN_PLACE = new Set(['EACCES', 'EPERM', 'EBUSY', 'EROFS']);

/** `mode`: that of the file which is there. */
async function replaceFile(path: string, bytes: Uint8Array, mode?: number): Promise<void> {
  if (mode !== undefined) await access(path, constants.W_OK);
  try {
    await putWhole(path, (part) => writeFile(part, bytes), mode);
  } catch (error) {
    if (mode === undefined || !IN_PLACE.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await writeFile(path, bytes);
  }
}

/** Writes what an import left out. What came of the import is told whether this can be written or not. */
export async function writeLeftOut(path: string, bytes: Uint8Array): Promise<void> {
  await writeOut(path, bytes).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = EXIT.refused;
  });
}

/** Says on standard error what went with a result and is none; with `--json` the document holds it. */
export function warn(options: OutputOptions, sentences: readonly string[]): void {
  if (!options.json && sentences.length > 0) process.stderr.write(`${sentences.join('\n')}\n`);
}

/** Columns that a text takes on a terminal; full-width characters count twice. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/[\u1100-\u9fff\uff01-\uff60]/.test(letter) ? 2 : 1), 0);

/** Ends the program without a word where nobody reads on, as after `| head`. */
export function endQuietly(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(process.exitCode ?? EXIT.done);
  });
}

/** Aligned columns for a terminal. */
export function table(headers: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = headers.map((header, column) => Math.max(widthOf(header), ...rows.map((row) => widthOf(row[column] ?? ''))));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd();
  return [line(headers), ...rows.map(line)];
}

/** Where nobody watches a bar, a line stands for so long unless the phase changes. */
const LINE_EVERY_MS = 5_000;

/** How far a command is, on standard error: a bar on a terminal, else a line now and then; JSON lines with `--json`. */
export function progressBar(options: OutputOptions, label: string): { update(part: number, phase: string): void; stop(): void } {
  if (!options.json && process.stderr.isTTY) {
    const format = `${label} {bar} {percentage}% {phase}`;
    const bar = new cliProgress.SingleBar({ format, hideCursor: true }, cliProgress.Presets.shades_classic);
    bar.start(1, 0, { phase: '' });
    return { update: (part, phase) => bar.update(part, { phase: CLI.phases[phase] ?? phase }), stop: () => bar.stop() };
  }
  const told = { phase: '', at: Number.NEGATIVE_INFINITY };
  const update = (part: number, phase: string): void => {
    const at = performance.now();
    if (phase === told.phase && at - told.at < LINE_EVERY_MS) return;
    Object.assign(told, { phase, at });
    const line = options.json
      ? JSON.stringify({ progress: Math.round(part * 100) / 100, phase })
      : CLI.progress(label, Math.round(part * 100), CLI.phases[phase] ?? phase);
    process.stderr.write(`${line}\n`);
  };
  return { update, stop: () => undefined };
}

/** A message under the word for its field, unless it begins with that; a setting keeps the name it is set by. */
function named(field: string, message: string): string {
  const word = CLI.fields[field] ?? field;
  return message.startsWith(word) ? message : `${word}: ${message}`;
}

function fieldLines(fields: FieldErrors, path = ''): string[] {
  return Object.entries(fields).flatMap(([field, messages]) =>
    messages.flatMap((message, index) =>
      typeof message === 'string' ? [named(`${path}${field}`, message)] : fieldLines(message, `${path}${field}[${index}].`),
    ),
  );
}

/** Says an error on standard error and gives the exit code: refusals are 1, everything else is 2. */
export function reportFailure(error: unknown, json = false): number {
  const refusal = error instanceof DomainError && error.kind !== 'unavailable';
  const lines =
    error instanceof DomainError && error.fields ? fieldLines(error.fields) : [error instanceof Error ? error.message : String(error)];
  process.stderr.write(json ? `${JSON.stringify({ errors: lines })}\n` : `${refusal ? '' : CLI.failed}${lines.join('\n')}\n`);
  return refusal ? EXIT.refused : EXIT.failed;
}
