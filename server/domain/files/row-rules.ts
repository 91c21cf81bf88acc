import { DEFAULT_PIECE_SETTINGS, inTonnes, metresOf, readPiece } from '../plant/piece.ts';
import { taskPurpose } from '../plant/task-purpose.ts';
import { IMPORT_TEXTS, RULE_TEXTS as TEXTS } from '../texts/files/imports.ts';
import type { TypedValue } from './cells/cell-context.ts';
import type { ImportKindName } from './imports.ts';

/** The converted cells of one row, by field. A field whose column is not in the file is absent. */
export type Values = Readonly<Record<string, TypedValue | undefined>>;
export type RuleReport = (level: 'error' | 'warning', field: string, text: string) => void;
type RowRule = (values: Values, report: RuleReport) => void;

const castingAfterDelivery: RowRule = (values, report) => {
  const { casting_date: casting, delivery_date: delivery } = values;
  if (typeof casting === 'string' && typeof delivery === 'string' && casting > delivery) {
    report('warning', 'casting_date', TEXTS.castingAfterDelivery(casting, delivery));
  }
};

/** Neither when it must be there nor when it is poured: nothing to plan from. */
const neverPlanned: RowRule = (values, report) => {
  if (values.delivery_date === null && values.casting_date === null) report('warning', 'delivery_date', TEXTS.neverPlanned);
};

const weightZero: RowRule = (values, report) => {
  if (values.weight === 0) report('warning', 'weight', TEXTS.weightZero);
};

const receivedMore: RowRule = (values, report) => {
  const { received_quantity: received, order_quantity: ordered } = values;
  if (typeof received === 'number' && typeof ordered === 'number' && received > ordered && ordered > 0) {
    report('warning', 'received_quantity', TEXTS.receivedMore(received, ordered));
  }
};

const receivedWithoutDate: RowRule = (values, report) => {
  if (values.received === true && values.last_reception_date === null) {
    report('warning', 'last_reception_date', TEXTS.receivedWithoutDate);
  }
};

const tonnes: RowRule = (values, report) => {
  if (typeof values.max_weight === 'number' && inTonnes(values.max_weight)) report('warning', 'max_weight', TEXTS.tonnes);
};

/** A task given by its name alone would be dropped without a word. */
const codeForName: RowRule = (values, report) => {
  if (values.task_code === '' && typeof values.task_name === 'string' && values.task_name !== '') {
    report('error', 'task_code', TEXTS.taskCodeForName);
  }
};

const numberOf = (value: TypedValue | undefined): number | null => (typeof value === 'number' ? value : null);

/** Volume against the box as the engine reads it, by the settings that it has unless a plant says otherwise. */
const volumeAgainstBox: RowRule = (values, report) => {
  const { depth, width, height, volume } = values;
  if (typeof depth !== 'number' || typeof width !== 'number' || typeof height !== 'number') return;
  const sizes = { depth, width, height };
  if (metresOf(sizes, DEFAULT_PIECE_SETTINGS.metre_limit).millimetres) report('warning', 'depth', TEXTS.millimetres);
  if (typeof volume !== 'number') return;
  const product = { ...sizes, volume, volume_factor: numberOf(values.volume_factor), round_up: numberOf(values.round_up) };
  const { box, oddVolume } = readPiece({ weight: null }, product, DEFAULT_PIECE_SETTINGS);
  if (oddVolume) report('warning', 'volume', TEXTS.volumeDiffers(volume, box.toFixed(4)));
};

/** The product file carries heat recipes only; any other task in it is named, not dropped in silence. */
const heatTaskOnly: RowRule = (values, report) => {
  const code = values.task_code;
  if (typeof code === 'string' && code !== '' && taskPurpose(code) !== 'heat') report('warning', 'task_code', TEXTS.taskNotHeat(code));
};

const facilityForProcessing: RowRule = (values, report) => {
  const code = String(values.task_code ?? '');
  if (taskPurpose(code) === 'processing' && values.facility_code === '') report('error', 'facility_code', IMPORT_TEXTS.required);
};

/** What the cells of one row must say together, by kind. */
export const ROW_RULES: Readonly<Partial<Record<ImportKindName, readonly RowRule[]>>> = {
  facilities: [codeForName, tonnes],
  products: [codeForName, heatTaskOnly, volumeAgainstBox],
  'heat-treatments': [facilityForProcessing],
  orders: [castingAfterDelivery, neverPlanned, weightZero],
  'order-tasks': [receivedMore, receivedWithoutDate],
};

const TASK_CODE_SHAPE = /^\d{3}-\d{4}-\d{3}$/;

/** A process file whose codes do not look like processes (a product file dropped on the wrong panel). Gives the sentence, if any. */
export function unusualTaskCodes(codes: readonly string[]): string | undefined {
  const unusual = codes.filter((code) => !TASK_CODE_SHAPE.test(code)).length;
  return codes.length > 0 && unusual / codes.length > 0.2 ? TEXTS.unusualTaskCodes(unusual) : undefined;
}

/** What all rows of a file must say together, by kind: sentences that warn. */
export const FILE_RULES: Readonly<Partial<Record<ImportKindName, (rows: readonly Values[]) => string | undefined>>> = {
  tasks: (rows) => unusualTaskCodes(rows.map((values) => String(values.task_code ?? ''))),
};
