import type { Node, Values } from '../tree.ts';

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const HEAD = `# fish completion of planner
function __planner_at
    set -l words (commandline -opc)[2..-1]
    set -l path
    for word in $words
        string match -q -- '-*' $word; or set path $path $word
    end
    set -l wanted (string split ' ' -- $argv[1])
    test -z "$argv[1]"; and set wanted
    set -l length (count $wanted)
    test (count $path) -ge $length; or return 1
    test $length -eq 0; or test "$path[1..$length]" = "$wanted"; or return 1
    if set -q argv[2]
        test (math (count $path) - $length) -eq $argv[2]
    end
end
complete -c planner -f`;

const shownValue = (value: Values): string =>
  value === 'file'
    ? ' -F'
    : value === 'folder'
      ? " -a '(__fish_complete_directories)'"
      : value === 'any'
        ? ''
        : ` -a ${quoted(value.join(' '))}`;

const linesOf = ({ path, commands, options, arguments: given }: Node): string[] => [
  ...commands.map(({ name, description }) => `complete -c planner -n "__planner_at '${path}' 0" -a ${name} -d ${quoted(description)}`),
  ...given.flatMap(({ value }, position) =>
    value === 'any' ? [] : [`complete -c planner -n "__planner_at '${path}' ${position}"${shownValue(value)}`],
  ),
  ...options.map(({ names, description, value }) => {
    const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(' ');
    return `complete -c planner -n "__planner_at '${path}'" ${flags} -d ${quoted(description)}${value === undefined ? '' : ` -r${shownValue(value)}`}`;
  }),
];

/** For ~/.config/fish/completions/planner.fish. */
export const fishCompletion = (nodes: readonly Node[]): string => `${[HEAD, ...nodes.flatMap(linesOf)].join('\n')}\n`;
