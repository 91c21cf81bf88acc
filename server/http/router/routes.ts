import type { Handlers, OperationId } from '../../contract/handlers.ts';
import { OPERATIONS, type Operation } from '../../contract/operations.ts';
import type { ContractDocument } from './document.ts';

/** Where a request leads: an operation, a path that knows other methods only, or nowhere. */
export type Match = { operationId: OperationId; operation: Operation } | { allow: string } | undefined;

interface Node {
  literal: Map<string, Node>;
  parameter: Node | undefined;
  methods: Map<string, OperationId>;
}
const node = (): Node => ({ literal: new Map(), parameter: undefined, methods: new Map() });

/** Finds the operation of a method and path in the contract; fixed words go before parameters. */
export function createMatcher(operations: Record<string, Operation> = OPERATIONS): (method: string, path: string) => Match {
  const root = node();
  for (const [id, { method, path }] of Object.entries(operations)) {
    let at = root;
    for (const word of path.split('/').filter(Boolean)) {
      if (word.startsWith('{')) {
        at.parameter ??= node();
        at = at.parameter;
      } else {
        const next = at.literal.get(word) ?? node();
        at.literal.set(word, next);
        at = next;
      }
    }
    at.methods.set(method.toUpperCase(), id as OperationId);
  }
  return (method, path) => {
    let at: Node | undefined = root;
    for (const word of path.split('/').filter(Boolean)) at = at?.literal.get(word) ?? at?.parameter;
    if (!at || at.methods.size === 0) return undefined;
    // HEAD is GET without its body, which Node leaves out by itself.
    const operationId = at.methods.get(method === 'HEAD' ? 'GET' : method);
    if (!operationId) return { allow: [...at.methods.keys()].flatMap((known) => (known === 'GET' ? ['GET', 'HEAD'] : [known])).join(', ') };
    return { operationId, operation: operations[operationId] as Operation };
  };
}

/**
 * Holds document, table and handlers against each other. Throws an Error that names every operation without a handler, every handler
 * without an operation, every operation without roles, and every one that the generated table does not know: the start ends there.
 */
export function checkOperations(document: ContractDocument, operations: Record<string, Operation>, handlers: Partial<Handlers>): void {
  const inDocument = new Map<string, unknown>();
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item)) {
      if (operation.operationId) inDocument.set(operation.operationId, operation['x-roles']);
    }
  }
  const known = Object.keys(operations);
  const given = Object.keys(handlers);
  const errors = [
    ...[...inDocument].filter(([, roles]) => !Array.isArray(roles) || roles.length === 0).map(([id]) => `${id}: no x-roles`),
    ...[...inDocument.keys()].filter((id) => !known.includes(id)).map((id) => `${id}: not in the generated table`),
    ...known.filter((id) => !inDocument.has(id)).map((id) => `${id}: not in openapi.yaml`),
    ...known.filter((id) => !given.includes(id)).map((id) => `${id}: no handler`),
    ...given.filter((id) => !known.includes(id)).map((id) => `${id}: a handler without an operation`),
  ];
  if (errors.length > 0) throw new Error(`The contract and the program differ. ${errors.join('; ')}`);
}
