import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { importKind } from '../../server/domain/files/imports.ts';
import { refused } from '../../server/domain/ground/errors.ts';
import { formatInstant } from '../../server/domain/ground/plant-time.ts';
import { HISTORY_TEXTS } from '../../server/domain/texts/files/imports.ts';
import { CLI } from '../../server/domain/texts/program/cli.ts';
import { withServices } from '../../server/services.ts';
import { type OutputOptions, table, write } from '../output.ts';
import { plantConfig } from '../plant.ts';

interface HistoryOptions extends OutputOptions {
  limit: string;
  leftOut?: string;
}

function numberOf(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw refused(CLI.notANumber(option, text));
  return number;
}

async function listHistory(options: HistoryOptions): Promise<void> {
  const imports = await withServices(plantConfig(), ({ importHistory }) => importHistory(numberOf('--limit', options.limit)));
  const count = (number: number | null): string => (number === null ? '' : String(number));
  const rows = imports.map((one) => [
    String(one.id),
    formatInstant(one.at),
    one.actor_name ?? HISTORY_TEXTS.programs[one.actor] ?? one.actor,
    importKind(one.kind)?.label ?? one.kind,
    one.file_name,
    one.refused ? HISTORY_TEXTS.refused : HISTORY_TEXTS.imported,
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
    if (options.leftOut) await writeFile(options.leftOut, (await services.leftOutFile(id)).bytes);
    return services.importEntry(id);
  });
  write(options, found, [...found.errors, ...found.warnings.map(CLI.warning)]);
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
