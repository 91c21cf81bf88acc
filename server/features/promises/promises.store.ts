import type { Success } from '../../contract/handlers.ts';
import { countOf, type PageBounds } from '../../db/list.ts';
import type { Plan } from '../../db/plan.ts';
import type { Db } from '../../db/types.ts';
import { codeKey } from '../../domain/ground/fold.ts';
import type { Instant } from '../../domain/ground/plant-time.ts';
import { BROKEN } from './kept.store.ts';

/** As it was given; what became of it stands elsewhere. */
export type Answer = Omit<Success<'getPromise'>['answers'][number], 'kept'>;

/** A question that was asked, and what was answered. */
export interface AskedPromise {
  id: number;
  title: string;
  asked_by: string;
  asked_by_name: string | null;
  asked_at: Instant;
  outdated: boolean;
  wanted_at: Instant | null;
  wanted_by: string | null;
  wanted_by_name: string | null;
  wanted_lines: number[];
  answers: Answer[];
  /** Nothing more is being found: it is whole, or whoever sought has long stopped. */
  done: boolean;
}

/** Nothing is sought for longer: the process that did was ended. */
const SOUGHT_SECONDS = 180;

const PROMISE = `p.id, p.title, p.asked_by, e.name as asked_by_name, on_clock(p.asked_at) as asked_at, on_clock(p.wanted_at) as wanted_at, p.wanted_by, w.name as wanted_by_name, p.wanted_lines,
  exists (select 1 from plans where published_at > p.asked_at) as outdated,
  p.refined_at is not null or p.asked_at < now() - interval '${SOUGHT_SECONDS} seconds' as done
  from promises p left join employees e on e.employee_id = p.asked_by left join employees w on w.employee_id = p.wanted_by`;

/** Keeps a question with its first answers (`done`: no others will come); gives its id. */
export async function insertPromise(
  db: Db,
  { title, asked_by, lines, answers, done }: { title: string; asked_by: string; lines: unknown; answers: readonly Answer[]; done: boolean },
): Promise<number> {
  const [row] = await db('promises')
    .insert({
      title,
      asked_by,
      lines: JSON.stringify(lines),
      answers: JSON.stringify(answers),
      ...(done ? { refined_at: db.raw('now()') } : {}),
    })
    .returning('id');
  return row.id;
}

/** Keeps better answers, null: there are none; `done`: no others will come. Gives how many rows that were. */
export const keepAnswers = (db: Db, id: number, answers: readonly Answer[] | null, done: boolean): Promise<number> =>
  db('promises')
    .where({ id })
    .update({ ...(answers && { answers: JSON.stringify(answers) }), refined_at: done ? db.raw('now()') : null });

/** Remembers who wants these lines to be held, besides those that are wanted already. */
export async function keepWish(db: Db, id: number, { by, lines }: { by: string; lines: readonly number[] }): Promise<void> {
  await db.raw(
    `update promises set wanted_by = :by, wanted_at = now(), wanted_lines = array(select unnest(wanted_lines || :lines::integer[]) as line group by 1 order by 1) where id = :id`,
    { id, by, lines: [...lines] },
  );
}

/** Forgets that lines are wanted to be held. */
export async function forgetWish(db: Db, id: number, lines: readonly number[]): Promise<void> {
  await db.raw(
    `update promises p set wanted_lines = r.lines, wanted_by = case when r.lines <> '{}' then p.wanted_by end, wanted_at = case when r.lines <> '{}' then p.wanted_at end
     from (select id, array(select unnest(wanted_lines) as line except select unnest(:lines::integer[]) order by 1) as lines from promises where id = :id) r where p.id = r.id`,
    { id, lines: [...lines] },
  );
}

/** A question that was asked; undefined: there is none. */
export async function promiseById(db: Db, id: number): Promise<AskedPromise | undefined> {
  const { rows } = await db.raw(`select p.answers, ${PROMISE} where p.id = ?`, [id]);
  return rows[0];
}

/** Questions that wait for somebody: of which something is held that expires by an instant, or that the plan does not keep; of one person, or all, and all that are wanted. */
export interface Attention {
  until: Instant;
  /** null: all. */
  of: string | null;
}

/** Which questions are listed. */
export interface Which {
  kept?: boolean;
  wanted?: boolean;
  attention?: Attention;
}

/** SQL: the answers without what they consist of: of many pieces that is a megabyte each. */
const BRIEF_ANSWERS = `(select coalesce(jsonb_agg(a.answer || '{"entries": []}' order by a.place), '[]') from jsonb_array_elements(p.answers) with ordinality a (answer, place))`;

/** A page of questions, the newest first; `kept`: of which something is held, what expires first before others; `wanted`: that somebody wants to be held, the oldest wish first. Their answers have no entries. */
export async function newestPromises(db: Db, plan: Plan, page: PageBounds, which: Which): Promise<{ count: number; rows: AskedPromise[] }> {
  const held = `(select min(k.expires_at) from kept_promises k where k.promise_id = p.id and k.state = 'kept' and k.order_id is not null)`;
  const {
    where,
    order,
    bindings = [],
  } = which.attention
    ? { ...attentionOf(plan, which.attention), order: `${held}, p.wanted_at, p.id` }
    : which.kept
      ? { where: `where ${held} is not null`, order: `${held}, p.id` }
      : which.wanted
        ? { where: 'where p.wanted_at is not null', order: 'p.wanted_at, p.id' }
        : { where: '', order: 'p.asked_at desc, p.id desc' };
  const { rows } = await db.raw(`select ${BRIEF_ANSWERS} as answers, ${PROMISE} ${where} order by ${order} limit ? offset ?`, [
    ...bindings,
    page.limit,
    page.offset,
  ]);
  const counted = async (): Promise<number> => Number((await db.raw(`select count(*) from promises p ${where}`, bindings)).rows[0].count);
  const count = await countOf(page, rows.length, counted);
  return { count, rows };
}

function attentionOf(plan: Plan, { until, of }: Attention): { where: string; bindings: string[] } {
  const waiting = `p.id in (select k.promise_id from kept_promises k left join order_states s on s.layer = ${plan} and s.order_id = k.order_id
    where k.state = 'kept' and k.order_id is not null and (k.expires_at <= ? or ${BROKEN}))`;
  return of === null
    ? { where: `where p.wanted_at is not null or ${waiting}`, bindings: [until] }
    : { where: `where p.asked_by = ? and ${waiting}`, bindings: [of, until] };
}

/** A product as a question names it. */
export interface NamedProduct {
  id: number;
  product_code: string;
  product_name: string;
}

/** The products with these ids or codes that are in use. */
export function productsNamed(db: Db, { ids, codes }: { ids: readonly number[]; codes: readonly string[] }): Promise<NamedProduct[]> {
  return db('products')
    .where({ active: true })
    .where((either) => either.whereIn('id', ids).orWhereIn('code_key', codes.map(codeKey)))
    .select('id', 'product_code', 'product_name');
}

/** The names of partners by their codes. */
export async function partnersNamed(db: Db, codes: readonly string[]): Promise<Map<string, string>> {
  const rows: { code_key: string; name: string }[] = await db('outsourcings')
    .whereIn('code_key', codes.map(codeKey))
    .select('code_key', 'name');
  const names = new Map(rows.map(({ code_key, name }) => [code_key, name]));
  return new Map(codes.map((code) => [code, names.get(codeKey(code)) ?? code]));
}

/** The names of facilities by their ids. */
export async function facilitiesNamed(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows: { id: number; facility_name: string }[] = await db('facilities').whereIn('id', ids).select('id', 'facility_name');
  return new Map(rows.map(({ id, facility_name }) => [id, facility_name]));
}
