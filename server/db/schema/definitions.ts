import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';

export const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url));

interface Named {
  kind: 'view' | 'function';
  name: string;
}
/** A view or a function of the schema: its file holds the one current text. */
interface Definition extends Named {
  text: string;
  /** Says in the database which text it was made of, as the comment of what was made. */
  mark: string;
}

const MARK = 'planner definition ';
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
const wordsOf = (text: string): Set<string> => new Set(text.replaceAll(/--.*/g, '').match(/\w+/g));
/** What a function takes and gives; its body may name what is not there yet. */
const signatureOf = ({ text }: Definition): string => text.slice(0, text.indexOf('$$'));

function read(kind: Named['kind']): Definition[] {
  const folder = `${MIGRATIONS}${kind}s/`;
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const text = readFileSync(folder + file, 'utf8');
      return { kind, name: file.slice(0, -'.sql'.length), text, mark: MARK + hashOf(text) };
    });
}

/** Those that are read, each behind what it reads. Throws where two read each other. */
function inOrder(given: readonly Definition[]): Definition[] {
  const ordered: Definition[] = [];
  const place = (one: Definition, readers: readonly Definition[]): void => {
    if (ordered.includes(one)) return;
    if (readers.includes(one)) throw new Error([...readers, one].map(({ name }) => name).join(' reads '));
    const words = wordsOf(one.kind === 'view' ? one.text : signatureOf(one));
    for (const other of given) if (other !== one && words.has(other.name)) place(other, [...readers, one]);
    ordered.push(one);
  };
  for (const one of given) place(one, []);
  return ordered;
}

/** The definitions of this program: what tables may need, and what stands on them, each in the order in which it can be made. */
interface Definitions {
  /** Functions that no view must precede. */
  below: readonly Definition[];
  /** Views, and functions that give rows of them. */
  above: readonly Definition[];
}

let known: Definitions | undefined;
function definitions(): Definitions {
  if (known === undefined) {
    const [views, functions] = [read('view'), read('function')];
    const isAbove = (one: Definition): boolean => views.some(({ name }) => wordsOf(signatureOf(one)).has(name));
    known = { below: functions.filter((one) => !isAbove(one)), above: inOrder([...views, ...functions.filter(isAbove)]) };
  }
  return known;
}

/** Names the texts of this program: what was kept under others must be reckoned anew. */
export const definitionsHash = (): string => {
  const { below, above } = definitions();
  return hashOf([...below, ...above].map(({ mark }) => mark).join());
};

/** A view or a function that is there, and the text it was made of as far as that is known. */
interface Standing extends Named {
  mark: string | null;
}

const same = (one: Named) => (other: Named) => one.kind === other.kind && one.name === other.name;
const pathOf = ({ kind, name }: Named): string => `${kind}s/${name}`;

/** The views and functions that there are, those of extensions apart. */
const STANDING = `
  select 'view' as kind, c.relname as name, obj_description(c.oid, 'pg_class') as mark
  from pg_class c where c.relkind = 'v' and c.relnamespace = current_schema()::regnamespace
  union all
  select 'function', p.proname, obj_description(p.oid, 'pg_proc')
  from pg_proc p where p.pronamespace = current_schema()::regnamespace
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`;
const standing = async (db: Knex): Promise<Standing[]> => (await db.raw(STANDING)).rows;

/** What an earlier text made and no file of this program names. */
const gone = (there: readonly Standing[]): Standing[] => {
  const { below, above } = definitions();
  return there.filter((one) => one.mark?.startsWith(MARK) && ![...below, ...above].some(same(one)));
};

/** The definitions that stand by another text, not at all, or without a file of this program any more. Changes nothing. */
export async function staleDefinitions(db: Knex): Promise<string[]> {
  const { below, above } = definitions();
  const there = await standing(db);
  const changed = [...below, ...above].filter((one) => there.find(same(one))?.mark !== one.mark);
  return [...changed, ...gone(there)].map(pathOf);
}

async function make(trx: Knex.Transaction, { kind, name, text, mark }: Definition): Promise<void> {
  await trx.raw(text.replaceAll('?', '\\?'));
  await trx.raw(`comment on ${kind} ${name} is '${mark}'`);
}

/** Functions first, for those that give rows of a view hold it; all views at once, for they hold each other. */
async function drop(trx: Knex.Transaction, these: readonly Named[]): Promise<void> {
  for (const kind of ['function', 'view'] as const) {
    const names = these.filter((one) => one.kind === kind).map(({ name }) => name);
    if (names.length > 0) await trx.raw(`drop ${kind} if exists ${names.join(', ')}`);
  }
}

/** Takes away what stands on the tables; gives what stood there before. */
async function clear(trx: Knex.Transaction): Promise<Standing[]> {
  const there = await standing(trx);
  const { above } = definitions();
  await drop(trx, [...there.filter((one) => above.some(same(one))), ...gone(there).filter(({ kind }) => kind === 'view')]);
  return there;
}

const goneFunctions = (there: readonly Standing[]): Standing[] => gone(there).filter(({ kind }) => kind === 'function');

/** Functions that tables hold by their triggers, columns and indexes. */
const HELD = `
  select distinct p.proname as name from pg_proc p join pg_depend d on d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid
  where p.pronamespace = current_schema()::regnamespace`;

/** Makes the functions that tables may need as their files say. One that tables hold is replaced; another may take and give something else from now on. */
async function makeBelow(trx: Knex.Transaction, there: readonly Standing[]): Promise<void> {
  const held = ((await trx.raw(HELD)).rows as { name: string }[]).map(({ name }) => name);
  const changed = definitions().below.filter((one) => there.find(same(one))?.mark !== one.mark);
  await drop(
    trx,
    changed.filter((one) => there.some(same(one)) && !held.includes(one.name)),
  );
  // Their bodies may name tables that are still to be made.
  await trx.raw('set local check_function_bodies = off');
  for (const one of changed) await make(trx, one);
  await trx.raw('set local check_function_bodies = on');
}

/**
 * Alters tables while nothing stands on them: functions that tables may need are made as their files say, the work is done, and views are made anew over what it left.
 * Call it under the lock of the schema.
 */
export async function underDefinitions<Result>(trx: Knex.Transaction, work: () => Promise<Result>): Promise<Result> {
  const there = await clear(trx);
  await makeBelow(trx, there);
  const result = await work();
  for (const one of definitions().above) await make(trx, one);
  await drop(trx, goneFunctions(there));
  return result;
}

/** Takes every definition away, and with the work the tables that hold some of them. */
export async function withoutDefinitions(trx: Knex.Transaction, work: () => Promise<unknown>): Promise<void> {
  const there = await clear(trx);
  await work();
  await drop(trx, [...there.filter((one) => definitions().below.some(same(one))), ...goneFunctions(there)]);
}
