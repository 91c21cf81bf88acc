import { extname } from 'node:path';
import { Argument, Command } from 'commander';
import { readConfig } from '../../server/config.ts';
import { repairsInWords } from '../../server/domain/files/cells/zeros.ts';
import { changeSentence, thingsOf } from '../../server/domain/files/change-words.ts';
import { IMPORT_KINDS, type ImportKind, importKind } from '../../server/domain/files/imports.ts';
import { awaitedBy, type Bringer, keysOf, onceBrought } from '../../server/domain/files/waiting.ts';
import { refused } from '../../server/domain/ground/errors.ts';
import { CHANGE_TEXTS, IMPORT_TEXTS, WAITING_TEXTS } from '../../server/domain/texts/files/imports.ts';
import { CLI } from '../../server/domain/texts/program/cli.ts';
import { REFUSALS } from '../../server/domain/texts/program/cli-help.ts';
import { withServices } from '../../server/services.ts';
import { type Given, read } from '../given-file.ts';
import { EXIT, type OutputOptions, progressBar, warn, write, writeLeftOut } from '../output.ts';

interface ImportOptions extends OutputOptions {
  dryRun?: boolean;
  skipBadRows?: boolean;
  repair?: boolean;
  asIs?: boolean;
  leftOut?: string;
}

type Services = Parameters<Parameters<typeof withServices>[1]>[0];
type ImportAnswer = Awaited<ReturnType<Services['importFile']>>;

const importFile = (services: Services, kind: ImportKind, file: Given, options: ImportOptions): Promise<ImportAnswer> =>
  services.importFile(kind.name, file, {
    dryRun: options.dryRun ?? false,
    skipBadRows: options.skipBadRows ?? false,
    repairAll: options.repair ?? false,
    asIs: options.asIs ?? false,
  });

/** Gives the sentences about an import: `wrong` has its errors and warnings, `lines` its result. A refused import has no lines. */
function told(kind: ImportKind, result: ImportAnswer, options: ImportOptions): { wrong: string[]; lines: string[] } {
  const wrong = [...result.errors, ...result.warnings.map(CLI.warning), ...offered(kind, result, options)];
  return { wrong, lines: result.errors.length > 0 ? [] : [...changes(kind, result), summary(kind, result)] };
}

async function importOne(kind: ImportKind, path: string, options: ImportOptions): Promise<void> {
  const file = await read(path);
  const bar = progressBar(options, CLI.importing);
  const result = await withServices(readConfig(), async (services) => {
    const answer = await importFile(services, kind, file, options);
    if (options.leftOut && answer.left_out)
      await writeLeftOut(options.leftOut, (await services.leftOutFile(answer.left_out.import_id)).bytes);
    return answer;
  }).finally(() => bar.stop());
  const { wrong, lines } = told(kind, result, options);
  if (result.errors.length > 0) process.exitCode = EXIT.refused;
  warn(options, wrong);
  write(options, result, lines);
}

interface Done {
  file: string;
  /** The names of earlier files that bring codes which this file refers to. */
  after?: string[];
  kind: string | null;
  answer?: ImportAnswer;
  error?: string;
}

/** Gives the kind of a file, or the error that tells why it has none. */
function recognized({ kindOfFile }: Services, file: Given): { file: Given; kind?: ImportKind; error: string } {
  try {
    const name = kindOfFile(file);
    return name ? { file, kind: importKind(name) as ImportKind, error: '' } : { file, error: CLI.unknownKind };
  } catch (error) {
    return { file, error: error instanceof Error ? error.message : CLI.unknownKind };
  }
}

/** Imports files of any kinds, sorted by the order of the kinds. Each file is taken in or refused by itself. */
async function importMany(paths: readonly string[], options: ImportOptions): Promise<void> {
  const files = await Promise.all(paths.map(read));
  const bar = progressBar(options, CLI.importing);
  const done: Done[] = [];
  const lines: string[] = [];
  const refusals: string[] = [];
  const say = (file: string, label: string, { wrong, lines: said }: { wrong: string[]; lines: string[] }): void => {
    refusals.push(...wrong.map((sentence) => CLI.inFile(file, sentence)));
    if (said.length > 0) lines.push(CLI.ofFile(file, label), ...said);
    else process.exitCode = EXIT.refused;
  };
  await withServices(readConfig(), async (services) => {
    const known = files.map((file) => recognized(services, file)).sort((one, other) => orderOf(one.kind) - orderOf(other.kind));
    for (const { file, kind, error } of known) {
      if (!kind) {
        done.push({ file: file.name, kind: null, error });
        say(file.name, '', { wrong: [error], lines: [] });
        continue;
      }
      const found = await importFile(services, kind, file, options);
      // What was written has brought already what it brings; of a dry run what would not be written brings nothing.
      const before = done.flatMap((one) => bringersOf(one, options));
      const after = awaitedBy(kind, found, before).map((one) => one.file);
      const answer = options.dryRun ? onceBrought(kind, found, before) : found;
      const [first] = after;
      done.push({ file: file.name, kind: kind.name, answer, ...(first !== undefined && { after }) });
      const { wrong, lines: said } = told(kind, answer, options);
      if (first === undefined) say(file.name, kind.label, { wrong, lines: said });
      else if (options.dryRun) say(file.name, kind.label, { wrong, lines: waiting(found, answer, after, said) });
      else say(file.name, kind.label, { wrong: [...wrong, WAITING_TEXTS.heldBack(first)], lines: said });
    }
    const left = done.flatMap(({ answer }) => answer?.left_out?.import_id ?? []);
    if (options.leftOut && left.length > 0) await writeLeftOut(options.leftOut, await services.leftOutOfAll(left));
  }).finally(() => bar.stop());
  warn(options, refusals);
  write(options, done, lines);
}

/**
 * Gives the codes that a file brings to the files after it; empty where they do not count. A dry run counts the rows that it would take in. An import
 * counts every row of a file that was refused, since those after it lack its codes.
 */
function bringersOf({ file, kind: name, answer }: Done, { dryRun }: ImportOptions): (Bringer & { file: string })[] {
  const kind = importKind(name ?? '')?.name;
  if (!kind || !answer || answer.errors.length > 0 === (dryRun === true)) return [];
  return [{ file, kind, keys: keysOf(answer, new Set(dryRun ? answer.bad_rows : [])) }];
}

/** Gives the lines of a file that waits for others. Its own result is among them where the file changes anything by itself. */
function waiting(found: ImportAnswer, answer: ImportAnswer, after: readonly string[], said: readonly string[]): string[] {
  if (said.length === 0) return [];
  const rows = (found.bad_rows?.length ?? 0) - (answer.bad_rows?.length ?? 0);
  const { new: created = 0, changed_count = 0, unchanged = 0 } = answer;
  return [WAITING_TEXTS.after(after, rows), ...(created + changed_count + unchanged > 0 ? said : [])];
}

const LAST = 99;
const orderOf = (kind: ImportKind | undefined): number => kind?.order ?? LAST;

/** Gives the sentences that offer to give lost zeros back, or to take doubles in as they are. */
function offered(kind: ImportKind, { repairs = [], doubles = 0 }: ImportAnswer, { repair, asIs }: ImportOptions): string[] {
  const lost =
    repair || repairs.length === 0 ? [] : [`${IMPORT_TEXTS.zerosOffered(repairs.length, repairsInWords(kind, repairs))}${CLI.repairHint}`];
  return doubles === 0 || asIs ? lost : [...lost, CLI.asIsHint];
}

const SHOWN_CHANGES = 20;

/** Gives the sentences about the first changes that a dry run would make. */
function changes(kind: ImportKind, { changed = [] }: ImportAnswer): string[] {
  const said = changed.slice(0, SHOWN_CHANGES).map((change) => changeSentence(kind, change));
  return changed.length > SHOWN_CHANGES ? [...said, CHANGE_TEXTS.changedMore(SHOWN_CHANGES)] : said;
}

function summary(kind: ImportKind, answer: ImportAnswer): string {
  const { imported, row_count = 0, new: created = 0, changed_count = 0, unchanged = 0, deleted = 0, missing = 0 } = answer;
  const counts = { created, changed: changed_count, unchanged };
  const rows = CHANGE_TEXTS.rows(imported ?? row_count, thingsOf(kind, answer));
  if (imported !== undefined) return CLI.imported(kind.label, rows, counts) + CHANGE_TEXTS.deleted(kind.name, deleted);
  return CLI.dryRunResult(kind.label, rows, { ...counts, deleted, missing });
}

/** Imports the file of a named kind, or files of any kinds. Throws a refusal for arguments that do not go together. */
async function importGiven(first: string | undefined, [file, ...more]: readonly string[], options: ImportOptions): Promise<void> {
  if (first === undefined) throw refused(REFUSALS.missingArgument('file'));
  if (options.repair && options.asIs) throw refused(CLI.repairOrAsIs);
  const kind = importKind(first);
  if (kind === undefined) {
    // A word without an end is no file, but a kind that is none.
    if (extname(first) === '') throw refused(REFUSALS.value('<kind>', first, KINDS));
    return importMany([first, ...(file === undefined ? [] : [file]), ...more], options);
  }
  if (file === undefined) throw refused(REFUSALS.missingArgument('file'));
  if (more.length > 0) throw refused(CLI.oneFileOfKind);
  return importOne(kind, file, options);
}

const KINDS = IMPORT_KINDS.map((kind) => kind.name);

/** Makes the command `planner import [KIND] FILES…`. */
export function importCommand(): Command {
  return new Command('import')
    .description(CLI.import)
    .addArgument(Object.assign(new Argument('[kind]', CLI.importKind), { argChoices: KINDS }))
    .argument('[file...]', CLI.importFile)
    .option('--dry-run', CLI.dryRun)
    .option('--skip-bad-rows', CLI.skipBadRows)
    .option('--repair', CLI.repair)
    .option('--as-is', CLI.asIs)
    .option('--left-out <file>', CLI.leftOut)
    .option('--json', CLI.json)
    .action(importGiven);
}
