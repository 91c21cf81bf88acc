import { useCanAccess } from 'react-admin';
import type { OperationId } from '../../server/contract/handlers.ts';
import { OPERATIONS, type Operation } from '../../server/contract/operations.ts';
import { mayCall, type Permission, terminalMayCall } from '../../server/domain/ground/permissions.ts';
import { apiPath } from './data-provider.ts';
import { currentSession, ON_TERMINAL } from './session.ts';

/** Whether the contract gives an operation to who is here: a person of this role, or a terminal. */
const gives = (operation: OperationId, permission: Permission): boolean => {
  const callers: Operation = OPERATIONS[operation];
  return ON_TERMINAL ? terminalMayCall(callers) : mayCall(permission, callers.roles);
};

const METHODS: Record<string, string> = { list: 'get', edit: 'get', show: 'get', create: 'post', delete: 'delete' };
const ON_ROWS = ['edit', 'show', 'delete'];

/** The operation of the contract behind an action of react-admin: an operation by its name, or what the resource's address answers. */
function operationOf(resource: string, action: string): OperationId | undefined {
  if (action in OPERATIONS) return action as OperationId;
  const path = `/api/${apiPath(resource)}/${ON_ROWS.includes(action) ? '{id}/' : ''}`;
  const found = Object.entries(OPERATIONS).find(([, one]) => one.path === path && one.method === METHODS[action]);
  return found?.[0] as OperationId | undefined;
}

/** Whether a role may do this; what no operation answers may be opened by all. */
export function mayAct(permission: Permission, resource: string, action: string): boolean {
  const operation = operationOf(resource, action);
  return operation === undefined ? METHODS[action] === 'get' : gives(operation, permission);
}

/** Whether the signed-in user may do this. What is known already is said at once, or menu and controls would flicker. */
export function useMayAct(resource: string, action: string): boolean {
  const { user } = currentSession();
  const known = user ? { initialData: mayAct(user.permission, resource, action) } : {};
  return useCanAccess({ resource, action, ...known }).canAccess === true;
}

/** Whether the signed-in user may call the operation. */
export const useMay = (operation: OperationId): boolean => useMayAct(OPERATIONS[operation].path, operation);
