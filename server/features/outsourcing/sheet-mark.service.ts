import { createHash } from 'node:crypto';
import { trimmed } from '../../domain/ground/fold.ts';
import type { WorkDetail } from './outsourcing.store.ts';

/** The cells of a row that a partner must leave alone. */
export interface Identity {
  serial_number: string;
  lot_number: string;
  product_name: string;
  quantity: string;
  task_name: string;
}

/** The hidden last cell of a row: the row's owner, the state it was sent out with, and a check sum over both and the identifying cells. */
export interface Mark {
  order_task_id: number;
  answered_date: string;
  completed_quantity: string;
  note: string;
  check: string;
}

const digest = (...parts: readonly string[]): string => createHash('sha256').update(parts.join('\u001f')).digest('hex').slice(0, 12);
const noteDigest = (note: string): string => (note === '' ? '' : digest(note));

/** The cells as the sheet spells them. */
export const identityOf = (work: Omit<Identity, 'quantity'> & { quantity: number }): Identity => {
  const { serial_number, lot_number, product_name, quantity, task_name } = work;
  const plain = { serial_number, lot_number, product_name, quantity: String(quantity), task_name };
  return Object.fromEntries(Object.entries(plain).map(([field, text]) => [field, trimmed(text)])) as unknown as Identity;
};

/** The check sum of a row. */
export function checkOf({ order_task_id, answered_date, completed_quantity, note }: Omit<Mark, 'check'>, identity: Identity): string {
  const { serial_number, lot_number, product_name, quantity, task_name } = identity;
  const cells = [serial_number, lot_number, product_name, quantity, task_name];
  return digest(String(order_task_id), answered_date, completed_quantity, note, ...cells);
}

/** The text of the hidden cell of the work's row. */
export function markText(work: WorkDetail): string {
  const plain = {
    order_task_id: work.order_task_id,
    answered_date: work.answered_date ?? '',
    completed_quantity: String(work.completed_quantity ?? ''),
    note: noteDigest(work.note),
  };
  return [plain.order_task_id, plain.answered_date, plain.completed_quantity, plain.note, checkOf(plain, identityOf(work))].join('.');
}

/** Reads the hidden cell; undefined where it is none of ours. */
export function readMark(text: string): Mark | undefined {
  const match = /^([1-9]\d{0,15})\.(\d{4}-\d{2}-\d{2})?\.(\d{0,7})\.([0-9a-f]{12})?\.([0-9a-f]{12})$/.exec(text.trim());
  if (!match) return undefined;
  const [, id, answered_date = '', completed_quantity = '', note = '', check = ''] = match;
  return { order_task_id: Number(id), answered_date, completed_quantity, note, check };
}

/** Whether a remark is the one the sheet went out with. */
export const isSameNote = (mark: Mark, note: string): boolean => noteDigest(note) === mark.note;
