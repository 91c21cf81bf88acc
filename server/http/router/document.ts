import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The contract as a document, with what the router asks of it. */
export interface ContractDocument {
  openapi: string;
  paths: Record<string, Record<string, { operationId?: string; 'x-roles'?: unknown; parameters?: unknown }>>;
  [part: string]: unknown;
}

/** openapi.yaml lies at the root of the project, above `server/` in the sources and above `dist/server/` when built. */
const PLACES = ['../../../openapi.yaml', '../../../../openapi.yaml'].map((place) => new URL(place, import.meta.url));

/** Reads openapi.yaml anew. Throws when it is missing. */
export function readDocument(): ContractDocument {
  const place = PLACES.find((url) => existsSync(url));
  if (!place) throw new Error('openapi.yaml is missing');
  return parse(readFileSync(place, 'utf8')) as ContractDocument;
}

let contract: ContractDocument | undefined;

/** openapi.yaml, read once in a process: not to be changed. */
export function contractDocument(): ContractDocument {
  contract ??= readDocument();
  return contract;
}
