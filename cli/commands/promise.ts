import { basename, extname } from 'node:path';
import { Command } from 'commander';
import { answerRows } from '../../server/domain/files/promise-answers.ts';
import { holdsQuestions, type QuestionLine, questionRows, wrongRow } from '../../server/domain/files/promise-rows.ts';
import { DomainError, refused } from '../../server/domain/ground/errors.ts';
import { formatMonthDay, type PlantDate, plantDate } from '../../server/domain/ground/plant-time.ts';
import { ANSWERS_FILE } from '../../server/domain/texts/files/promises.ts';
import { CLI } from '../../server/domain/texts/program/cli.ts';
import { readGrid } from '../../server/files/grid.ts';
import { writeWorkbook } from '../../server/files/write-sheets.ts';
import { type Services, withServices } from '../../server/services.ts';
import { read } from '../given-file.ts';
import { type OutputOptions, table, warn, write, writeOut } from '../output.ts';
import { plantConfig } from '../plant.ts';

interface PromiseOptions extends OutputOptions {
  output?: string;
}

type Promised = Awaited<ReturnType<Services['promises']['ask']>>;

/** Reads the lines of a question. Throws refused where a row is wrong: each is named, and nothing is asked. */
async function linesOf(path: string, today: PlantDate): Promise<{ lines: QuestionLine[]; warnings: string[] }> {
  const { name, bytes } = await read(path);
  const { lines, errors, warnings } = questionRows(readGrid(bytes, { name, accepts: holdsQuestions }), today);
  if (errors.length > 0) throw refused(errors.join('\n'));
  return { lines, warnings };
}

/** What the plant says against single lines, by their rows in the file. */
function byRows(error: unknown, lines: readonly QuestionLine[]): unknown {
  const wrong = error instanceof DomainError ? (error.fields?.lines ?? []) : [];
  const texts = lines.flatMap((line, at) => {
    const fields = wrong[at];
    if (fields === undefined || typeof fields === 'string') return [];
    return Object.entries(fields).flatMap(([field, messages]) => messages.map((text) => wrongRow(line, field, String(text))));
  });
  return texts.length > 0 ? refused(texts.join('\n')) : error;
}

const WIDTHS = [6, 18, 30, 8, 14, 14, 26, 70, 10, 70, 40];
const WRAPPED = 70;
/** What of a row a terminal shows: up to the reason. */
const SHOWN = 8;

/** The answers as a workbook, as the page writes them. */
async function workbookOf({ answers }: Promised): Promise<Uint8Array> {
  const [head = [], ...rows] = answerRows(answers);
  const columns = head.map((header, at) => ({ header: String(header), width: WIDTHS[at] ?? 14, wrap: WIDTHS[at] === WRAPPED }));
  return writeWorkbook([{ name: ANSWERS_FILE, columns, rows }]);
}

/** The answers as a table for a terminal. */
function tableOf({ answers }: Promised): string[] {
  const [head = [], ...rows] = answerRows(answers);
  const shown = rows.map((row) =>
    row.slice(0, SHOWN).map((cell) => (cell !== null && typeof cell === 'object' ? formatMonthDay(cell.date) : String(cell ?? ''))),
  );
  return table(head.slice(0, SHOWN).map(String), shown);
}

/** Asks when the lines of a file could ship, and tells what was answered. */
async function ask(path: string, options: PromiseOptions): Promise<void> {
  const title = basename(path, extname(path));
  const { promised, warnings } = await withServices(plantConfig(), async ({ clock, promises }) => {
    const read = await linesOf(path, plantDate(clock()));
    const lines = read.lines.map(({ row: _, ...line }) => line);
    const promised = await promises.ask({ title, lines }).catch((error: unknown) => {
      throw byRows(error, read.lines);
    });
    return { promised, warnings: read.warnings };
  });
  warn(options, warnings.map(CLI.warning));
  if (options.output !== undefined) await writeOut(options.output, await workbookOf(promised));
  write(options, promised, [...tableOf(promised), ...(options.output === undefined ? [] : [CLI.exported(options.output)])]);
}

/** Makes the command `planner promise FILE`. */
export function promiseCommand(): Command {
  return new Command('promise')
    .description(CLI.promise)
    .argument('<file>', CLI.promiseFile)
    .option('-o, --output <file>', CLI.promiseOutput)
    .option('--json', CLI.json)
    .action(ask);
}
