import cliProgress from 'cli-progress';
import { DomainError, type FieldErrors } from '../server/domain/ground/errors.ts';
import { CLI } from '../server/domain/texts/program/cli.ts';

/** Exit codes: done, refused (bad input, the messages say why), failed. */
export const EXIT = { done: 0, refused: 1, failed: 2 } as const;

/** Every command's own options end with this one. */
export interface OutputOptions {
  json?: boolean;
}

/** Writes one result: a JSON line with `--json`, sentences otherwise. */
export function write(options: OutputOptions, json: unknown, sentences: string | readonly string[]): void {
  const text = options.json ? JSON.stringify(json) : [sentences].flat().join('\n');
  if (text !== '') process.stdout.write(`${text}\n`);
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

/** A progress bar on a terminal, JSON lines with `--json`, nothing else where output is piped. */
export function progressBar(options: OutputOptions, label: string): { update(part: number, phase: string): void; stop(): void } {
  if (options.json) {
    let last = '';
    return {
      update: (part, phase) => {
        const line = JSON.stringify({ progress: Math.round(part * 100) / 100, phase });
        if (line !== last) process.stdout.write(`${line}\n`);
        last = line;
      },
      stop: () => undefined,
    };
  }
  if (!process.stderr.isTTY) return { update: () => undefined, stop: () => undefined };
  const bar = new cliProgress.SingleBar(
    { format: `${label} {bar} {percentage}% {phase}`, hideCursor: true },
    cliProgress.Presets.shades_classic,
  );
  bar.start(1, 0, { phase: '' });
  return { update: (part, phase) => bar.update(part, { phase }), stop: () => bar.stop() };
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
