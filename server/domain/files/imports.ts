import { LIMITS } from '../ground/constants.ts';

/** The import kinds as a table: what a file of each kind holds, how its columns are spelled, and what its cells mean.
 * The browser's preview, the server and the CLI read this one description (docs/imports.md says how to add a kind or a column). */

export type ImportKindName =
  | 'holidays'
  | 'tasks'
  | 'facilities'
  | 'outsourcings'
  | 'employees'
  | 'products'
  | 'heat-treatments'
  | 'orders'
  | 'order-tasks'
  | 'castings';

/** How a cell converts; the number format of the cell never decides. */
export type CellType =
  /** An identifier: kept as text; a date cell or a fraction in it is refused. */
  | 'code'
  | 'text'
  | 'date'
  | 'integer'
  | 'number'
  /** 0/1, ○/×, 済/未 … */
  | 'boolean'
  /** 稼働/非稼働: true closes the day. */
  | 'closed_day'
  | 'cooling_method'
  | 'weekdays'
  | 'permission'
  | 'priority'
  /** Never shown, never logged, never in a message. */
  | 'secret';

/** The master data that a code column points at. */
export interface Reference {
  to: 'tasks' | 'facilities' | 'products' | 'orders' | 'outsourcings';
  /** What an unknown code is: an error of its row, or a warning. */
  unknown: 'error' | 'warning';
  /** A name that only one row has is taken as well as a code. */
  by_name?: boolean;
}

export interface ImportColumn {
  /** The name on the wire and in the database. */
  field: string;
  /** As the specification prints it; messages name the column by it. */
  header: string;
  /** Other headers that mean the same. Width, spaces and case need no spelling of their own. */
  spellings: readonly string[];
  type: CellType;
  /** The header must be in the file. */
  required: boolean;
  /** Each row must have a value here. */
  filled?: boolean;
  min?: number;
  max?: number;
  /** Decimals that are kept. */
  scale?: number;
  /** Units that may stand behind the number; any other is an error, nothing is converted. */
  units?: readonly string[];
  /** What an empty cell means; null where it is absent. */
  empty?: string | number | boolean;
  max_length?: number;
  refers?: Reference;
  /** Codes of one length, so that a spreadsheet that ate a leading zero can be noticed (hazard H10). */
  zeros?: boolean;
  /** The field whose things this code numbers the parts of: such codes are compared within it. */
  within?: string;
}

export interface ImportKind {
  name: ImportKindName;
  /** In messages and in the name of the error file. */
  label: string;
  /** The sheet's name in templates and generated files. */
  sheet: string;
  file_format: 'xlsx' | 'csv';
  /** The natural order of importing a folder, from 1; files are named `NN-<name>`. */
  order: number;
  /** The operation of the contract that imports it. */
  operation: string;
  columns: readonly ImportColumn[];
  /** A row may say that its thing is to go. */
  removes?: true;
  /** The fields that name a row; the same key twice in one file must be the same row. */
  key: readonly string[];
  /** Where several rows describe one thing: its key and the fields that must agree over them. */
  owner?: { key: string; fields: readonly string[] };
}

type Extra = Omit<Partial<ImportColumn>, 'field' | 'header' | 'type'>;
const column = (field: string, header: string, type: CellType, extra: Extra = {}): ImportColumn => ({
  spellings: [],
  required: false,
  ...(type === 'code' ? { max_length: LIMITS.code_length, empty: '' } : {}),
  ...(type === 'text' ? { max_length: LIMITS.name_length, empty: '' } : {}),
  ...extra,
  field,
  header,
  type,
});

const key: Extra = { required: true, filled: true };
const metres: Extra = { min: 0, max: LIMITS.size, scale: 4, units: ['m'] };
const cubicMetres: Extra = { min: 0, max: LIMITS.volume, scale: 6, units: ['m3', 'm³', '㎥'] };
const hours: Extra = { min: 0, max: LIMITS.hours, scale: 2, units: ['h', 'hr', '時間'], empty: 0 };
const days: Extra = { min: 0, max: LIMITS.days, units: ['日'] };
const degrees: Extra = { min: 0, max: LIMITS.temperature, scale: 2, units: ['℃', '°C', '度'], empty: 0 };
const kilograms: Extra = { min: 0, max: LIMITS.weight, scale: 3, units: ['kg'] };
const pieces: Extra = { min: 0, max: LIMITS.pieces, units: ['個', '本', '枚', '台'] };

const DIMENSIONS: readonly ImportColumn[] = [
  column('depth', '奥行', 'number', { ...metres, spellings: ['奥行(m)', '縦'] }),
  column('width', '幅', 'number', { ...metres, spellings: ['幅(m)', '横'] }),
  column('height', '高さ', 'number', { ...metres, spellings: ['高さ(m)', '高'] }),
  column('volume', '容積', 'number', { ...cubicMetres, spellings: ['容積(m3)', '体積'] }),
];

export const IMPORT_KINDS: readonly ImportKind[] = [
  {
    name: 'holidays',
    label: '休日',
    sheet: '休日',
    file_format: 'xlsx',
    order: 1,
    operation: 'importHolidays',
    columns: [
      column('date', '日付', 'date', { required: true, filled: true, spellings: ['年月日'] }),
      column('is_holiday', '稼働/非稼働区分', 'closed_day', { required: true, filled: true, spellings: ['稼働・非稼働区分', '稼働区分'] }),
    ],
    key: ['date'],
    removes: true,
  },
  {
    name: 'tasks',
    label: '工程',
    sheet: '工程',
    file_format: 'xlsx',
    order: 2,
    operation: 'importTasks',
    columns: [
      column('task_code', '製品ｺｰﾄﾞ', 'code', { ...key, spellings: ['工程ｺｰﾄﾞ'], zeros: true }),
      column('task_name', '製品名', 'text', { required: true, filled: true, spellings: ['工程名'] }),
    ],
    key: ['task_code'],
  },
  {
    name: 'facilities',
    label: '設備',
    sheet: '設備',
    file_format: 'xlsx',
    order: 3,
    operation: 'importFacilities',
    columns: [
      column('facility_code', '設備ｺｰﾄﾞ', 'code', { ...key, zeros: true }),
      column('facility_name', '設備名', 'text', { required: true, filled: true }),
      column('task_name', '工程名', 'text', { required: true }),
      column('task_code', '工程ｺｰﾄﾞ', 'code', { required: true, refers: { to: 'tasks', unknown: 'error' } }),
      column('availability', '設備数', 'integer', {
        ...pieces,
        required: true,
        filled: true,
        max: LIMITS.units,
        spellings: ['台数', '設備数(台)'],
      }),
      column('max_weight', '最大重量', 'number', { ...kilograms, required: true, spellings: ['最大重量(kg)'] }),
      ...DIMENSIONS,
    ],
    key: ['facility_code', 'task_code'],
    owner: { key: 'facility_code', fields: ['facility_name', 'availability', 'max_weight', 'depth', 'width', 'height', 'volume'] },
  },
  {
    name: 'outsourcings',
    label: '外注',
    sheet: '外注',
    file_format: 'xlsx',
    order: 4,
    operation: 'importOutsourcings',
    columns: [
      column('outsourcing_code', '外注ｺｰﾄﾞ', 'code', { ...key, spellings: ['外注先ｺｰﾄﾞ'], zeros: true }),
      column('name', '外注名', 'text', { required: true, filled: true, spellings: ['外注先名'] }),
    ],
    key: ['outsourcing_code'],
  },
  {
    name: 'employees',
    label: '社員',
    sheet: '社員',
    file_format: 'csv',
    order: 5,
    operation: 'importEmployees',
    columns: [
      column('employee_id', '社員ID', 'code', { ...key, spellings: ['社員番号', '社員ｺｰﾄﾞ'], zeros: true }),
      column('password', 'パスワード', 'secret', { required: true, max_length: LIMITS.password_length }),
      column('name', '氏名', 'text', { required: true, filled: true, spellings: ['名前', '社員名'] }),
      column('name_furigana', 'フリガナ', 'text', { required: true, spellings: ['ふりがな', '氏名フリガナ'] }),
      column('permission', '権限', 'permission', { required: true, filled: true, spellings: ['役割'] }),
    ],
    key: ['employee_id'],
  },
  {
    name: 'products',
    label: '製品',
    sheet: '製品',
    file_format: 'xlsx',
    order: 6,
    operation: 'importProducts',
    columns: [
      column('product_code', '製品ｺｰﾄﾞ', 'code', { ...key, zeros: true }),
      column('product_name', '製品名', 'text', { required: true, filled: true }),
      column('customer_name', '得意先名', 'text', { required: true, spellings: ['客先名'] }),
      column('task_code', '工程ｺｰﾄﾞ', 'code', { refers: { to: 'tasks', unknown: 'error' } }),
      column('task_name', '工程名', 'text'),
      column('temperature', '温度', 'number', { ...degrees, spellings: ['温度(℃)'] }),
      column('retention_time', '保持時間', 'number', { ...hours, spellings: ['保持時間(h)'] }),
      column('cooling_method', '冷却方法', 'cooling_method', { empty: '空冷' }),
      column('volume_factor', '容積係数', 'number', { min: 0, max: LIMITS.volume_factor, scale: 4, spellings: ['体積係数'] }),
      ...DIMENSIONS,
      column('round_up', '切上', 'number', { ...cubicMetres, spellings: ['切上容積', '切上げ'] }),
    ],
    key: ['product_code', 'task_code'],
    owner: {
      key: 'product_code',
      fields: ['product_name', 'customer_name', 'volume_factor', 'depth', 'width', 'height', 'volume', 'round_up'],
    },
  },
  {
    name: 'heat-treatments',
    label: '熱処理情報',
    sheet: '熱処理・加工機',
    file_format: 'xlsx',
    order: 7,
    operation: 'importHeatTreatments',
    columns: [
      column('product_code', '製品ｺｰﾄﾞ', 'code', { ...key, refers: { to: 'products', unknown: 'error' }, zeros: true }),
      column('task_code', '工程', 'code', { ...key, spellings: ['工程ｺｰﾄﾞ'], refers: { to: 'tasks', unknown: 'error', by_name: true } }),
      column('facility_code', '設備コード', 'code', { required: true, refers: { to: 'facilities', unknown: 'error' } }),
      column('demolding_time', '解枠時間', 'number', { ...hours, required: true, spellings: ['解枠時間(h)'] }),
      column('temperature', '温度', 'number', { ...degrees, required: true, spellings: ['温度(℃)'] }),
      column('retention_time', '保持時間', 'number', { ...hours, required: true, spellings: ['保持時間(h)'] }),
      column('cooling_method', '冷却方法', 'cooling_method', { required: true, empty: '空冷' }),
      column('cooling_time', '冷却時間', 'number', { ...hours, required: true, spellings: ['冷却時間(h)'] }),
      column('work_settings', '基本実施曜日', 'weekdays', { required: true }),
      column('waiting_days', '待ち日数', 'integer', { ...days, required: true, spellings: ['待ち日数(日)'] }),
    ],
    key: ['product_code', 'task_code', 'facility_code'],
  },
  {
    name: 'orders',
    label: 'オーダー',
    sheet: 'オーダー',
    file_format: 'xlsx',
    order: 8,
    operation: 'importOrders',
    columns: [
      column('serial_number', '製番', 'code', { ...key, zeros: true }),
      column('product_code', '製番_製品ｺｰﾄﾞ', 'code', { ...key, refers: { to: 'products', unknown: 'warning' }, zeros: true }),
      column('product_name', '製品名', 'text', { required: true }),
      column('number', '発注数', 'integer', { ...pieces, required: true, filled: true, min: 1 }),
      column('weight', '製番_単重量', 'number', { ...kilograms, required: true }),
      column('delivery_status', '製番_納入状態', 'text', { required: true }),
      column('material', '製番_材質名', 'text', { required: true }),
      column('delivery_date', '製番_製作納期', 'date', { required: true }),
      column('casting_date', '納期', 'date', { required: true }),
      column('priority', '優先度', 'priority', { spellings: ['優先順位', '優先区分'] }),
    ],
    key: ['serial_number'],
  },
  {
    name: 'order-tasks',
    label: '工程情報',
    sheet: '工程情報',
    file_format: 'xlsx',
    order: 9,
    operation: 'importOrderTasks',
    columns: [
      column('serial_number', '製番', 'code', { ...key, refers: { to: 'orders', unknown: 'error' }, zeros: true }),
      column('lot_number', '追番', 'code', { required: true, zeros: true, within: 'serial_number' }),
      column('arrangement', '手配', 'text', { required: true }),
      column('task_sort', '工程順', 'integer', {
        required: true,
        filled: true,
        min: 0,
        max: LIMITS.task_sort,
        spellings: ['工順', '工程No', '工程No.'],
      }),
      column('task_code', '工程ｺｰﾄﾞ', 'code', { ...key, refers: { to: 'tasks', unknown: 'error' } }),
      column('task_name', '工程名', 'text', { required: true }),
      column('outsourcing_code', '外注ｺｰﾄﾞ', 'code', {
        required: true,
        spellings: ['外注先ｺｰﾄﾞ'],
        refers: { to: 'outsourcings', unknown: 'warning' },
      }),
      column('order_name', '手配先名', 'text', { required: true, spellings: ['発注先名', '外注先名'] }),
      column('setup_hours', '段取時間', 'number', { ...hours, required: true, spellings: ['段取時間(h)'] }),
      column('work_hours', '作業時間', 'number', { ...hours, required: true, spellings: ['作業時間(h)'] }),
      column('solution_frame_days', '解枠LT', 'integer', { ...days, required: true, empty: 0, spellings: ['解枠LT(日)'] }),
      column('received', '受入', 'boolean', { required: true, empty: false, spellings: ['受入済', '受入区分'] }),
      column('last_reception_date', '最終受入日', 'date', { required: true }),
      column('order_quantity', '発注数', 'integer', { ...pieces, required: true, empty: 0, spellings: ['手配数'] }),
      column('received_quantity', '受入数', 'integer', { ...pieces, required: true, empty: 0 }),
    ],
    key: ['serial_number', 'lot_number', 'task_sort'],
  },
  {
    name: 'castings',
    label: '鋳込み',
    sheet: '鋳込',
    file_format: 'xlsx',
    order: 10,
    operation: 'importCastings',
    columns: [
      column('serial_number', '製番', 'code', { ...key, refers: { to: 'orders', unknown: 'error' }, zeros: true }),
      column('lot_number', '追番', 'code', { required: true, zeros: true, within: 'serial_number' }),
      column('casting_date', '鋳込', 'date', { required: true, filled: true, spellings: ['鋳込日', '鋳込み日'] }),
    ],
    key: ['serial_number', 'lot_number'],
  },
];

/** The kind of this name, or undefined. */
export const importKind = (name: string): ImportKind | undefined => IMPORT_KINDS.find((kind) => kind.name === name);

/** The file name of a kind in a folder: `08-orders.xlsx`. */
export const importFileName = (kind: ImportKind): string => `${String(kind.order).padStart(2, '0')}-${kind.name}.${kind.file_format}`;
