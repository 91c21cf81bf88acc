import AccountTree from '@mui/icons-material/AccountTreeOutlined';
import AssignmentTurnedIn from '@mui/icons-material/AssignmentTurnedInOutlined';
import CalendarViewWeek from '@mui/icons-material/CalendarViewWeekOutlined';
import Category from '@mui/icons-material/CategoryOutlined';
import DriveFolderUpload from '@mui/icons-material/DriveFolderUploadOutlined';
import EventAvailable from '@mui/icons-material/EventAvailableOutlined';
import EventBusy from '@mui/icons-material/EventBusyOutlined';
import FactCheck from '@mui/icons-material/FactCheckOutlined';
import Factory from '@mui/icons-material/FactoryOutlined';
import FileDownload from '@mui/icons-material/FileDownloadOutlined';
import Handshake from '@mui/icons-material/HandshakeOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import Insights from '@mui/icons-material/InsightsOutlined';
import ListAlt from '@mui/icons-material/ListAltOutlined';
import LocalShipping from '@mui/icons-material/LocalShippingOutlined';
import Logout from '@mui/icons-material/LogoutOutlined';
import Timeline from '@mui/icons-material/ManageHistoryOutlined';
import MoreTime from '@mui/icons-material/MoreTimeOutlined';
import NightsStay from '@mui/icons-material/NightsStayOutlined';
import People from '@mui/icons-material/PeopleAltOutlined';
import ReceiptLong from '@mui/icons-material/ReceiptLongOutlined';
import TabletAndroid from '@mui/icons-material/TabletAndroidOutlined';
import UploadFile from '@mui/icons-material/UploadFileOutlined';
import ViewTimeline from '@mui/icons-material/ViewTimelineOutlined';
import Water from '@mui/icons-material/WaterDropOutlined';
import type { ComponentType } from 'react';
import { Loading, type RaRecord } from 'react-admin';
import type { OperationId } from '../server/contract/handlers.ts';
import { formatInstant } from '../server/domain/ground/plant-time.ts';
import type { ScreenName } from '../server/domain/ground/screens.ts';
import { type Later, later } from './parts/later.tsx';
import { useAttention } from './promises/use-attention.ts';
import { LogoutPage } from './session/LogoutPage.tsx';
import { nightSpan } from './texts/parts.ts';
import { TITLES } from './texts/shell.ts';

/** One entry of the menu and what opens under its address: a resource (with a list) or a page of its own. */
export interface Screen {
  /** The first segment of the address, and the resource's name. Its words stand in texts/resources.ts. */
  name: ScreenName;
  icon: ComponentType;
  /** Entries of one number stand together in the menu. */
  group: number;
  list?: ComponentType;
  edit?: ComponentType;
  /** Under `name/add`. */
  add?: ComponentType;
  /** How titles, buttons and dialogs name a row. */
  recordRepresentation?: (row: RaRecord) => string;
  /** Instead of a list, with its title: a page that is no resource. */
  page?: ComponentType;
  title?: string;
  /** How many things wait there, as a number on its icon. */
  useCount?: () => number;
  /** Who may not call this has no use for it, and does not find it in the menu. */
  needs?: OperationId;
}

const fetched = (load: () => Promise<{ default: ComponentType }>) => later(async () => (await load()).default, <Loading />);

const PLAN = 1;
const MASTER = 2;
const WATCH = 3;
const LEAVE = 4;

/** Every entry of the menu, in its order. */
export const SCREENS: readonly Screen[] = [
  {
    name: 'gantt',
    title: TITLES.gantt,
    icon: ViewTimeline,
    group: PLAN,
    page: fetched(() => import('./board/pages/gantt/gantt.page.tsx')),
  },
  {
    name: 'facility-calendar',
    title: TITLES.facilityCalendar,
    icon: CalendarViewWeek,
    group: PLAN,
    page: fetched(() => import('./board/pages/calendar/facility-calendar.page.tsx')),
  },
  {
    name: 'promises',
    title: TITLES.promises,
    icon: EventAvailable,
    group: PLAN,
    page: fetched(() => import('./promises/promises.page.tsx')),
    useCount: useAttention,
  },
  { name: 'today', title: TITLES.today, icon: AssignmentTurnedIn, group: PLAN, page: fetched(() => import('./today/today.page.tsx')) },
  {
    name: 'outsourcing-work',
    title: TITLES.outsourcingWork,
    icon: LocalShipping,
    group: PLAN,
    page: fetched(() => import('./outsourcing/outsourcing-work.page.tsx')),
  },
  { name: 'figures', title: TITLES.figures, icon: Insights, group: PLAN, page: fetched(() => import('./figures/figures.page.tsx')) },
  { name: 'excels', icon: FileDownload, group: PLAN, list: fetched(() => import('./exports/excels.page.tsx')) },
  {
    name: 'imports',
    title: TITLES.imports,
    needs: 'importOrders',
    icon: DriveFolderUpload,
    group: PLAN,
    page: fetched(() => import('./imports/many/imports.page.tsx')),
  },
  { name: 'holidays', title: TITLES.holidays, icon: EventBusy, group: MASTER, page: fetched(() => import('./calendar/holidays.page.tsx')) },
  {
    name: 'products',
    icon: Category,
    group: MASTER,
    list: fetched(() => import('./master/products/list.tsx')),
    edit: fetched(() => import('./master/products/edit.tsx')),
    recordRepresentation: (row) => `${row.product_code} ${row.product_name}`,
  },
  {
    name: 'tasks',
    icon: AccountTree,
    group: MASTER,
    list: fetched(() => import('./master/tasks/list.tsx')),
    edit: fetched(() => import('./master/tasks/edit.tsx')),
    recordRepresentation: (row) => `${row.task_code} ${row.task_name}`,
  },
  {
    name: 'orders',
    icon: ReceiptLong,
    group: MASTER,
    list: fetched(() => import('./master/orders/list.tsx')),
    edit: fetched(() => import('./master/orders/detail.tsx')),
    recordRepresentation: (row) => `${row.serial_number} ${row.product_name}`,
  },
  {
    name: 'order_tasks',
    icon: ListAlt,
    group: MASTER,
    list: fetched(() => import('./master/order-tasks/list.tsx')),
    edit: fetched(() => import('./master/order-tasks/detail.tsx')),
    recordRepresentation: (row) => `${row.serial_number} ${row.product_name}`,
  },
  { name: 'casting', icon: Water, group: MASTER, list: fetched(() => import('./master/castings/list.tsx')) },
  {
    name: 'facilities',
    icon: Factory,
    group: MASTER,
    list: fetched(() => import('./master/facilities/list.tsx')),
    edit: fetched(() => import('./master/facilities/edit.tsx')),
    recordRepresentation: (row) => `${row.facility_code} ${row.facility_name}`,
  },
  {
    name: 'facility_availability',
    title: TITLES.facilityAvailability,
    icon: MoreTime,
    group: MASTER,
    page: fetched(() => import('./calendar/availability.page.tsx')),
  },
  {
    name: 'outsourcings',
    icon: Handshake,
    group: MASTER,
    list: fetched(() => import('./master/outsourcings/list.tsx')),
    edit: fetched(() => import('./master/outsourcings/edit.tsx')),
    add: fetched(() => import('./master/outsourcings/create.tsx')),
    recordRepresentation: (row) => `${row.outsourcing_code} ${row.name}`,
  },
  {
    name: 'employees',
    icon: People,
    group: MASTER,
    list: fetched(() => import('./master/employees/list.tsx')),
    edit: fetched(() => import('./master/employees/edit.tsx')),
    add: fetched(() => import('./master/employees/create.tsx')),
    recordRepresentation: (row) => `${row.employee_id} ${row.name}`,
  },
  {
    name: 'terminals',
    title: TITLES.terminals,
    icon: TabletAndroid,
    group: MASTER,
    page: fetched(() => import('./terminals/terminals.page.tsx')),
  },
  {
    name: 'master_check',
    title: TITLES.masterCheck,
    icon: FactCheck,
    group: WATCH,
    page: fetched(() => import('./master/master-check.page.tsx')),
  },
  {
    name: 'import-history',
    icon: UploadFile,
    group: WATCH,
    list: fetched(() => import('./master/import-history/list.tsx')),
    edit: fetched(() => import('./master/import-history/detail.tsx')),
    recordRepresentation: (row) => `${row.file_name} ${formatInstant(row.at)}`,
  },
  {
    name: 'run-history',
    title: TITLES.runHistory,
    icon: Timeline,
    group: WATCH,
    page: fetched(() => import('./figures/run-history.page.tsx')),
  },
  {
    name: 'nights',
    icon: NightsStay,
    group: WATCH,
    list: fetched(() => import('./master/nights/list.tsx')),
    edit: fetched(() => import('./master/nights/detail.tsx')),
    recordRepresentation: (row) => nightSpan(row.started_at, row.finished_at),
  },
  { name: 'audit', icon: History, group: WATCH, list: fetched(() => import('./master/audit/list.tsx')) },
  { name: 'logout', title: TITLES.logout, icon: Logout, group: LEAVE, page: LogoutPage },
];

/** Begins to fetch the page of an address, while the session is still asked for. */
export function fetchPage(address: string): void {
  const [name, row] = address.split('/').filter(Boolean);
  const screen = SCREENS.find((one) => one.name === name);
  const page = row === undefined ? (screen?.list ?? screen?.page) : row === 'add' ? screen?.add : screen?.edit;
  if (page && 'fetch' in page) void (page as Later<object>).fetch().catch(() => undefined);
}
