import type { Node, Values } from '../tree.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
/** One branch of a `case`. */
const branch = (patterns: readonly string[], body: string): string => `    ${patterns.map(quoted).join('|')}) ${body};;`;

/** Reads the words before the cursor: `at` is the command so far, `count` how many arguments it has, `skip` whether a value is due. */
const walk = (nodes: readonly Node[]): string => {
  const steps = nodes.flatMap(({ path, commands }) =>
    commands.map(({ name }) => branch([`${path}|${name}`], `at=${quoted(`${path} ${name}`.trim())}; count=0`)),
  );
  const valued = nodes.flatMap(({ path, options }) => {
    const names = options.filter(({ value }) => value !== undefined).flatMap((option) => option.names);
    return names.length > 0
      ? [
          branch(
            names.map((name) => `${path}|${name}`),
            'skip=1',
          ),
        ]
      : [];
  });
  return `  for word in "$@"; do
    if [ -n "$skip" ]; then skip=; continue; fi
    case "$at|$word" in
${[...steps, ...valued].join('\n')}
    *'|-'*) ;;
    *) count=$((count + 1));;
    esac
  done`;
};

/** What stands for a value: words, or the mark of a file or a folder. */
const answer = (values: Values): string =>
  values === 'any'
    ? 'kind=none'
    : values === 'file'
      ? 'kind=file'
      : values === 'folder'
        ? 'kind=folder'
        : `candidates=${quoted(values.join(' '))}`;

/** Sets `candidates` or `kind` for the word at the cursor; the shells differ only in how they show them. */
function choose(nodes: readonly Node[]): string {
  const values = nodes.flatMap(({ path, options }) =>
    options.flatMap(({ names, value }) =>
      value === undefined
        ? []
        : [
            branch(
              names.map((name) => `${path}|${name}`),
              answer(value),
            ),
          ],
    ),
  );
  const options = nodes.map(({ path, options: own }) =>
    branch([path], `candidates=${quoted(own.flatMap(({ names }) => names.at(-1) ?? []).join(' '))}`),
  );
  const places = nodes.flatMap(({ path, commands, arguments: given }) => [
    ...(commands.length > 0 ? [branch([`${path}|0`], `candidates=${quoted(commands.map(({ name }) => name).join(' '))}`)] : []),
    ...given.map(({ value }, position) => branch([`${path}|${position}`], answer(value))),
  ]);
  return `  local at= count=0 skip= word candidates= kind=
${walk(nodes)}
  if [ -n "$skip" ]; then
    case "$at|$previous" in
${values.join('\n')}
    esac
  elif [ "\${current#-}" != "$current" ]; then
    case "$at" in
${options.join('\n')}
    esac
  else
    case "$at|$count" in
${places.join('\n')}
    *) kind=none;;
    esac
  fi`;
}

/** For \`eval "$(planner completion bash)"\`. */
export const bashCompletion = (nodes: readonly Node[]): string => `# bash completion of planner
_planner() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  set -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}"
${choose(nodes)}
  case "$kind" in
    file) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current"));;
    folder) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$current"));;
    none) COMPREPLY=();;
    *) COMPREPLY=($(compgen -W "$candidates" -- "$current"));;
  esac
}
complete -F _planner planner
`;

/** For a folder of \`fpath\`, or \`eval\`. */
export const zshCompletion = (nodes: readonly Node[]): string => `#compdef planner
_planner() {
  emulate -L zsh
  local current="\${words[CURRENT]}" previous="\${words[CURRENT-1]}"
  local -a before; before=("\${(@)words[2,CURRENT-1]}")
  set -- "\${before[@]}"
  _planner_choose "$@"
}
_planner_choose() {
${choose(nodes)}
  case "$kind" in
    file) _files;;
    folder) _files -/;;
    none) ;;
    *) compadd -- \${=candidates};;
  esac
}
if [ "$funcstack[1]" = _planner ]; then _planner "$@"; else compdef _planner planner; fi
`;
