import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The contract as a document, with what the router asks of it. */
export interface ContractDocument {
  openapi: string;
  paths: Record<string, Record<string, { operationId?: string; 'x-roles'?: unknown; parameters?: unknown; requestBody?: unknown }>>;
  [part: string]: unknown;
}

/** openapi.yaml lies at the root of the project; the build keeps it beside `server/` in a form that is read ten times as fast. */
const [BUILT, SOURCE] = [new URL('../../../openapi.json', import.meta.url), new URL('../../../openapi.yaml', import.meta.url)];

/** Reads the contract anew. Throws when it is missing. */
export function readDocument(): ContractDocument {
  if (existsSync(BUILT)) return JSON.parse(readFileSync(BUILT, 'utf8')) as ContractDocument;
  const { parse } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  return parse(readFileSync(SOURCE, 'utf8')) as ContractDocument;
}

let contract: ContractDocument | undefined;

/** The contract, read once in a process: not to be changed. */
export function contractDocument(): ContractDocument {
  contract ??= readDocument();
  return contract;
}
