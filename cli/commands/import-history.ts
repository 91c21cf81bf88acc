import { Command } from 'commander';
import { takenInWords } from '../../server/domain/files/change-words.ts';
import { importKind } from '../../server/domain/files/imports.ts';
import { refused } from '../../server/domain/ground/errors.ts';
import { formatInstant } from '../../server/domain/ground/plant-time.ts';
import { FROM_ONE, isWithin } from '../../server/domain/plant/run-options.ts';
import { HISTORY_TEXTS, outcomeOf } from '../../server/domain/texts/files/imports.ts';
import { UNDO_TEXTS } from '../../server/domain/texts/files/undo.ts';
import { counted } from '../../server/domain/texts/numbers.ts';
import { CLI } from '../../server/domain/texts/program/cli.ts';
import { withServices } from '../../server/services.ts';
import { type OutputOptions, table, warn, write, writeLeftOut } from '../output.ts';
import { plantConfig } from '../plant.ts';

interface HistoryOptions extends OutputOptions {
  limit: string;
  leftOut?: string;
}

interface UndoOptions extends OutputOptions {
  dryRun?: boolean;
}

function numberOf(option: string, text: string): number {
  const number = Number(text);
  if (!isWithin(number, FROM_ONE)) throw refused(CLI.wrongNumber(option, text, FROM_ONE));
  return number;
}

async function listHistory(options: HistoryOptions): Promise<void> {
  const imports = await withServices(plantConfig(), ({ importHistory }) => importHistory(numberOf('--limit', options.limit)));
  const count = (number: number | null): string => (number === null ? '' : counted(number));
  const rows = imports.map((one) => [
    String(one.id),
    formatInstant(one.at),
    one.actor_name ?? HISTORY_TEXTS.programs[one.actor] ?? one.actor,
    importKind(one.kind)?.label ?? one.kind,
    one.file_name,
    outcomeOf(one),
    one.new_count === null ? '' : takenInWords(importKind(one.kind), one),
    count(one.new_count),
    count(one.changed_count),
    count(one.unchanged_count),
    count(one.deleted_count),
    count(one.warning_count),
    count(one.left_out_count),
  ]);
  write(options, imports, table(CLI.historyHeaders, rows));
}

/** What was said of one import, and the rows it left out as a file. */
async function showImport(number: string, options: HistoryOptions): Promise<void> {
  const id = numberOf(CLI.historyId, number);
  const found = await withServices(plantConfig(), async (services) => {
    if (options.leftOut) await writeLeftOut(options.leftOut, (await services.leftOutFile(id)).bytes);
    return services.importEntry(id);
  });
  write(options, found, [...found.errors, ...found.warnings.map(CLI.warning)]);
}

/** Takes an import back, or says what would come of it. */
async function undo(number: string, options: UndoOptions): Promise<void> {
  const id = numberOf(CLI.historyId, number);
  const dryRun = options.dryRun ?? false;
  const answer = await withServices(plantConfig(), ({ undoImport }) => undoImport(id, { dryRun }));
  const left = answer.left_records.map(({ table, key, reason }) => UNDO_TEXTS.left(table, key, reason));
  const used = answer.left_records.some(({ reason }) => reason === 'used');
  if (answer.later > 0) warn(options, [CLI.warning(UNDO_TEXTS.later(answer.later))]);
  write(options, answer, [
    ...(answer.left > 0 ? [UNDO_TEXTS.leftCount(answer.left), ...left, ...(used ? [UNDO_TEXTS.usedWay] : [])] : []),
    `${dryRun ? CLI.undoDryRun : CLI.undoneImport}${UNDO_TEXTS.counts(answer) || UNDO_TEXTS.noneBack}`,
  ]);
}

/** `planner import-undo ID`. */
export function importUndoCommand(): Command {
  return new Command('import-undo')
    .description(CLI.importUndo)
    .argument('<id>', CLI.historyId)
    .option('--dry-run', CLI.dryRun)
    .option('--json', CLI.json)
    .action(undo);
}

/** `planner import-history [ID]`. */
export function importHistoryCommand(): Command {
  return new Command('import-history')
    .description(CLI.history)
    .argument('[id]', CLI.historyId)
    .option('--limit <n>', CLI.historyLimit, '20')
    .option('--left-out <file>', CLI.leftOut)
    .option('--json', CLI.json)
    .action((id: string | undefined, options: HistoryOptions) => (id === undefined ? listHistory(options) : showImport(id, options)));
}
