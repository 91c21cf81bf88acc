import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import { type FieldsDocument, fieldsSource } from './fields-source.ts';

/** Makes types.ts, operations.ts and fields.ts from openapi.yaml; with `--check` writes nothing and fails when one is stale. */
const HERE = new URL('./', import.meta.url);
const SOURCE = new URL('../../openapi.yaml', import.meta.url);
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const BANNER = '// Generated from openapi.yaml by `npm run generate`. Do not edit.\n';

interface Operation {
  operationId?: string;
  'x-roles'?: unknown;
  'x-raw-body'?: boolean;
}
interface Document {
  paths: Record<string, Partial<Record<(typeof METHODS)[number], Operation>>>;
}

/** The roles of people as the guards read them: `public`, `any` or a list; and whether terminals may call, too. Throws when an operation names none. */
function rolesOf(operation: Operation, where: string): { roles: 'public' | 'any' | string[]; terminal: boolean } {
  const roles = operation['x-roles'];
  if (!Array.isArray(roles) || roles.length === 0) throw new Error(`openapi.yaml: ${where} has no x-roles`);
  const people = roles.map(String).filter((role) => role !== 'terminal');
  const [first] = people;
  return { roles: people.length === 1 && (first === 'public' || first === 'any') ? first : people, terminal: people.length < roles.length };
}

function operationsSource(document: Document): string {
  const seen = new Set<string>();
  const rows = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const where = `${method.toUpperCase()} ${path}`;
      const id = operation.operationId;
      if (!id) throw new Error(`openapi.yaml: ${where} has no operationId`);
      if (seen.has(id)) throw new Error(`openapi.yaml: operationId ${id} stands twice`);
      seen.add(id);
      const raw = operation['x-raw-body'] ? ', raw: true' : '';
      const { roles, terminal } = rolesOf(operation, where);
      const also = `${terminal ? ', terminal: true' : ''}${raw}`;
      return [`  ${id}: { method: '${method}', path: '${path}', roles: ${JSON.stringify(roles).replaceAll('"', "'")}${also} },`];
    }),
  );
  return `${BANNER}
export interface Operation {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  roles: 'public' | 'any' | readonly ('master_admin' | 'planning_manager' | 'outsourcing_manager' | 'manager')[];
  /** A terminal may call it. */
  terminal?: true;
  raw?: true;
}

/** Every operation of the contract by its id: the guards of the server and the menus of the admin read it. */
export const OPERATIONS = {
${rows.join('\n')}
} as const satisfies Record<string, Operation>;
`;
}

/** The generated files by name. */
async function generated(): Promise<Record<string, string>> {
  const text = readFileSync(SOURCE, 'utf8');
  const types = await openapiTypescript(SOURCE, { defaultNonNullable: false });
  const document = parse(text) as Document & FieldsDocument;
  return {
    'types.ts': BANNER + astToString(types),
    'operations.ts': operationsSource(document),
    'fields.ts': BANNER + fieldsSource(document),
  };
}

const check = process.argv.includes('--check');
for (const [name, source] of Object.entries(await generated())) {
  const file = new URL(name, HERE);
  if (!check) writeFileSync(file, source);
  else if (readFileSync(file, 'utf8') !== source) {
    console.error(`${fileURLToPath(file)} is stale: run npm run generate`);
    process.exitCode = 1;
  }
}
