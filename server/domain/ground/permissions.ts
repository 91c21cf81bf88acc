/** The four roles, strongest first. */
export const PERMISSIONS = ['master_admin', 'planning_manager', 'outsourcing_manager', 'manager'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Who may call an operation, as the contract says it. */
interface Callers {
  roles: readonly Permission[] | 'public' | 'any';
  terminal?: true;
}

/** Whether a terminal may call an operation: what is public, and what the contract gives it by name. */
export const terminalMayCall = ({ roles, terminal }: Callers): boolean => roles === 'public' || terminal === true;

/** Whether a user of this role may call an operation with these roles (`undefined`: nobody is signed in). */
export function mayCall(permission: Permission | undefined, roles: Callers['roles']): boolean {
  if (roles === 'public') return true;
  if (permission === undefined) return false;
  return roles === 'any' || roles.includes(permission);
}
