import type { Command } from 'commander';
import { refused } from '../server/domain/ground/errors.ts';
import { REFUSALS } from '../server/domain/texts/program/cli-help.ts';
import { pathOf } from './tree.ts';

const CHOICES = /Allowed choices are (.+)\.$/;
/** The library's messages name what they speak of in quotes. */
const quotedIn = (message: string): string[] => [...message.matchAll(/'([^']*)'/g)].map((match) => match[1] as string);
const guessIn = (message: string): string | undefined => /Did you mean (?:one of )?(.+)\?/.exec(message)?.[1];

const optionsOf = (command: Command): string[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .map(({ long, short }) => long ?? short ?? '');

function sentenceOf(command: Command, message: string, code: string | undefined): string {
  const [first = '', second = ''] = quotedIn(message);
  const allowed = CHOICES.exec(message)?.[1]?.split(', ');
  switch (code) {
    case 'commander.unknownOption':
      return REFUSALS.option(first, guessIn(message), optionsOf(command));
    case 'commander.unknownCommand':
      return REFUSALS.command(
        first,
        guessIn(message),
        command.commands.map((one) => one.name()),
      );
    case 'commander.missingArgument':
      return REFUSALS.missingArgument(first);
    case 'commander.optionMissingArgument':
      return REFUSALS.missingValue(first);
    case 'commander.missingMandatoryOptionValue':
      return REFUSALS.missingOption(first);
    case 'commander.excessArguments':
      return REFUSALS.tooMany;
    case 'commander.invalidArgument':
      if (allowed)
        return message.includes('command-argument')
          ? REFUSALS.value(`<${second}>`, first, allowed)
          : REFUSALS.value(first, second, allowed);
      return message.slice(message.indexOf('is invalid. ') + 'is invalid. '.length);
    default:
      return message.replace(/^error: /, '');
  }
}

/** Makes a command say in Japanese what it does not take, and what it takes: refused, as all bad input. */
export function translateRefusals(command: Command): void {
  command.error = (message, options) => {
    const sentence = sentenceOf(command, message, options?.code);
    throw refused(`${sentence.trim()} ${REFUSALS.usage(['planner', ...pathOf(command)].join(' '))}`);
  };
}
