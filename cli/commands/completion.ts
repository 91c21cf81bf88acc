import { Argument, Command } from 'commander';
import { HELP } from '../../server/domain/texts/program/cli-help.ts';
import { SHELLS } from '../completion/shells.ts';
import { nodesOf } from '../tree.ts';

/** `planner completion bash|zsh|fish`. */
export function completionCommand(program: () => Command): Command {
  return new Command('completion')
    .description(HELP.completion)
    .addArgument(new Argument('<shell>', HELP.shell).choices(Object.keys(SHELLS)))
    .action((shell: keyof typeof SHELLS) => {
      process.stdout.write(SHELLS[shell](nodesOf(program())));
    });
}
