import AccountTree from '@mui/icons-material/AccountTreeOutlined';
import Category from '@mui/icons-material/CategoryOutlined';
import Logout from '@mui/icons-material/LogoutOutlined';
import ViewTimeline from '@mui/icons-material/ViewTimelineOutlined';
import { type ComponentType, lazy, type ReactNode } from 'react';
import { Navigate } from 'react-router';
import type { OperationId } from '../server/contract/handlers.ts';
import { POST_LOGIN_PATH } from '../server/domain/constants.ts';
import type { Permission } from '../server/domain/permissions.ts';
import { NotFoundPage } from './layout/NotFoundPage.tsx';
import { rolesOf } from './providers/roles.ts';
import { LogoutPage } from './session/LogoutPage.tsx';
import { TITLES } from './texts/shell.ts';

/** One address of the signed-in layout. Menu, titles and guards read this and nothing else. */
export interface AppRoute {
  path: string;
  title: string;
  icon?: ComponentType;
  /** Entries of one number stand together in the menu. */
  group?: number;
  /** Not in the menu. */
  hidden?: boolean;
  /** The operation without which the page is no use: its roles are the page's. */
  operation?: OperationId;
  element: ReactNode;
}

type PageModule = { default: ComponentType };
const page = (load: () => Promise<PageModule>): ReactNode => {
  const Page = lazy(load);
  return <Page />;
};

const PLAN = 1;
const MASTER = 2;
const WATCH = 3;

export const ROUTES: readonly AppRoute[] = [
  { path: '/', title: '', hidden: true, element: <Navigate to={POST_LOGIN_PATH} replace /> },
  { path: '/gantt', title: TITLES.gantt, icon: ViewTimeline, group: PLAN, element: page(() => import('./board/gantt.page.tsx')) },
  { path: '/products', title: TITLES.products, icon: Category, group: MASTER, element: page(() => import('./master/products.page.tsx')) },
  { path: '/tasks', title: TITLES.tasks, icon: AccountTree, group: MASTER, element: page(() => import('./master/tasks.page.tsx')) },
  { path: '/logout', title: TITLES.logout, icon: Logout, group: WATCH + 1, element: <LogoutPage /> },
];

/** Whether a user of this role may open the route. */
export function mayOpen(route: AppRoute, permission: Permission | undefined): boolean {
  if (route.operation === undefined) return true;
  const roles = rolesOf(route.operation);
  return roles === 'any' || roles === 'public' || (permission !== undefined && roles.includes(permission));
}

/** The entries of the menu for a role, in their order. */
export const menuOf = (permission: Permission | undefined): AppRoute[] =>
  ROUTES.filter((route) => !route.hidden && mayOpen(route, permission));

/** Whether the entry's path is a prefix of the current one, by whole segments. */
export const isActive = (route: AppRoute, pathname: string): boolean => pathname === route.path || pathname.startsWith(`${route.path}/`);
