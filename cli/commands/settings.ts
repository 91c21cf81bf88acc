import { Command, InvalidArgumentError } from 'commander';
import { CLI } from '../../server/domain/texts/program/cli.ts';
import { withServices } from '../../server/services.ts';
import { type OutputOptions, table, write } from '../output.ts';
import { plantConfig } from '../plant.ts';

const ACTOR = 'cli';

/** Adds one `NAME=VALUE` to the values read so far; without a value the name goes back to its default. */
function assigned(argument: string, before: Record<string, unknown> = {}): Record<string, unknown> {
  const at = argument.indexOf('=');
  if (at < 1) throw new InvalidArgumentError(CLI.notAnAssignment(argument));
  const text = argument.slice(at + 1).trim();
  const value = text === '' ? undefined : Number.isNaN(Number(text)) ? text : Number(text);
  return { ...before, [argument.slice(0, at).trim()]: value };
}

async function show(options: OutputOptions): Promise<void> {
  const settings = await withServices(plantConfig(), ({ runs }) => runs.settings());
  const rows = settings.map(({ name, value, standard }) => [name, String(value), String(standard)]);
  write(options, Object.fromEntries(settings.map(({ name, value }) => [name, value])), table(CLI.settingHeaders, rows));
}

async function set(changes: Record<string, unknown>, options: OutputOptions): Promise<void> {
  await withServices(plantConfig(), ({ runs }) => runs.changeSettings(changes, ACTOR));
  write(options, { changed: Object.keys(changes) }, CLI.settingsChanged);
}

/** `planner settings show|set`. */
export function settingsCommand(): Command {
  const settings = new Command('settings').description(CLI.settings);
  settings.command('show').description(CLI.settingsShow).option('--json', CLI.json).action(show);
  settings
    .command('set')
    .description(CLI.settingsSet)
    .argument('<name=value...>', CLI.assignment, assigned)
    .option('--json', CLI.json)
    .action(set);
  return settings;
}
