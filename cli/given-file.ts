import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { refused } from '../server/domain/ground/errors.ts';
import { CLI } from '../server/domain/texts/program/cli.ts';

/** A file that was named to a command. */
export interface Given {
  name: string;
  bytes: Uint8Array;
}

/** Reads a file that was named to a command. Throws refused where it cannot be opened. */
export async function read(path: string): Promise<Given> {
  const bytes = await readFile(path).catch(() => {
    throw refused(CLI.unreadableFile(path));
  });
  return { name: basename(path), bytes };
}
