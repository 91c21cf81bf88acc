import { strFromU8, unzipSync } from 'fflate';
import type { Knex } from 'knex';

/** Texts that do something where they are taken for more than texts: `tried()` is what the browser of a test listens to. */
export const ATTEMPTS = [
  '<script>tried()</script>',
  '"><img src=x onerror=tried()>',
  "' onfocus=tried() autofocus x='",
  '<svg onload=tried()>',
  '</title><iframe src=//x.example>',
  'javascript:tried()',
  `{{tried()}}\${tried()}`,
  '&lt;b&gt;&#60;',
  '%3Cscript%3E',
  "'; drop table jobs; --",
  '=HYPERLINK("//x.example","x")',
  '+1+tried()',
  '-1+tried()',
  '@SUM(1)',
  '\u202e<b>x</b>\u2066',
] as const;

/** Tables in which nothing stands that anybody has typed, and 変更履歴, which is written by what a test does. */
const OF_THE_PROGRAM =
  /^(attempt_counts|audit|failed_problems|idempotency_keys|import_effects|input_changes|jobs|knex_migrations.*|known_places|password_resets|settings|table_changes|work_tap_answers|workers|works_days)$/;
/** Columns of words that the program knows, of what it made of other columns, and of the ids by which people sign in. */
const NOT_TYPED =
  /_(key|hash|by)$|^(actor|arrangement|cause|code|cooling_method|defect|employee_id|file_type|fingerprint|kind|level|origin|outcome|permission|priority|stage|state|status|target|delivery_status)$/;
/** Reasons that are chosen from a short list. */
const CHOSEN_REASONS = ['work_taps.reason', 'facility_stops.reason', 'actuals.defect_reason', 'furnace_load_members.defect_reason'];
/** Which text is folded to which key. */
const KEYS: Readonly<Record<string, string>> = {
  ...{ 'actuals.lot_key': 'lot_number', 'actuals.serial_key': 'serial_number' },
  ...{ 'completed_orders.serial_key': 'serial_number', 'facilities.code_key': 'facility_code', 'lots.lot_key': 'lot_number' },
  ...{ 'orders.product_key': 'product_code', 'orders.serial_key': 'serial_number', 'outsourcings.code_key': 'outsourcing_code' },
  ...{ 'products.code_key': 'product_code', 'tasks.code_key': 'task_code', 'terminals.name_key': 'name' },
};

/** A column of texts as it stands after the planting. */
export interface Planted {
  table: string;
  column: string;
  /** Every text of it, the attempts among them. */
  texts: string[];
}

/** The mark by which a text of this column is known on a screen, wherever it is shown. */
export const markOf = (column: string): string => `#${column}#`;

/**
 * Puts an attempt before every text that somebody may have typed, in every table, and the name of the column behind it. Equal texts of columns of one name stay
 * equal, so that codes go on naming each other. Throws where a column of texts has no row.
 */
export async function plantAttempts(db: Knex): Promise<Planted[]> {
  const list = ATTEMPTS.map((attempt) => `'${attempt.replaceAll("'", "''")}'`).join(',');
  await db.raw(
    `create function attempted(original text, name text) returns text language sql immutable as $$
      select (array[${list}])[(hashtext(original)::bigint + 2147483648) % ${ATTEMPTS.length} + 1] || original || '#' || name || '#' $$;
    create function folded(content text) returns text language sql immutable as $$
      select upper(normalize(translate(content, U&'\\202E\\2066', ''), NFKC)) $$`.replaceAll('?', '\\?'),
  );
  const { rows } = await db.raw(
    `select c.table_name as table, c.column_name as column from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text' and c.is_generated = 'NEVER' order by 1, 2`,
  );
  const columns = (rows as Planted[]).filter(
    ({ table, column }) => !OF_THE_PROGRAM.test(table) && !NOT_TYPED.test(column) && !CHOSEN_REASONS.includes(`${table}.${column}`),
  );
  const planted: Planted[] = [];
  for (const table of new Set(columns.map((one) => one.table))) {
    const own = columns.filter((one) => one.table === table).map(({ column }) => column);
    const changed = (column: string): string =>
      // Two codes are compared whole: with another one nothing would be planned.
      column === 'task_code'
        ? `case when is_demolding_code(task_code) then task_code else attempted(task_code, 'task_code') end`
        : `attempted(${column}, '${column}')`;
    const sets = [
      ...own.map((column) => `${column} = ${changed(column)}`),
      ...Object.entries(KEYS)
        .filter(([key]) => key.startsWith(`${table}.`))
        .map(([key, column]) => `${key.slice(table.length + 1)} = folded(${changed(column)})`),
    ];
    await db.raw(`update ${table} set ${sets.join(', ')}`);
    for (const column of own) planted.push({ table, column, texts: await db(table).whereNotNull(column).distinct(column).pluck(column) });
  }
  const empty = planted.filter(({ texts }) => texts.length === 0).map(({ table, column }) => `${table}.${column}`);
  if (empty.length > 0) throw new Error(`no row has a text in ${empty.join(', ')}`);
  return planted;
}

/** What a page has done or shown that it must not. Runs in the page, before what is to be judged. */
export function watchAttempts(): void {
  const seen: string[] = [];
  const note = (what: string) => (): void => void seen.push(what);
  Object.assign(window, { attempts: seen, tried: note('a script of a text ran'), alert: note('alert'), confirm: note('confirm') });
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    seen.push(`${violatedDirective} ${blockedURI}`);
  });
}

/** What a watched page has done so far, and what stands in it that only a text can have made. Runs in the page. */
export function judgedAttempts(): string[] {
  const { attempts } = window as unknown as { attempts: string[] };
  const made = document.querySelectorAll(
    'iframe, object, embed, base, img[src="x"], script:not([src]), [onerror], [onload], [onfocus], [onclick], [href^="javascript:" i], [src^="javascript:" i], [href^="//"], [src^="//"]',
  );
  return [...attempts, ...[...made].map((element) => element.outerHTML.slice(0, 200))];
}

/** Every text that a page shows: to the eye, to who asks for the title of a part, and in its fields. Runs in the page. */
export function shownTexts(): string {
  const attributes = [...document.querySelectorAll('[title], [aria-label], [placeholder], [alt]')].flatMap((element) =>
    ['title', 'aria-label', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
  );
  const fields = [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value);
  const drawn = [...document.querySelectorAll('svg text, svg title')].map((part) => part.textContent);
  return [document.title, document.body.innerText, ...attributes, ...fields, ...drawn].join('\n');
}

/** What a spreadsheet takes for a formula where it is typed. */
const LIKE_FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** What of a workbook could be done by who opens it: formulas, links, and texts like formulas that are not quoted. */
export function doneByWorkbook(bytes: Uint8Array): string[] {
  const files = unzipSync(bytes);
  const text = (name: string): string => strFromU8(files[name] ?? new Uint8Array());
  const plain = (xml: string): string =>
    [...xml.matchAll(/<t[^>]*>([^<]*)<\/t>/g)]
      .map(([, part = '']) => part.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
      .join('');
  const strings = [...text('xl/sharedStrings.xml').matchAll(/<si>([\s\S]*?)<\/si>/g)].map(([, inner = '']) => plain(inner));
  const styles = /<cellXfs[\s\S]*<\/cellXfs>/.exec(text('xl/styles.xml'))?.[0].match(/<xf [^>]*>/g) ?? [];
  const isQuoted = (attributes: string): boolean =>
    styles[Number(/ s="(\d+)"/.exec(attributes)?.[1] ?? 0)]?.includes('quotePrefix="1"') ?? false;
  const names = Object.keys(files);
  return [
    ...names.filter((name) => /externalLink|vbaProject|connections|activeX/.test(name)),
    ...names
      .filter((name) => name.startsWith('xl/worksheets/') && name.endsWith('.xml'))
      .flatMap((name) => {
        const sheet = text(name);
        const cells = [...sheet.matchAll(/<c( [^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)];
        const wrong = cells.filter(([, attributes = '', inner = '']) => {
          const value = / t="s"/.test(attributes)
            ? strings[Number(/<v>(\d+)<\/v>/.exec(inner)?.[1])]
            : / t="inlineStr"/.test(attributes)
              ? plain(inner)
              : '';
          return LIKE_FORMULA.test(value ?? '') && !isQuoted(attributes);
        });
        return [...(sheet.match(/<(f|hyperlink)[ >][^<]*/g) ?? []), ...wrong.map(([cell]) => `${name} ${cell}`)];
      }),
  ];
}
