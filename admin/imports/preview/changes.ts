import { changeInWords, keyInWords } from '../../../server/domain/files/change-words.ts';
import type { ImportKind } from '../../../server/domain/files/imports.ts';
import { CHANGE_TEXTS } from '../../../server/domain/texts/files/imports.ts';
import { clean } from '../../providers/fold.ts';
import type { ImportAnswer } from '../send.ts';

export const SORTS = ['added', 'changed', 'deleted'] as const;
/** What becomes of a record. */
export type Sort = (typeof SORTS)[number];

/** One line of what an import would do. */
export interface ChangeLine {
  sort: Sort;
  /** Null for a record that goes. */
  row: number | null;
  key: string;
  /** What people call it. */
  name: string;
  field: string;
  old: string;
  new: string;
}

/** How many records each sort has. */
export const countsOf = (answer: ImportAnswer): Record<Sort, number> => ({
  added: answer.new ?? 0,
  changed: answer.changed_count ?? 0,
  deleted: answer.deleted ?? 0,
});

/** What the import would do, by row, what goes at the end. `nameOf`: the name that stands in a row of the file. */
export function linesOf(kind: ImportKind, { added = [], changed = [] }: ImportAnswer, nameOf: (row: number) => string): ChangeLine[] {
  const fresh = added.map(({ row, key }): ChangeLine => {
    return { sort: 'added', row, key: keyInWords(key), name: nameOf(row), field: '', old: '', new: '' };
  });
  const others = changed.map((change): ChangeLine => {
    const { key, name, old, new: now } = changeInWords(kind, change);
    return {
      sort: sortOf(change, added),
      row: change.row,
      key,
      name: change.row === null ? '' : nameOf(change.row),
      field: name,
      old,
      new: now,
    };
  });
  const place = ({ row }: ChangeLine): number => row ?? Number.POSITIVE_INFINITY;
  return [...fresh, ...others].sort((one, other) => (place(one) === place(other) ? 0 : place(one) - place(other)));
}

/** What comes with a new record is new, too. */
function sortOf(
  { key, field, old, new: now }: NonNullable<ImportAnswer['changed']>[number],
  added: NonNullable<ImportAnswer['added']>,
): Sort {
  if (!(field in CHANGE_TEXTS.records)) return 'changed';
  if ((now ?? null) === null) return 'deleted';
  return (old ?? null) === null && added.some((record) => key.startsWith(`${record.key} `)) ? 'added' : 'changed';
}

/** Whether one of these texts holds what is looked for, whatever the width and case. */
export const holds = (texts: readonly string[], wanted: string): boolean =>
  wanted === '' || texts.some((text) => clean(text).includes(wanted));
