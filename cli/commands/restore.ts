import { resolve } from 'node:path';
import { Command } from 'commander';
import { readConfig } from '../../server/config.ts';
import { BACKUP } from '../../server/domain/texts/program/backup.ts';
import { CLI } from '../../server/domain/texts/program/cli.ts';
import { checkBackupFile, withDatabase } from '../../server/services.ts';
import { type OutputOptions, write } from '../output.ts';

interface RestoreOptions extends OutputOptions {
  replace?: boolean;
}

/** Beside the file that is restored: `plant.backup` → `plant.backup.before-restore-20260401T083000Z`. */
const safetyOf = (file: string): string => `${file}.before-restore-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;

/** `planner restore FILE`. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description(BACKUP.restore)
    .argument('<file>', BACKUP.restoreFile)
    .option('--replace', BACKUP.replace)
    .option('--json', CLI.json)
    .action(async (file: string, options: RestoreOptions) => {
      const path = resolve(file);
      // Before a database is looked for, or made: what is wrong with the file is learned first.
      await checkBackupFile(path);
      const done = await withDatabase(readConfig(), (database) => database.restore(path, options.replace ? safetyOf(path) : undefined));
      const { header, tables, safety, migrated } = done;
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      write(options, { file, ...header, tables, safety: safety ?? null, migrated }, [
        ...(safety ? [BACKUP.safety(safety)] : []),
        BACKUP.restored(file, tables.length, rows),
        ...(migrated.length > 0 ? [BACKUP.migrated(migrated)] : []),
      ]);
    });
}
