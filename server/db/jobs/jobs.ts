import type { EventKind } from '../../domain/ground/events.ts';
import { JOB_INTERRUPTED } from '../../domain/texts/program/database.ts';
import { type Bindable, bound } from '../bound.ts';
import { announce } from '../events.ts';
import { isPublished, type Plan } from '../plan.ts';
import { prepared } from '../prepared.ts';
import type { Db } from '../types.ts';

/**
 * The one queue of the product, a table: scheduler runs, plans of scenarios, proposals, exports, the nightly batch. PostgreSQL's clock alone judges leases, so that
 * any number of processes agree. Every write of a worker names the attempt it claimed (the fence): a worker that was taken for dead
 * and comes back writes nothing.
 */
export type JobKind = 'schedule' | 'scenario' | 'proposals' | 'export' | 'nightly';
export type JobStatus = 'queued' | 'running' | 'complete' | 'error' | 'cancelled';

export interface Job {
  id: number;
  kind: JobKind;
  status: JobStatus;
  payload: Record<string, unknown>;
  progress: number;
  phase: string;
  cancel_requested: boolean;
  attempt: number;
  worker: string | null;
  requested_by: string;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  statistics: Record<string, unknown> | null;
  error: string | null;
}

/** A claimed job as its worker holds it. */
export type Claim = Pick<Job, 'id' | 'attempt'>;

/** How often a worker says that it lives. */
export const WORKER_BEAT_MS = 5_000;
/** How often it says so for a job in work, how far that is, and hears whether it shall stop. */
export const BEAT_MS = 500;
/** Thirty missed beats of a job are a dead worker, and a run of 20 s is still done within 45. */
export const LEASE_SECONDS = 15;
/** How often every worker looks for the jobs of dead ones. */
export const SWEEP_MS = 2_000;
/** How long a job that looks lost is watched before it is taken: a clock that is set makes every worker look dead, and the living have beaten again by then. */
const WATCH_MS = 1_500;
/** A job whose worker was killed this often ends in error instead of returning to the queue. */
export const MAX_ATTEMPTS = 3;

const COLUMNS = `id, kind, status, payload, progress, phase, cancel_requested, attempt, worker, requested_by,
  on_clock(created_at) as created_at, on_clock(started_at) as started_at, on_clock(finished_at) as finished_at, statistics, error`;

const EVENTS: Record<JobKind, EventKind> = {
  schedule: 'run',
  scenario: 'scenario',
  proposals: 'proposals',
  export: 'export',
  nightly: 'night',
};

/** Tells everybody where a job stands. */
const tell = (db: Db, { id, kind, status }: Pick<Job, 'id' | 'kind' | 'status'>): Promise<void> =>
  announce(db, { kind: EVENTS[kind], job: id, status });

async function one(db: Db, sql: string, bindings: readonly Bindable[]): Promise<Job | undefined> {
  const { rows } = await db.raw(sql, bound(bindings));
  return rows[0];
}

/**
 * Puts a job into the queue. Of the kinds `schedule`, `proposals` and `nightly` one may be queued or running, plant-wide: a second press gets the
 * entry that is there (`created: false`). A job that is being cancelled does not count; the next press asks for a new one. The partial
 * unique indexes decide, so two presses in the same instant are one as well.
 */
export async function enqueue(
  db: Db,
  job: { kind: JobKind; payload?: Record<string, unknown>; requested_by: string },
): Promise<{ job: Job; created: boolean }> {
  for (;;) {
    const created = await one(
      db,
      `insert into jobs (kind, payload, requested_by) values (?, ?::jsonb, ?)
       on conflict do nothing returning ${COLUMNS}`,
      [job.kind, JSON.stringify(job.payload ?? {}), job.requested_by],
    );
    if (created) {
      await tell(db, created);
      return { job: created, created: true };
    }
    const present = await pendingJob(db, job.kind);
    // It ended, or its end was asked for, between the two statements: ask again.
    if (present && !present.cancel_requested) return { job: present, created: false };
  }
}

/** The oldest queued or running job of a kind; one that is being cancelled comes last. */
export async function pendingJob(db: Db, kind: JobKind): Promise<Job | undefined> {
  const { rows } = await prepared<Job>(
    db,
    `select ${COLUMNS} from jobs where kind = ? and status in ('queued','running') order by cancel_requested, id limit 1`,
    [kind],
  );
  return rows[0];
}

/** Whether a job is pending that will write over a plan: a run over the published one, its own planning over a scenario. */
export async function isBeingPlanned(db: Db, plan: Plan): Promise<boolean> {
  if (isPublished(plan)) return (await pendingJob(db, 'schedule')) !== undefined;
  const { rows } = await prepared(
    db,
    `select 1 from jobs j join plans p on p.layer = ? and j.payload ->> 'scenario' = p.id::text where j.kind = 'scenario' and j.status in ('queued', 'running') limit 1`,
    [plan],
  );
  return rows.length > 0;
}

/** One job by id, of any status. */
export async function jobById(db: Db, id: number): Promise<Job | undefined> {
  return one(db, `select ${COLUMNS} from jobs where id = ?`, [id]);
}

/** Takes the oldest queued job of these kinds; two workers never take the same one. `id` claims that job only. */
export async function claim(db: Db, options: { kinds: readonly JobKind[]; worker: string; id?: number }): Promise<Job | undefined> {
  return one(
    db,
    `update jobs set status = 'running', attempt = attempt + 1, worker = ?, heartbeat_at = now(), started_at = coalesce(started_at, now()),
       progress = 0, phase = ''
     where id = (select id from jobs where kind = any(?) and status = 'queued' and (?::bigint is null or id = ?)
                 order by id limit 1 for update skip locked)
     returning ${COLUMNS}`,
    [options.worker, options.kinds, options.id ?? null, options.id ?? null],
  );
}

/**
 * One beat of a worker, with the progress so far (0 to 1). `held: false`: the job is no longer this worker's (swept, cancelled, ended).
 * `cancel`: someone asked for its end.
 */
export async function beat(db: Db, held: Claim, at: { progress: number; phase: string }): Promise<{ held: boolean; cancel: boolean }> {
  const { rows } = await db.raw(
    `update jobs set heartbeat_at = now(), progress = ?, phase = ? where id = ? and attempt = ? and status = 'running'
     returning cancel_requested`,
    [at.progress, at.phase, held.id, held.attempt],
  );
  return { held: rows.length > 0, cancel: rows[0]?.cancel_requested === true };
}

/**
 * Ends a claimed job. False if another worker has it by now, or if it was cancelled before it could complete: the transaction that
 * publishes the result then rolls back.
 */
export async function finish(
  db: Db,
  held: Claim,
  end: { status: 'complete' | 'error' | 'cancelled'; statistics?: Record<string, unknown> | null; error?: string | null },
): Promise<boolean> {
  const { rows } = await db.raw(
    `update jobs set status = ?, finished_at = now(), statistics = ?::jsonb, error = ?, progress = case when ? = 'complete' then 1 else progress end
     where id = ? and attempt = ? and status = 'running' and not (? = 'complete' and cancel_requested) returning id, kind, status`,
    [end.status, end.statistics ? JSON.stringify(end.statistics) : null, end.error ?? null, end.status, held.id, held.attempt, end.status],
  );
  if (rows.length > 0) await tell(db, rows[0]);
  return rows.length > 0;
}

/** Gives a claimed job back to the queue (the server stops); the next worker starts it anew. */
export async function giveBack(db: Db, held: Claim): Promise<void> {
  await db.raw(
    `update jobs set status = case when cancel_requested then 'cancelled' else 'queued' end, worker = null, heartbeat_at = null,
       finished_at = case when cancel_requested then now() end, progress = 0, phase = ''
     where id = ? and attempt = ? and status = 'running'`,
    [held.id, held.attempt],
  );
}

/** Cancels a job: a queued one at once, a running one by asking its worker. A job that has ended stays as it is. Undefined: no such job. */
export async function cancel(db: Db, kind: JobKind, id: number): Promise<Job | undefined> {
  const changed = await one(
    db,
    `update jobs set cancel_requested = true, status = case status when 'queued' then 'cancelled' else status end,
       finished_at = case status when 'queued' then now() end
     where id = ? and kind = ? and status in ('queued','running') returning ${COLUMNS}`,
    [id, kind],
  );
  if (changed) await tell(db, changed);
  return changed ?? one(db, `select ${COLUMNS} from jobs where id = ? and kind = ?`, [id, kind]);
}

/** Whether the job is still this worker's: the last question of a transaction, in which it stays so. */
export async function isHeld(trx: Db, held: Claim): Promise<boolean> {
  const { rows } = await trx.raw(`select 1 from jobs where id = ? and attempt = ? and status = 'running' for share`, [
    held.id,
    held.attempt,
  ]);
  return rows.length > 0;
}

/** Whether any job of the kind is in work. */
export async function isWorked(db: Db, kind: JobKind): Promise<boolean> {
  const { rows } = await db.raw(`select 1 from jobs where kind = ? and status = 'running' limit 1`, [kind]);
  return rows.length > 0;
}

/** In SQL: nothing was heard for so many seconds; a clock that was set back leaves beats in the future, which are as old to it. */
export const SILENT = 'abs(extract(epoch from now() - heartbeat_at)) > ?';

/** In SQL: one beat of one attempt at a job. */
const BEAT = `concat_ws(' ', id, attempt, heartbeat_at)`;

/**
 * Takes, whenever it is called, jobs from workers that have not beaten for the lease, nor since they were first watched. They go back to the queue, are
 * cancelled if someone asked for it, or end in error after the last attempt. Lease and sweep bring a killed worker's job back within 20 s.
 */
export function sweeper(db: Db, watchMs = WATCH_MS): () => Promise<Job[]> {
  let watched = new Map<string, number>();
  return async () => {
    const { rows } = await db.raw(`select ${BEAT} as beat from jobs where status = 'running' and ${SILENT}`, [LEASE_SECONDS]);
    const now = performance.now();
    watched = new Map((rows as { beat: string }[]).map(({ beat }) => [beat, watched.get(beat) ?? now]));
    const lost = [...watched].filter(([, since]) => now - since >= watchMs).map(([beat]) => beat);
    return lost.length > 0 ? take(db, lost) : [];
  };
}

async function take(db: Db, lost: readonly string[]): Promise<Job[]> {
  const { rows } = await db.raw(
    `update jobs set worker = null, heartbeat_at = null, progress = 0, phase = '',
       status = case when cancel_requested then 'cancelled' when attempt >= ? then 'error' else 'queued' end,
       finished_at = case when cancel_requested or attempt >= ? then now() end,
       error = case when not cancel_requested and attempt >= ? then ?::jsonb ->> kind end
     where id in (select id from jobs where status = 'running' and ${BEAT} = any(?) for update skip locked)
     returning ${COLUMNS}`,
    bound([MAX_ATTEMPTS, MAX_ATTEMPTS, MAX_ATTEMPTS, JSON.stringify(JOB_INTERRUPTED), lost]),
  );
  for (const job of rows as Job[]) await tell(db, job);
  return rows;
}

/** Says that this worker is alive, for readiness and for the CLI, and forgets workers gone for a day. */
export async function workerBeat(db: Db, name: string): Promise<void> {
  await db.raw(
    `with gone as (delete from workers where heartbeat_at < now() - interval '1 day')
     insert into workers (name, heartbeat_at) values (?, now()) on conflict (name) do update set heartbeat_at = now()`,
    [name],
  );
}

/** This worker stopped in good order. */
export async function workerGone(db: Db, name: string): Promise<void> {
  await db.raw('delete from workers where name = ?', [name]);
}

/** Whether any worker has beaten within the lease. */
export async function workerAlive(db: Db): Promise<boolean> {
  const { rows } = await db.raw(`select 1 from workers where not ${SILENT} limit 1`, [LEASE_SECONDS]);
  return rows.length > 0;
}
