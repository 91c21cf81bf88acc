import type { Knex } from 'knex';
import { LEASE_SECONDS, SILENT } from './jobs.ts';

/** One figure for monitoring. */
interface Figure {
  name: string;
  labels?: Record<string, string>;
  value: number;
}

/** What the figures of the database mean. */
export const FIGURE_NAMES = {
  planner_jobs: 'Jobs by kind and state.',
  planner_job_oldest_queued_seconds: 'How long the oldest queued job of a kind has been waiting.',
  planner_job_last_seconds: 'How long the newest finished job of a kind was at work.',
  planner_job_last_end_timestamp_seconds: 'When a job of a kind last ended in a state, in seconds since 1970.',
  planner_workers: 'Workers whose heartbeat is fresh.',
  planner_database_up: 'Whether the database answered.',
  planner_database_bytes: 'Size of the database on disk.',
  planner_pool_connections: "Connections of this process's pool: used, free, waiting (calls without one), most.",
} as const;

interface JobRow {
  kind: string;
  status: string;
  jobs: number;
  waiting: number | null;
  seconds: number | null;
  ended: number | null;
}

const JOBS = `select kind, status, count(*)::int as jobs,
    extract(epoch from now() - min(created_at) filter (where status = 'queued'))::float8 as waiting,
    (array_agg(extract(epoch from finished_at - started_at)::float8 order by id desc) filter (where finished_at is not null and started_at is not null))[1] as seconds,
    extract(epoch from max(finished_at))::float8 as ended
  from jobs group by kind, status`;

const figure = (name: keyof typeof FIGURE_NAMES, value: number | null, labels: Record<string, string> = {}): Figure[] =>
  value === null ? [] : [{ name, labels, value }];

/** The pool of this process in figures, known without asking the database. */
function poolFigures(db: Knex): Figure[] {
  const pool = db.client.pool as { numUsed(): number; numFree(): number; numPendingAcquires(): number; max: number };
  const states = { used: pool.numUsed(), free: pool.numFree(), waiting: pool.numPendingAcquires(), most: pool.max };
  return Object.entries(states).flatMap(([state, value]) => figure('planner_pool_connections', value, { state }));
}

/**
 * The figures of the database for monitoring: jobs by kind and state, workers, size, and the pool. A database that is away is a figure
 * too.
 */
export async function databaseFigures(db: Knex): Promise<Figure[]> {
  const pool = poolFigures(db);
  try {
    const jobs = (await db.raw(JOBS)).rows as JobRow[];
    const { rows } = await db.raw(
      `select (select count(*)::int from workers where not ${SILENT}) as workers,
        pg_database_size(current_database())::float8 as bytes`,
      [LEASE_SECONDS],
    );
    const ofJobs = jobs.flatMap(({ kind, status, jobs: count, waiting, seconds, ended }) => [
      ...figure('planner_jobs', count, { kind, status }),
      ...figure('planner_job_oldest_queued_seconds', waiting, { kind }),
      ...(status === 'complete' ? figure('planner_job_last_seconds', seconds, { kind }) : []),
      ...figure('planner_job_last_end_timestamp_seconds', ended, { kind, status }),
    ]);
    return [
      ...pool,
      ...ofJobs,
      ...figure('planner_workers', rows[0].workers),
      ...figure('planner_database_bytes', rows[0].bytes),
      ...figure('planner_database_up', 1),
    ];
  } catch {
    return [...pool, ...figure('planner_database_up', 0)];
  }
}
