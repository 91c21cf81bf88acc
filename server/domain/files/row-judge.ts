import { IMPORT_TEXTS as TEXTS } from '../texts/files/imports.ts';
import { differencesOf, same } from './cells/cell-words.ts';
import { alsoJoined, keptAsIs, lostZeros } from './cells/zeros.ts';
import type { ImportColumn, ImportKind } from './imports.ts';
import { type ImportRow, type Issues, type JoinedRow, keyText, type Line, type Repair, type ReportLine } from './issues.ts';
import { FILE_RULES, ROW_RULES } from './row-rules.ts';

/** Judges converted rows among each other: rules of the kind, keys that come twice, rows of one owner that disagree, zeros that were lost. */
export function judgeRows(
  kind: ImportKind,
  lines: readonly Line[],
  accepted: readonly Repair[],
  report: ReportLine,
  found: Issues,
): { rows: ImportRow[]; repairs: Repair[]; joined_rows: JoinedRow[] } {
  const rules = ROW_RULES[kind.name] ?? [];
  for (const line of lines) {
    for (const rule of rules) rule(line.values, (level, field, text) => line.wrong?.has(field) || report(line, level, field, text));
  }
  const { kept: rows, joined } = joinDuplicates(kind, lines, report, found);
  agreeWithOwner(kind, rows, report);
  const fileRule = FILE_RULES[kind.name]?.(rows.map(({ values }) => values));
  if (fileRule !== undefined) found.add('warning', null, null, fileRule);
  const kept = keptAsIs(accepted);
  const repairs = kind.columns
    .filter((column) => column.zeros && !column.refers)
    .flatMap((column) => lostZeros(column, rows, kept, report));
  return { rows, repairs: alsoJoined(repairs, joined), joined_rows: joined };
}

const differs = (one: ImportRow, other: ImportRow): boolean =>
  Object.keys(one.values).some((field) => !same(one.values[field], other.values[field]));

/** The same key twice: identical rows count once, different ones are both bad; never does the last one win (hazard H19). */
function joinDuplicates(
  kind: ImportKind,
  lines: readonly Line[],
  report: ReportLine,
  found: Issues,
): { kept: Line[]; joined: JoinedRow[] } {
  const seen = new Map<string, Line>();
  const kept: Line[] = [];
  const joined: JoinedRow[] = [];
  const columns = kind.columns.filter(({ field }) => !kind.key.includes(field));
  const named = kind.columns.findLast((column) => kind.key.includes(column.field)) as ImportColumn;
  for (const line of lines) {
    const key = kind.key.map((field) => keyText(line.values[field])).join('\u0000');
    const first = line.unkeyed ? undefined : seen.get(key);
    if (first !== undefined && !line.bad && !first.bad && !differs(first, line)) {
      joined.push({ row: line.row, same_as: first.row });
      continue;
    }
    kept.push(line);
    if (line.unkeyed) continue;
    if (first === undefined) seen.set(key, line);
    else {
      const { field, text } = duplicateName(kind, named, line);
      const said = TEXTS.duplicate(text, first.row, differencesOf(columns, first, line), otherSpelling(kind, first, line));
      report(line, 'error', field, said, [first.row]);
      first.bad = true;
    }
  }
  if (joined.length > 0) found.add('warning', null, null, TEXTS.duplicateSame(joined.map(({ row }) => row)));
  return { kept, joined };
}

/** A key that two rows spell differently: nobody sees it in the sheet. */
function otherSpelling(kind: ImportKind, one: Line, other: Line): string | undefined {
  const field = kind.key.find((name) => typeof one.values[name] === 'string' && one.values[name] !== other.values[name]);
  return field && String(one.values[field]);
}

/** The last key cell that is not empty names the duplicate. */
function duplicateName(kind: ImportKind, last: ImportColumn, line: Line): { field: string; text: string } {
  const shown = (line.values[last.field] ?? '') === '' ? (kind.key[0] as string) : last.field;
  return { field: shown, text: String(line.values[shown] ?? '') };
}

/** Rows of one product or facility must agree on what is its own. */
function agreeWithOwner(kind: ImportKind, rows: readonly Line[], report: ReportLine): void {
  const owner = kind.owner;
  if (owner === undefined) return;
  const columns = kind.columns.filter(({ field }) => owner.fields.includes(field));
  const first = new Map<string, Line>();
  for (const line of rows) {
    if (line.unkeyed) continue;
    const key = keyText(line.values[owner.key]);
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, line);
      continue;
    }
    const differences = differencesOf(columns, other, line);
    if (differences.length > 0) {
      report(line, 'error', owner.key, TEXTS.ownerDiffers(String(line.values[owner.key]), other.row, differences));
    }
  }
}
