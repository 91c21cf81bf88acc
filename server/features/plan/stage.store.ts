import type { Knex } from 'knex';
import type { Plan } from '../../db/plan.ts';
import { instantOfMinutes } from '../../domain/ground/plant-time.ts';
import type { Outcome } from '../../scheduling/index.ts';

/** A part of a plan, laid into a table beside the one that stands; the table ends with the transaction. */
interface Part {
  columns: { name: string; type: string; stands: string }[];
  /** Its columns in `plan_contents`: lists, of which each row of the part has its place. */
  kept: string[];
  /** The columns by which it is joined: the rest need not be known to whoever plans a statement. */
  joined: string;
  /** What an outcome says of each column, as lists; a list that is too short ends in nulls. */
  lists(outcome: Outcome): string[];
  /** SQL: its rows in a layer, in their order. */
  standing(plan: Plan): string;
}

/** A column: its type, what a row of an outcome says of it (null: nothing), and what of a row that stands where it is called otherwise. */
type Column<Row> = readonly [type: string, of: ((row: Row) => string | number | boolean | null) | null, stands?: string];

/** A value within a list as PostgreSQL reads it: the driver takes twice as long to write one. */
const literal = (value: string | number | boolean | null): string | number | boolean =>
  typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : (value ?? 'null');

function part<Row>(
  prefix: string,
  { joined, rows, standing }: Pick<Part, 'joined' | 'standing'> & { rows: (outcome: Outcome) => readonly Row[] },
  columns: Record<string, Column<Row>>,
): Part {
  const described = Object.entries(columns).map(([name, [type, , stands = name]]) => ({ name, type, stands }));
  const lists = (outcome: Outcome): string[] => {
    const found = rows(outcome);
    return Object.values(columns).map(([, of]) => (of ? `{${found.map((row) => literal(of(row))).join(',')}}` : '{}'));
  };
  return { columns: described, kept: described.map(({ name }) => `${prefix}_${name}`), joined, lists, standing };
}

/** Numbers what stands in a layer, by its ids; a plan names its bars and runs by these numbers. */
const numbered = (table: string, plan: Plan): string =>
  `select *, (row_number() over (order by id))::integer - 1 as n from ${table} where layer = ${plan} order by n`;

const BARS = part(
  'bar',
  { joined: 'position, id', rows: ({ entries }) => entries, standing: (plan) => numbered('plan_entries', plan) },
  {
    id: ['bigint', ({ order_task_id, entry_id }) => order_task_id ?? entry_id],
    // A bar that the run only knows of is left as it stands.
    written: ['boolean', ({ order_task_id }) => order_task_id !== null, 'true'],
    lot_id: ['bigint', ({ lot_id }) => lot_id],
    task_id: ['bigint', ({ task_id }) => task_id],
    task_sort: ['integer', ({ task_sort }) => task_sort],
    facility_id: ['bigint', ({ facility_id }) => facility_id],
    unit: ['integer', ({ unit }) => unit],
    outsourced: ['boolean', ({ outsourced }) => outsourced],
    finished: ['boolean', ({ finished }) => finished, 'false'],
    moved_by: ['text', ({ moved_by }) => (moved_by === 'stays' ? null : moved_by)],
    start_at: ['timestamptz', ({ start_minutes }) => instantOfMinutes(start_minutes)],
    end_at: ['timestamptz', ({ end_minutes }) => instantOfMinutes(end_minutes)],
    // An outcome knows nothing of these.
    locked: ['boolean', null],
    work_time_set: ['boolean', null],
    sound_start: ['timestamptz', null],
    sound_end: ['timestamptz', null],
    sound_facility_id: ['bigint', null],
  },
);

const RUNS = part(
  'run',
  { joined: 'position, facility_id, unit, run_start', rows: ({ runs }) => runs, standing: (plan) => numbered('furnace_runs', plan) },
  {
    facility_id: ['bigint', ({ facility_id }) => facility_id],
    unit: ['integer', ({ unit }) => unit],
    temperature: ['numeric', ({ temperature }) => temperature],
    retention_time: ['numeric', ({ retention_time }) => retention_time],
    cooling_method: ['text', ({ cooling_method }) => cooling_method],
    cooling_time: ['numeric', ({ cooling_time }) => cooling_time],
    run_start: ['timestamptz', ({ start_minutes }) => instantOfMinutes(start_minutes)],
    run_end: ['timestamptz', ({ end_minutes }) => instantOfMinutes(end_minutes)],
  },
);

const MEMBERS = part(
  'member',
  {
    joined: 'run, entry',
    rows: ({ runs }) => runs.flatMap(({ members }, run) => members.map((member) => ({ ...member, run }))),
    standing: (plan) =>
      `select r.n as run, e.n as entry, m.pieces, m.weight, m.volume from furnace_run_members m join (${numbered('furnace_runs', plan)}) r on r.id = m.furnace_run_id
         join (${numbered('plan_entries', plan)}) e on e.id = m.plan_entry_id where m.layer = ${plan} order by r.n, e.n`,
  },
  {
    run: ['integer', ({ run }) => run],
    entry: ['integer', ({ entry }) => entry],
    pieces: ['integer', ({ pieces }) => pieces],
    weight: ['numeric', ({ weight }) => weight],
    volume: ['numeric', ({ volume }) => volume],
  },
);

const PARTS = { planned: BARS, planned_runs: RUNS, planned_members: MEMBERS };
type Staged = keyof typeof PARTS;
const STAGED = Object.keys(PARTS) as Staged[];

/** Whether row `p` of `planned` comes of a plan as its bars stood, which says all of them and all of each. */
export const IS_PACKED = 'p.locked is not null';

/** SQL: the bars of the kept plan `c`, as columns of what is asked for: `keptBars('id, start_at')`. */
export const keptBars = (names: string): string =>
  `unnest(${names
    .split(', ')
    .map((name) => `c.bar_${name}`)
    .join(', ')}) as bar (${names})`;

/** A plan as it is written and kept: bars, furnace runs and their members, which name them by their positions; a list a column. */
export type PlanColumns = Record<Staged, readonly string[]>;

/** What of an outcome is written. */
export const planColumns = (outcome: Outcome): PlanColumns => ({
  planned: BARS.lists(outcome),
  planned_runs: RUNS.lists(outcome),
  planned_members: MEMBERS.lists(outcome),
});

const namesOf = ({ columns }: Part): string => columns.map(({ name }) => name).join(', ');
const typed = ({ columns }: Part): string => columns.map(({ type }) => `?::${type}[]`).join(', ');
const ALL_KEPT = STAGED.flatMap((table) => PARTS[table].kept);

/** Lays a part of a plan, which `source` unnests, beside the one that stands. */
async function lay(trx: Knex.Transaction, table: Staged, source: string, values: readonly string[]): Promise<void> {
  const { columns, joined } = PARTS[table];
  const names = namesOf(PARTS[table]);
  await trx.raw(`drop table if exists ${table}`);
  await trx.raw(
    `create temporary table ${table} (position integer, ${columns.map(({ name, type }) => `${name} ${type}`).join(', ')}) on commit drop`,
  );
  await trx.raw(`insert into ${table} select n - 1, ${names} from ${source} with ordinality as row (${names}, n)`, values);
  await trx.raw(`analyze ${table} (${joined})`);
}

/** Lays a plan beside the one that stands. */
export async function stage(trx: Knex.Transaction, plan: PlanColumns): Promise<void> {
  for (const table of STAGED) await lay(trx, table, `unnest(${typed(PARTS[table])})`, plan[table]);
}

/** Lays a plan that is kept beside the one that stands. */
export async function stageKept(trx: Knex.Transaction, planId: number): Promise<void> {
  for (const table of STAGED) {
    const kept = PARTS[table].kept.join(', ');
    await lay(trx, table, `(select ${kept} from plan_contents where plan_id = ${planId}) c, unnest(${kept})`, []);
  }
}

/** Keeps what a run has found as the content of a plan that nobody has looked at. */
export async function keepContent(trx: Knex.Transaction, planId: number, plan: PlanColumns): Promise<void> {
  const values = STAGED.map((table) => typed(PARTS[table])).join(', ');
  await trx.raw(`insert into plan_contents (plan_id, ${ALL_KEPT.join(', ')}) values (?, ${values})`, [
    planId,
    ...STAGED.flatMap((table) => plan[table]),
  ]);
}

/** Gives a plan the content of another one that is kept. */
export async function copyContent(trx: Knex.Transaction, planId: number, from: number): Promise<void> {
  await trx.raw(
    `insert into plan_contents (plan_id, ${ALL_KEPT.join(', ')}) select ${planId}, ${ALL_KEPT.join(', ')} from plan_contents where plan_id = ${from}`,
  );
}

/** Keeps a plan as its bars stand, as the content of the plan with this id: with locks, work times and where each was found sound, which the content of a run does not say. */
export async function pack(trx: Knex.Transaction, plan: Plan, planId: number): Promise<void> {
  const packed = Object.values(PARTS).map(({ columns, kept, standing }) => {
    const lists = columns.map(({ type, stands }, at) => `coalesce(array_agg(${stands}), '{}')::${type}[] as ${kept[at]}`);
    return `(select ${lists.join(', ')} from (${standing(plan)}) stood) ${kept[0]}s`;
  });
  await trx.raw(
    `insert into plan_contents (plan_id, ${ALL_KEPT.join(', ')}) select ${planId}, ${ALL_KEPT.join(', ')} from ${packed.join(', ')}
     on conflict (plan_id) do update set ${ALL_KEPT.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  );
}
