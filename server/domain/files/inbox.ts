import { alike } from '../ground/fold.ts';
import { IMPORT_KINDS, type ImportKindName } from './imports.ts';

/** What a file of the inbox is by its name. */
export type InboxName =
  /** A file of this kind: `08-orders.xlsx`, `orders_20260401.csv`, the kind's Japanese label instead of its name. */
  | { is: 'kind'; kind: ImportKindName; order: number }
  /** Nobody handed it in: hidden, the lock of an open workbook, a file under way. */
  | { is: 'ignored' }
  /** A file of no kind that an import takes. */
  | { is: 'foreign' };

const IGNORED = /^(\.|~\$)|\.(tmp|part|partial|crdownload|swp)$|^(thumbs\.db|desktop\.ini)$/i;
/** How the names of files end that are taken in; what a file is, its bytes say. */
export const IMPORT_ENDINGS = ['.xlsx', '.xlsm', '.csv', '.tsv', '.txt'] as const;
const IMPORTABLE = new RegExp(`(?:${IMPORT_ENDINGS.map((ending) => `\\${ending}`).join('|')})$`);

const folded = (text: string): string => alike(text).toLowerCase();

/** Names and labels of the kinds, the longest first: a file of 工程情報 is none of 工程. */
const NAMES = IMPORT_KINDS.flatMap(({ name, label, order }) =>
  [name, folded(label)].map((text) => ({ text, found: { is: 'kind', kind: name, order } as const })),
).sort((one, other) => other.text.length - one.text.length);

/** Whether a name ends as those of import files do. */
export const hasImportEnding = (name: string): boolean => IMPORTABLE.test(folded(name));

/** Tells the kind by the name alone; a number in front and anything after a separator may stand around it. */
export function inboxName(name: string): InboxName {
  if (IGNORED.test(name)) return { is: 'ignored' };
  const plain = folded(name);
  if (!IMPORTABLE.test(plain)) return { is: 'foreign' };
  const stem = plain.replace(IMPORTABLE, '').replace(/^\d{1,3}[-_ .]+/, '');
  const match = NAMES.find(({ text }) => stem.startsWith(text) && !/^[\p{L}]/u.test(stem.slice(text.length)));
  return match?.found ?? { is: 'foreign' };
}
