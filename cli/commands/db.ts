import { Command } from 'commander';
import { readConfig } from '../../server/config.ts';
import { CLI } from '../../server/domain/texts/program/cli.ts';
import { databaseTexts } from '../../server/domain/texts/program/database.ts';
import { withDatabase } from '../../server/services.ts';
import { type OutputOptions, write } from '../output.ts';

/** `planner db migrate|status`. */
export function dbCommand(): Command {
  const command = new Command('db').description(CLI.db);
  command
    .command('migrate')
    .description(CLI.dbMigrate)
    .option('--json', CLI.json)
    .action(async (options: OutputOptions) => {
      const applied = await withDatabase(readConfig(), (database) => database.migrate());
      write(options, { applied }, CLI.migrated(applied));
    });
  command
    .command('status')
    .description(CLI.dbStatus)
    .option('--json', CLI.json)
    .action(async (options: OutputOptions) => {
      const status = await withDatabase(readConfig(), (database) => database.migrationStatus());
      const { applied, pending, outdated } = status;
      write(options, status, outdated ? databaseTexts.outdatedSchema(applied.at(-1)!) : CLI.migrationStatus(applied.length, pending));
    });
  return command;
}
