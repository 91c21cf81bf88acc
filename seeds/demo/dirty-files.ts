import { IMPORT_KINDS, type ImportColumn, type ImportKind, importFileName } from '../../server/domain/files/imports.ts';
import { type Random, streamOf, whole } from './random.ts';
import type { Demo, DemoOptions, FileCell, FileGrid } from './types.ts';

/** What an import must make of a planted spelling: A taken silently, I noted, W warned of, E the row refused. `row` is the number that Excel shows. */
export type Answer = { file: string; row: number; code: string; expected: 'A' | 'I' | 'W' | 'E'; column: string | null; note: string };

type Spelling = { code: string; expected: Answer['expected']; note: string; spell(cell: FileCell): FileCell | undefined };

const wide = (text: string): string => text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
const iso = (cell: FileCell): string | undefined => (cell instanceof Date ? cell.toISOString().slice(0, 10) : undefined);
const parts = (cell: FileCell): [number, number, number] | undefined =>
  iso(cell)?.split('-').map(Number) as [number, number, number] | undefined;
const HEISEI_END = 2018;

const DATES: readonly Spelling[] = [
  {
    code: 'H04',
    expected: 'A',
    note: '令和8年4月1日',
    spell: (cell) => spelledDate(cell, (y, m, d) => `令和${y - HEISEI_END}年${m}月${d}日`),
  },
  { code: 'H04', expected: 'A', note: 'R8.4.1', spell: (cell) => spelledDate(cell, (y, m, d) => `R${y - HEISEI_END}.${m}.${d}`) },
  { code: 'H05', expected: 'A', note: '2026.4.1', spell: (cell) => spelledDate(cell, (y, m, d) => `${y}.${m}.${d}`) },
  { code: 'H05', expected: 'A', note: '20260401', spell: (cell) => iso(cell)?.replaceAll('-', '') },
  { code: 'H05', expected: 'A', note: '２０２６／４／１', spell: (cell) => spelledDate(cell, (y, m, d) => wide(`${y}/${m}/${d}`)) },
];
const CODES: readonly Spelling[] = [
  { code: 'H02', expected: 'A', note: '全角のコード', spell: (cell) => (typeof cell === 'string' ? wide(cell) : undefined) },
  { code: 'H23', expected: 'A', note: '前後の空白', spell: (cell) => (typeof cell === 'string' ? `　${cell} ` : undefined) },
];
const NUMBERS: readonly Spelling[] = [
  {
    code: 'H09',
    expected: 'A',
    note: '桁区切り',
    spell: (cell) => (typeof cell === 'number' ? cell.toLocaleString('en-US', { maximumFractionDigits: 6 }) : undefined),
  },
  { code: 'H09', expected: 'A', note: '全角の数字', spell: (cell) => (typeof cell === 'number' ? wide(String(cell)) : undefined) },
];
const FLAGS: readonly Spelling[] = [
  { code: 'H24', expected: 'A', note: '済/未', spell: (cell) => (cell === 1 ? '済' : cell === 0 ? '未' : undefined) },
  { code: 'H24', expected: 'A', note: '○/×', spell: (cell) => (cell === 1 ? '○' : cell === 0 ? '×' : undefined) },
];

function spelledDate(cell: FileCell, spell: (year: number, month: number, day: number) => string): string | undefined {
  const date = parts(cell);
  return date && spell(...date);
}

/** Codes that only point at something may be respelled; a row's own code is stored as it is spelled, so it stays. */
function spellingsOf(kind: ImportKind, column: ImportColumn): readonly Spelling[] {
  if (column.type === 'date') return DATES;
  if (column.type === 'number' || column.type === 'integer') return NUMBERS;
  if (column.type === 'boolean') return FLAGS;
  const stored = kind.name === 'orders' || column.refers === undefined || column.refers.to === 'outsourcings';
  return column.type === 'code' && !stored ? CODES : [];
}

/** The file as people hand it in: other spellings of the same values, a title above the header, a total below, blank, repeated and hidden rows.
 * What it means is unchanged. A clean demo's file comes back as it is. */
export function soiled(kind: ImportKind, grid: FileGrid, options: DemoOptions): { grid: FileGrid; answers: Answer[] } {
  if (options.dirty <= 0 || grid.rows.length < 3) return { grid, answers: [] };
  const random = streamOf(options.seed, `spelling ${kind.name}`);
  const answers = respell(kind, grid, options.dirty, random);
  if (kind.file_format === 'csv') return { grid, answers };
  const file = importFileName(kind);
  const note = (row: number, code: string, expected: Answer['expected'], text: string): void => {
    answers.push({ file, row, code, expected, column: null, note: text });
  };
  const rows = [...grid.rows];
  rows.push([...(rows[2] as FileCell[])]);
  note(rows.length, 'H19', 'I', '同じ行の重複');
  rows.push(
    kind.columns.map(() => null),
    kind.columns.map((_, index) => (index === 0 ? '合計' : null)),
  );
  note(rows.length - 1, 'H13', 'I', '空行');
  note(rows.length, 'H15', 'I', '合計行');
  note(2, 'H16', 'W', '非表示の行');
  rows.unshift([`${kind.label}一覧`]);
  for (const answer of answers) answer.row += 1;
  note(1, 'H14', 'I', '見出しの上の表題');
  note(0, 'H17', 'A', '非表示のシート');
  return { grid: { rows, hidden: [2], hiddenSheets: ['控え'] }, answers };
}

/** Respells one cell for each spelling of each column, two on the dirtiest demo; one cell a row. */
function respell(kind: ImportKind, grid: FileGrid, dirty: number, random: Random): Answer[] {
  const answers: Answer[] = [];
  const touched = new Set<number>();
  for (const [position, column] of kind.columns.entries()) {
    for (const spelling of spellingsOf(kind, column)) {
      for (let count = Math.ceil(dirty * 2); count > 0; count -= 1) {
        const index = whole(random, 3, grid.rows.length - 1);
        const row = grid.rows[index];
        const spelled = row && spelling.spell(row[position] ?? null);
        if (!row || spelled === undefined || touched.has(index)) continue;
        row[position] = spelled;
        touched.add(index);
        answers.push({
          file: importFileName(kind),
          row: index + 1,
          code: spelling.code,
          expected: spelling.expected,
          column: column.header,
          note: spelling.note,
        });
      }
    }
  }
  return answers;
}

type ErrorCase = { field: string; value: FileCell; code: string; note: string };
const ERROR_CASES: { readonly [kind in ImportKind['name']]: ErrorCase } = {
  holidays: { field: 'date', value: '2026/13/01', code: 'H05', note: '存在しない日付' },
  tasks: { field: 'task_name', value: null, code: 'H13', note: '必須項目が空' },
  facilities: { field: 'task_code', value: '320-9999-999', code: 'H02', note: '未登録の工程' },
  outsourcings: { field: 'name', value: '#N/A', code: 'H18', note: '数式エラー' },
  employees: { field: 'permission', value: '社長', code: 'H24', note: '読めない権限' },
  products: { field: 'volume_factor', value: '約1.2', code: 'H09', note: '数値ではない容積係数' },
  'heat-treatments': { field: 'cooling_method', value: '油冷', code: 'H24', note: '選択肢にない冷却方法' },
  orders: { field: 'number', value: 0, code: 'H09', note: '発注数が0' },
  'order-tasks': { field: 'last_reception_date', value: '8.4.1', code: 'H04', note: '元号のない年' },
  castings: { field: 'casting_date', value: '2026/02/30', code: 'H05', note: '存在しない日付' },
};
const ERROR_FILE_ROWS = 20;

/** One file per kind whose last row must be refused, and with it the whole file. */
export function errorFiles(
  demo: Demo,
  gridOf: (kind: ImportKind, demo: Demo) => FileGrid,
): { kind: ImportKind; grid: FileGrid; answer: Answer }[] {
  return IMPORT_KINDS.map((kind) => {
    const { field, value, code, note } = ERROR_CASES[kind.name];
    const grid = gridOf(kind, demo);
    const rows = grid.rows.slice(0, ERROR_FILE_ROWS + 1);
    const position = kind.columns.findIndex((column) => column.field === field);
    const last = [...(rows.at(-1) as FileCell[])];
    last[position] = value;
    rows[rows.length - 1] = last;
    const column = kind.columns[position]?.header ?? null;
    return { kind, grid: { ...grid, rows }, answer: { file: importFileName(kind), row: rows.length, code, expected: 'E', column, note } };
  });
}
