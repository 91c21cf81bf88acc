import type { OperationId } from '../../server/contract/handlers.ts';
import { OPERATIONS } from '../../server/contract/operations.ts';
import { mayCall, type Permission } from '../../server/domain/permissions.ts';
import { useSession } from './session.ts';

/** The roles that the contract gives an operation. */
export const rolesOf = (operation: OperationId): readonly Permission[] | 'public' | 'any' => OPERATIONS[operation].roles;

/** Whether the signed-in user may call the operation. */
export const useMay = (operation: OperationId): boolean => mayCall(useSession().user?.permission, rolesOf(operation));
