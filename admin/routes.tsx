import AccountTree from '@mui/icons-material/AccountTreeOutlined';
import CalendarViewWeek from '@mui/icons-material/CalendarViewWeekOutlined';
import Category from '@mui/icons-material/CategoryOutlined';
import EventBusy from '@mui/icons-material/EventBusyOutlined';
import FactCheck from '@mui/icons-material/FactCheckOutlined';
import Factory from '@mui/icons-material/FactoryOutlined';
import Handshake from '@mui/icons-material/HandshakeOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import ListAlt from '@mui/icons-material/ListAltOutlined';
import Logout from '@mui/icons-material/LogoutOutlined';
import MoreTime from '@mui/icons-material/MoreTimeOutlined';
import People from '@mui/icons-material/PeopleAltOutlined';
import ReceiptLong from '@mui/icons-material/ReceiptLongOutlined';
import ViewTimeline from '@mui/icons-material/ViewTimelineOutlined';
import Water from '@mui/icons-material/WaterDropOutlined';
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
  { path: '/gantt', title: TITLES.gantt, icon: ViewTimeline, group: PLAN, element: page(() => import('./board/gantt/gantt.page.tsx')) },
  {
    path: '/facility-calendar',
    title: TITLES.facilityCalendar,
    icon: CalendarViewWeek,
    group: PLAN,
    element: page(() => import('./board/calendar/facility-calendar.page.tsx')),
  },
  {
    path: '/holidays',
    title: TITLES.holidays,
    icon: EventBusy,
    group: MASTER,
    element: page(() => import('./calendar/holidays.page.tsx')),
  },
  { path: '/products', title: TITLES.products, icon: Category, group: MASTER, element: page(() => import('./master/products.page.tsx')) },
  { path: '/products/:id', title: TITLES.productEdit, hidden: true, element: page(() => import('./master/product.page.tsx')) },
  { path: '/tasks', title: TITLES.tasks, icon: AccountTree, group: MASTER, element: page(() => import('./master/tasks.page.tsx')) },
  { path: '/orders', title: TITLES.orders, icon: ReceiptLong, group: MASTER, element: page(() => import('./master/orders.page.tsx')) },
  { path: '/orders/:id', title: TITLES.orderDetail, hidden: true, element: page(() => import('./master/order.page.tsx')) },
  {
    path: '/order_tasks',
    title: TITLES.orderTasks,
    icon: ListAlt,
    group: MASTER,
    element: page(() => import('./master/order-tasks.page.tsx')),
  },
  { path: '/order_tasks/:id', title: TITLES.orderTaskDetail, hidden: true, element: page(() => import('./master/order-task.page.tsx')) },
  { path: '/casting', title: TITLES.castings, icon: Water, group: MASTER, element: page(() => import('./master/castings.page.tsx')) },
  {
    path: '/facilities',
    title: TITLES.facilities,
    icon: Factory,
    group: MASTER,
    element: page(() => import('./master/facilities.page.tsx')),
  },
  { path: '/facilities/:id', title: TITLES.facilityEdit, hidden: true, element: page(() => import('./master/facility.page.tsx')) },
  {
    path: '/facility_availability',
    title: TITLES.facilityAvailability,
    icon: MoreTime,
    group: MASTER,
    element: page(() => import('./calendar/availability.page.tsx')),
  },
  {
    path: '/outsourcings',
    title: TITLES.outsourcings,
    icon: Handshake,
    group: MASTER,
    element: page(() => import('./master/outsourcings.page.tsx')),
  },
  {
    path: '/outsourcings/add',
    title: TITLES.outsourcingAdd,
    hidden: true,
    operation: 'createOutsourcing',
    element: page(() => import('./master/outsourcing-add.page.tsx')),
  },
  { path: '/outsourcings/:id', title: TITLES.outsourcingEdit, hidden: true, element: page(() => import('./master/outsourcing.page.tsx')) },
  { path: '/employees', title: TITLES.employees, icon: People, group: MASTER, element: page(() => import('./master/employees.page.tsx')) },
  {
    path: '/employees/add',
    title: TITLES.employeeAdd,
    hidden: true,
    operation: 'createEmployee',
    element: page(() => import('./master/employee-add.page.tsx')),
  },
  { path: '/employees/:id', title: TITLES.employeeEdit, hidden: true, element: page(() => import('./master/employee.page.tsx')) },
  {
    path: '/master_check',
    title: TITLES.masterCheck,
    icon: FactCheck,
    group: WATCH,
    element: page(() => import('./master/master-check.page.tsx')),
  },
  {
    path: '/audit',
    title: TITLES.audit,
    icon: History,
    group: WATCH,
    operation: 'listAudit',
    element: page(() => import('./master/audit.page.tsx')),
  },
  { path: '/logout', title: TITLES.logout, icon: Logout, group: WATCH + 1, element: <LogoutPage /> },
  { path: '/not_found', title: TITLES.notFound, hidden: true, element: <NotFoundPage /> },
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
