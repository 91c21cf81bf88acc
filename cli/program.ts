import { Command } from 'commander';
import { VERSION } from '../server/config.ts';
import { CLI } from '../server/domain/texts/program/cli.ts';
import { HELP, MENU_GROUPS } from '../server/domain/texts/program/cli-help.ts';
import { backupCommand } from './commands/backup.ts';
import { dbCommand } from './commands/db.ts';
import { demoCommand } from './commands/demo.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { importHistoryCommand, importUndoCommand } from './commands/import-history.ts';
import { nightlyCommand } from './commands/nightly.ts';
import { promiseCommand } from './commands/promise.ts';
import { restoreCommand } from './commands/restore.ts';
import { scheduleCommand } from './commands/schedule.ts';
import { serveCommand } from './commands/serve.ts';
import { settingsCommand } from './commands/settings.ts';
import { userCommand } from './commands/user.ts';
import { explain } from './help.ts';
import { translateRefusals } from './refusals.ts';
import { everyCommand } from './tree.ts';

/** The menu: the commands in their groups. A new one needs its row here and its example in domain/texts/program/cli-help.ts. */
const MENU: readonly (readonly [group: string, commands: readonly (() => Command)[]])[] = [
  [MENU_GROUPS.daily, [importCommand, scheduleCommand, exportCommand, promiseCommand, nightlyCommand]],
  [MENU_GROUPS.files, [importHistoryCommand, importUndoCommand, backupCommand, restoreCommand]],
  [MENU_GROUPS.plant, [settingsCommand, userCommand]],
  [MENU_GROUPS.operation, [serveCommand, dbCommand, demoCommand]],
];

/** The whole command line, ready to parse. */
export function buildProgram(): Command {
  const program = new Command('planner').description(CLI.program).version(VERSION, '-V, --version', HELP.version).exitOverride();
  for (const [group, commands] of MENU) for (const command of commands) program.addCommand(command().helpGroup(group));
  program.addHelpCommand(new Command('help').argument('[command]').description(HELP.helpCommand).helpGroup(MENU_GROUPS.operation));
  explain(program);
  for (const command of everyCommand(program)) {
    command.exitOverride();
    translateRefusals(command);
  }
  return program;
}
