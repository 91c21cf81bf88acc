import { Argument, Command, InvalidArgumentError } from 'commander';
import { DomainError, refused } from '../../server/domain/ground/errors.ts';
import { FILE_TYPES, type FileType } from '../../server/domain/ground/exports.ts';
import { isPlanDate } from '../../server/domain/ground/plant-time.ts';
import { EXPORT_TEXTS } from '../../server/domain/texts/files/exports.ts';
import { CLI } from '../../server/domain/texts/program/cli.ts';
import { withServices } from '../../server/services.ts';
import { type OutputOptions, progressBar, write, writeOut } from '../output.ts';
import { plantConfig } from '../plant.ts';

const ACTOR = 'cli';

interface ExportOptions extends OutputOptions {
  from?: string;
  out?: string;
}

function day(text: string): string {
  if (!isPlanDate(text)) throw new InvalidArgumentError(CLI.notADate(text));
  return text;
}

const isNothing = (error: unknown): boolean => error instanceof DomainError && error.kind === 'not_found';

async function exportFile(kind: FileType, options: ExportOptions): Promise<void> {
  const bar = progressBar(options, CLI.exporting);
  const { name, bytes } = await withServices(plantConfig(), ({ exports }) => {
    const from = options.from ?? exports.today();
    return exports.exportAndWait({ file_type: kind, file_start_date: from }, ACTOR, bar.update).catch(async (error: unknown) => {
      throw isNothing(error) && kind === 'charges' ? refused(EXPORT_TEXTS.noCharges(from, await exports.nextCharges(from))) : error;
    });
  }).finally(() => bar.stop());
  const path = options.out ?? name;
  await writeOut(path, bytes);
  write(options, { file: path, file_type: kind, bytes: bytes.byteLength }, CLI.exported(path));
}

/** `planner export <kind>`. */
export function exportCommand(): Command {
  return new Command('export')
    .description(CLI.export)
    .addArgument(new Argument('<kind>', CLI.exportKind).choices(FILE_TYPES))
    .option('--from <date>', CLI.exportFrom, day)
    .option('-o, --out <file>', CLI.exportOut)
    .option('--json', CLI.json)
    .action(exportFile);
}
