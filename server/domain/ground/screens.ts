/**
 * The first words of the addresses that the admin knows, the one list of them: its screens bear these names, and the server answers
 * them, and no others, with the admin's page. tests/architecture.test.ts holds the admin's routes against it.
 */
export const SCREEN_NAMES = [
  'gantt',
  'facility-calendar',
  'promises',
  'outsourcing-work',
  'today',
  'imports',
  'excels',
  'figures',
  'holidays',
  'products',
  'tasks',
  'orders',
  'order_tasks',
  'casting',
  'facilities',
  'facility_availability',
  'outsourcings',
  'employees',
  'terminals',
  'master_check',
  'import-history',
  'run-history',
  'nights',
  'audit',
  'logout',
] as const;
export type ScreenName = (typeof SCREEN_NAMES)[number];

/** Addresses without an entry in the menu. */
const OTHER_ADDRESSES = [
  '',
  'charge-sheet',
  'login',
  'password',
  'plans',
  'not_found',
  'reset_password_token',
  'reset_password',
  'terminal',
] as const;

/** Every first word of an address. */
export const ADMIN_ADDRESSES = [...SCREEN_NAMES, ...OTHER_ADDRESSES] as const;
const KNOWN: ReadonlySet<string> = new Set(ADMIN_ADDRESSES);

/** Whether the admin has something to show under this path; what lies deeper it judges itself. */
export const isAdminPath = (path: string): boolean => KNOWN.has(path.split('/', 2)[1] ?? '');
