import { useCanAccess } from 'react-admin';
import type { OperationId } from '../../server/contract/handlers.ts';
import { OPERATIONS } from '../../server/contract/operations.ts';
import { mayCall, type Permission } from '../../server/domain/permissions.ts';
import { currentSession } from './session.ts';

/** The roles that the contract gives an operation. */
export const rolesOf = (operation: OperationId): readonly Permission[] | 'public' | 'any' => OPERATIONS[operation].roles;

/** Whether the signed-in user may call the operation. What is known already is said at once, or controls would flicker. */
export function useMay(operation: OperationId): boolean {
  const { user } = currentSession();
  const known = user ? { initialData: mayCall(user.permission, rolesOf(operation)) } : {};
  return useCanAccess({ resource: OPERATIONS[operation].path, action: operation, ...known }).canAccess === true;
}
