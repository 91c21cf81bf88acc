import type { Command, HelpConfiguration } from 'commander';
import { EXAMPLES, HELP, HELP_TITLES } from '../server/domain/texts/program/cli-help.ts';
import { widthOf } from './output.ts';
import { pathOf, placeholderOf } from './tree.ts';

/** How help is laid out: Japanese headings, full-width letters counted twice, what stands under a command named beside it. */
const LAYOUT: HelpConfiguration = {
  styleTitle: (title) => HELP_TITLES[title] ?? title,
  displayWidth: widthOf,
  styleUsage: (usage) => usage.replace('[options]', HELP.options).replace('[command]', HELP.command),
  subcommandTerm: (command) => {
    const under = command.commands.map((one) => one.name()).join('|');
    const given = command.registeredArguments.map(placeholderOf);
    return [command.name(), under, ...given].filter((part) => part !== '').join(' ');
  },
  optionDescription: ({ description, argChoices, defaultValue }) =>
    [description, argChoices ? HELP.choices(argChoices) : '', defaultValue === undefined ? '' : HELP.standard(String(defaultValue))]
      .filter((part) => part !== '')
      .join(' '),
  argumentDescription: ({ description, argChoices }) =>
    [description, argChoices ? HELP.choices(argChoices) : ''].filter((part) => part !== '').join(' '),
};

/** Gives a command, and all under it, its help: headings, words and examples. */
export function explain(command: Command): void {
  command.configureHelp(LAYOUT).helpOption('-h, --help', HELP.help);
  const path = pathOf(command).join(' ');
  const examples = (EXAMPLES[path] ?? []).map((example) => `  ${example}`);
  const after = [...(examples.length > 0 ? [HELP.examples, ...examples] : []), ...(path === '' ? ['', HELP.more, ...HELP.exits] : [])];
  if (after.length > 0) command.addHelpText('after', `\n${after.join('\n')}`);
  if (command.parent) command.helpCommand(false);
  for (const one of command.commands) explain(one);
}
