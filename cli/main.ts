import { Command, CommanderError } from 'commander';
import { VERSION } from '../server/config.ts';
import { CLI } from '../server/domain/texts/cli.ts';
import { backupCommand } from './commands/backup.ts';
import { dbCommand } from './commands/db.ts';
import { demoCommand } from './commands/demo.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { importHistoryCommand } from './commands/import-history.ts';
import { nightlyCommand } from './commands/nightly.ts';
import { restoreCommand } from './commands/restore.ts';
import { scheduleCommand } from './commands/schedule.ts';
import { serveCommand } from './commands/serve.ts';
import { settingsCommand } from './commands/settings.ts';
import { userCommand } from './commands/user.ts';
import { EXIT, reportFailure } from './output.ts';

const program = new Command('planner')
  .description(CLI.program)
  .version(VERSION)
  .exitOverride()
  .addCommand(serveCommand())
  .addCommand(importCommand())
  .addCommand(importHistoryCommand())
  .addCommand(scheduleCommand())
  .addCommand(exportCommand())
  .addCommand(nightlyCommand())
  .addCommand(settingsCommand())
  .addCommand(userCommand())
  .addCommand(backupCommand())
  .addCommand(restoreCommand())
  .addCommand(dbCommand())
  .addCommand(demoCommand());
for (const command of program.commands) command.copyInheritedSettings(program);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.refused;
  else process.exitCode = reportFailure(error, process.argv.includes('--json'));
}
