import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Argument, Command } from 'commander';
import { readConfig } from '../../server/config.ts';
import { changeSentence } from '../../server/domain/files/change-words.ts';
import { IMPORT_KINDS, type ImportKind, importKind } from '../../server/domain/files/imports.ts';
import { repairsInWords } from '../../server/domain/files/zeros.ts';
import { refused } from '../../server/domain/ground/errors.ts';
import { CHANGE_TEXTS, IMPORT_TEXTS } from '../../server/domain/texts/files/imports.ts';
import { CLI } from '../../server/domain/texts/program/cli.ts';
import { withServices } from '../../server/services.ts';
import { EXIT, type OutputOptions, progressBar, write } from '../output.ts';

interface ImportOptions extends OutputOptions {
  dryRun?: boolean;
  skipBadRows?: boolean;
  repair?: boolean;
  asIs?: boolean;
  leftOut?: string;
}

async function importOne(name: string, path: string, options: ImportOptions): Promise<void> {
  const kind = importKind(name) as ImportKind;
  const bytes = await readFile(path).catch(() => {
    throw refused(CLI.unreadableFile(path));
  });
  const bar = progressBar(options, CLI.importing);
  const result = await withServices(readConfig(), async (services) => {
    const answer = await services.importFile(
      kind.name,
      { name: basename(path), bytes },
      {
        dryRun: options.dryRun ?? false,
        skipBadRows: options.skipBadRows ?? false,
        repairAll: options.repair ?? false,
        asIs: options.asIs ?? false,
      },
    );
    if (options.leftOut && answer.left_out) await writeFile(options.leftOut, (await services.leftOutFile(answer.left_out.import_id)).bytes);
    return answer;
  }).finally(() => bar.stop());
  const warnings = result.warnings.map(CLI.warning);
  if (result.errors.length > 0) {
    process.exitCode = EXIT.refused;
    if (options.json) write(options, result, '');
    else process.stderr.write(`${[...result.errors, ...warnings, ...offered(kind, result, options)].join('\n')}\n`);
    return;
  }
  write(options, result, [...warnings, ...offered(kind, result, options), ...changes(kind, result), summary(kind, result)]);
}

/** Lost zeros that could be given back, and how. */
function offered(kind: ImportKind, { repairs = [], doubles = 0 }: ImportAnswer, { repair, asIs }: ImportOptions): string[] {
  const lost =
    repair || repairs.length === 0 ? [] : [`${IMPORT_TEXTS.zerosOffered(repairs.length, repairsInWords(kind, repairs))}${CLI.repairHint}`];
  return doubles === 0 || asIs ? lost : [...lost, CLI.asIsHint];
}

const SHOWN_CHANGES = 20;

/** The first changes that a dry run would make. */
function changes(kind: ImportKind, { changed = [] }: ImportAnswer): string[] {
  const said = changed.slice(0, SHOWN_CHANGES).map((change) => changeSentence(kind, change));
  return changed.length > SHOWN_CHANGES ? [...said, CHANGE_TEXTS.changedMore(SHOWN_CHANGES)] : said;
}

type ImportAnswer = Awaited<ReturnType<Parameters<Parameters<typeof withServices>[1]>[0]['importFile']>>;

function summary(kind: ImportKind, answer: ImportAnswer): string {
  const { imported, new: created = 0, changed_count = 0, unchanged = 0, deleted = 0, missing = 0 } = answer;
  if (imported !== undefined) return CLI.imported(kind.label, imported) + CHANGE_TEXTS.deleted(kind.name, deleted);
  return CLI.dryRunResult(kind.label, { created, changed: changed_count, unchanged, deleted, missing });
}

/** `planner import KIND FILE`. */
export function importCommand(): Command {
  return new Command('import')
    .description(CLI.import)
    .addArgument(new Argument('<kind>', CLI.importKind).choices(IMPORT_KINDS.map((kind) => kind.name)))
    .argument('<file>', CLI.importFile)
    .option('--dry-run', CLI.dryRun)
    .option('--skip-bad-rows', CLI.skipBadRows)
    .option('--repair', CLI.repair)
    .option('--as-is', CLI.asIs)
    .option('--left-out <file>', CLI.leftOut)
    .option('--json', CLI.json)
    .action(importOne);
}
