import { resolve } from 'node:path';
import { Command } from 'commander';
import { BACKUP } from '../../server/domain/texts/program/backup.ts';
import { CLI } from '../../server/domain/texts/program/cli.ts';
import { withDatabase } from '../../server/services.ts';
import { type OutputOptions, write } from '../output.ts';
import { plantConfig } from '../plant.ts';

/** `planner backup FILE`. */
export function backupCommand(): Command {
  return new Command('backup')
    .description(BACKUP.backup)
    .argument('<file>', BACKUP.backupFile)
    .option('--json', CLI.json)
    .action(async (file: string, options: OutputOptions) => {
      const { header, tables } = await withDatabase(plantConfig(), (database) => database.backup(resolve(file)));
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      write(options, { file, ...header, tables }, BACKUP.made(file, tables.length, rows));
    });
}
