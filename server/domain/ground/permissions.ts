/** The four roles, strongest first. */
export const PERMISSIONS = ['master_admin', 'planning_manager', 'outsourcing_manager', 'manager'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Whether a user of this role may call an operation with these roles (`undefined`: every signed-in user). */
export function mayCall(permission: Permission | undefined, roles: readonly Permission[] | 'public' | 'any'): boolean {
  if (roles === 'public') return true;
  if (permission === undefined) return false;
  return roles === 'any' || roles.includes(permission);
}
