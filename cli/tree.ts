import type { Argument, Command, Option } from 'commander';

/** The words that lead to a command, without the program's name. */
export const pathOf = (command: Command): string[] => (command.parent ? [...pathOf(command.parent), command.name()] : []);

/** Every command, the program first, each before what stands under it. */
export const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];

/** What may stand for a value: some words, a file, a folder, or anything. */
export type Values = readonly string[] | 'file' | 'folder' | 'any';

/** A command as completion and manual know it. */
export interface Node {
  path: string;
  description: string;
  commands: { name: string; description: string }[];
  options: { names: string[]; flags: string; description: string; value: Values | undefined }[];
  arguments: { placeholder: string; description: string; value: Values }[];
}

/** `<file>`; one that may be left out, `[file]`; several, `[file...]`. */
export function placeholderOf(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

const FILE = /[<[]file/;
const FOLDER = /[<[]dir/;
const placeOf = (text: string): Values => (FILE.test(text) ? 'file' : FOLDER.test(text) ? 'folder' : 'any');
const argumentValues = (argument: Argument): Values => argument.argChoices ?? placeOf(`<${argument.name()}>`);
const optionValues = (option: Option): Values | undefined =>
  option.required || option.optional ? (option.argChoices ?? placeOf(option.flags)) : undefined;

/** Every command of the program, read from its definition. */
export function nodesOf(program: Command): Node[] {
  return everyCommand(program).map((command) => {
    const help = command.createHelp();
    return {
      path: pathOf(command).join(' '),
      description: command.description(),
      commands: command.commands.map((one) => ({ name: one.name(), description: one.description() })),
      options: help.visibleOptions(command).map((option) => ({
        names: [option.short, option.long].filter((name) => name !== undefined),
        flags: option.flags,
        description: help.optionDescription(option),
        value: optionValues(option),
      })),
      arguments: command.registeredArguments.map((argument) => ({
        placeholder: placeholderOf(argument),
        description: argument.description,
        value: argumentValues(argument),
      })),
    };
  });
}
