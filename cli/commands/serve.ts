import { Command, Option } from 'commander';
import { readConfig } from '../../server/config.ts';
import { CLI } from '../../server/domain/texts/program/cli.ts';

const ROLES = ['all', 'api', 'worker'];

/** `planner serve`: the server, until it is told to stop. */
export function serveCommand(): Command {
  return new Command('serve')
    .description(CLI.serve)
    .option('--port <port>', CLI.port)
    .addOption(new Option('--role <role>', CLI.role).choices(ROLES))
    .option('--today <date>', CLI.today)
    .action(async (options: { port?: string; role?: string; today?: string }) => {
      const given = { PORT: options.port, ROLE: options.role, TODAY: options.today };
      const overrides = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      // Only here: what a server needs doubles the start of every other command.
      const { serve } = await import('../../server/main.ts');
      await serve(readConfig(overrides));
    });
}
