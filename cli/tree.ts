import type { Argument, Command } from 'commander';

/** The words that lead to a command, without the program's name. */
export const pathOf = (command: Command): string[] => (command.parent ? [...pathOf(command.parent), command.name()] : []);

/** Every command, the program first, each before what stands under it. */
export const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];

/** A command as the manual knows it. */
export interface Node {
  path: string;
  description: string;
  commands: { name: string; description: string }[];
  options: { flags: string; description: string }[];
  arguments: { placeholder: string; description: string; choices: readonly string[] }[];
}

/** `<file>`; one that may be left out, `[file]`; several, `[file...]`. */
export function placeholderOf(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** Every command of the program, read from its definition. */
export function nodesOf(program: Command): Node[] {
  return everyCommand(program).map((command) => {
    const help = command.createHelp();
    return {
      path: pathOf(command).join(' '),
      description: command.description(),
      commands: command.commands.map((one) => ({ name: one.name(), description: one.description() })),
      options: help.visibleOptions(command).map((option) => ({
        flags: option.flags,
        description: help.optionDescription(option),
      })),
      arguments: command.registeredArguments.map((argument) => ({
        placeholder: placeholderOf(argument),
        description: argument.description,
        choices: argument.argChoices ?? [],
      })),
    };
  });
}
