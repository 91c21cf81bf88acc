import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { VERSION } from '../server/config.ts';
import { CLI } from '../server/domain/texts/program/cli.ts';
import { EXAMPLES, HELP } from '../server/domain/texts/program/cli-help.ts';
import { buildProgram } from './program.ts';
import { type Node, nodesOf } from './tree.ts';

const DOCS = fileURLToPath(new URL('../docs/', import.meta.url));

/** `planner import [kind] [file...]`. */
const usage = (node: Node): string =>
  ['planner', node.path, ...node.arguments.map(({ placeholder }) => placeholder), ...(node.commands.length > 0 ? [HELP.command] : [])]
    .filter((part) => part !== '')
    .join(' ');
const told = ({ description, choices }: Node['arguments'][number]): string =>
  choices.every((choice) => description.includes(choice)) ? description : `${description} ${HELP.choices(choices)}`;

/** The manual page as docs/cli.md has it. That every command takes --help its first lines say once. */
export function manualOf(nodes: readonly Node[]): string {
  const section = (node: Node): string[] => [
    `## \`${usage(node)}\``,
    node.description,
    '',
    ...list([
      ...node.commands.map(({ name, description }): [string, string] => [name, description]),
      ...node.arguments.map((one): [string, string] => [one.placeholder, told(one)]),
      ...node.options
        .filter(({ description }) => description !== HELP.help)
        .map(({ flags, description }): [string, string] => [flags, description]),
    ]),
    ...(EXAMPLES[node.path] ? ['```', ...EXAMPLES[node.path]!, '```', ''] : []),
  ];
  return `${[`# ${HELP.manualTitle}`, '', HELP.manualIntro, '', ...HELP.exits, '', ...nodes.flatMap(section)].join('\n').trimEnd()}\n`;
}

const list = (pairs: readonly (readonly [string, string])[]): string[] =>
  pairs.length === 0 ? [] : [...pairs.map(([name, text]) => `- \`${name}\` ${text}`), ''];

const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1');

/** The same as a page for man(1): docs/planner.1. */
export function manPageOf(nodes: readonly Node[]): string {
  const terms = (pairs: readonly (readonly [string, string])[]): string[] =>
    pairs.flatMap(([term, text]) => ['.TP', `\\fB${roff(term)}\\fR`, roff(text)]);
  const lines = nodes.flatMap((node) => [
    `.SH "${roff(usage(node))}"`,
    roff(node.description),
    ...terms(node.arguments.map((one) => [one.placeholder, told(one)])),
    ...terms(node.options.map((one) => [one.flags, one.description])),
    ...(EXAMPLES[node.path] ? ['.PP', roff(HELP.examples), '.nf', ...EXAMPLES[node.path]!.map(roff), '.fi'] : []),
  ]);
  const head = [`.TH PLANNER 1 "" "planner ${VERSION}"`, '.SH NAME', `planner \\- ${roff(CLI.program)}`];
  return `${[...head, ...lines, '.SH EXIT STATUS', ...HELP.exits.map(roff)].join('\n')}\n`;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const nodes = nodesOf(buildProgram());
  writeFileSync(join(DOCS, 'cli.md'), manualOf(nodes));
  writeFileSync(join(DOCS, 'planner.1'), manPageOf(nodes));
}
