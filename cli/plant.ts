import { type Config, readConfig } from '../server/config.ts';
import { refused } from '../server/domain/ground/errors.ts';
import { CLI } from '../server/domain/texts/program/cli.ts';
import { holdsDatabase } from '../server/services.ts';

/**
 * The configuration of commands that ask or change a plant that is there. Throws refused where DATA_DIR holds none: called without the server's
 * variables they would make an empty database and tell of that one.
 */
export function plantConfig(): Config {
  const config = readConfig();
  if (config.databaseUrl === undefined && !holdsDatabase(config.dataDir)) throw refused(CLI.noDatabase(config.dataDir));
  return config;
}
