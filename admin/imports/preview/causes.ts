import type { ImportKind } from '../../../server/domain/files/imports.ts';
import type { Repair } from '../../../server/domain/files/issues.ts';
import { cellOf, namedBy } from '../../../server/domain/files/issues.ts';
import { IMPORT_TEXTS } from '../../../server/domain/texts/files/imports.ts';
import type { Said } from '../together.ts';

/** What several rows have in common, and what may be decided about all of them at once. */
export interface Cause {
  /** The sentence; without row numbers where several rows say it. */
  text: string;
  rows: readonly number[];
  sentences: number;
  /** Whether the sentence leaves rows unnamed. */
  unnamed: boolean;
  /** Lost zeros to give back, of every row that holds the same. */
  repairs: readonly Repair[];
  /** The same cells, and those that would double something, as they stand. */
  kept: readonly Repair[];
  /** A lot that is there could take the spelling of the file. */
  joins: boolean;
}

/** The cell of a row as the file spells it. */
type ValueAt = (row: number, field: string) => string;

/** Issues by what they say, in their order; `offered`: lost zeros that are not decided about. */
export function causesOf(kind: ImportKind, issues: readonly Said[], offered: readonly Repair[], valueAt: ValueAt): Cause[] {
  const groups = new Map<string, Said[]>();
  for (const issue of issues) {
    const key = issue.row === null ? `file ${issue.text}` : IMPORT_TEXTS.causeOf(issue.text);
    const group = groups.get(key);
    if (group) group.push(issue);
    else groups.set(key, [issue]);
  }
  const offers = offersOf(kind, offered, valueAt);
  return [...groups.values()].map((group) => causeOf(kind, group, offers, valueAt));
}

function causeOf(kind: ImportKind, group: readonly Said[], offers: Offers, valueAt: ValueAt): Cause {
  const [first] = group as [Said, ...Said[]];
  const rows = [...new Set(group.flatMap(({ row, also = [] }) => (row === null ? [] : [row, ...also])))].sort((one, other) => one - other);
  const named = namedBy(kind, first);
  // All cells of an offer are one array.
  const repairs = [...new Set(named.flatMap(({ field }) => rows.map((row) => offers.get(cellOf({ row, field })) ?? NONE)))].flat();
  const doubled = group.some(({ doubles }) => doubles) && first.field !== null ? first.field : undefined;
  const cells = new Map(repairs.filter(({ field }) => mayStand(kind, field)).map((repair) => [cellOf(repair), asItIs(repair)]));
  if (doubled) {
    for (const row of rows) cells.set(cellOf({ row, field: doubled }), asItIs({ row, field: doubled, from: valueAt(row, doubled) }));
  }
  return {
    text: group.length > 1 ? IMPORT_TEXTS.causeOf(first.text) : first.text,
    rows,
    sentences: group.length,
    unnamed: group.length > 1 || (doubled !== undefined && rows.length > 1 && !IMPORT_TEXTS.namesAll(first.text, rows)),
    repairs,
    kept: [...cells.values()],
    joins: doubled === 'lot_number' && !repairs.some(({ field }) => field === doubled),
  };
}

const asItIs = ({ row, field, from }: Omit<Repair, 'to'>): Repair => ({ row, field, from, to: from });

/** A code that must be known cannot be taken in as it is. */
const mayStand = (kind: ImportKind, name: string): boolean =>
  kind.columns.some(({ field, zeros, refers }) => field === name && zeros === true && refers === undefined);

const NONE: readonly Repair[] = [];

/** By cell, all cells of the same thing in which the same is proposed. */
type Offers = ReadonlyMap<string, readonly Repair[]>;

function offersOf(kind: ImportKind, offered: readonly Repair[], valueAt: ValueAt): Offers {
  const owners = new Map(kind.columns.map(({ field, within }) => [field, within]));
  const alike = new Map<string, Repair[]>();
  const offers = new Map<string, readonly Repair[]>();
  for (const repair of offered) {
    const { row, field, from, to } = repair;
    const within = owners.get(field);
    const key = JSON.stringify([field, from, to, within === undefined ? '' : valueAt(row, within)]);
    const cells = alike.get(key) ?? [];
    cells.push(repair);
    alike.set(key, cells);
    offers.set(cellOf(repair), cells);
  }
  return offers;
}
