import type { Knex } from 'knex';
import type { Clock } from '../../server/domain/ground/plant-time.ts';
import { deskOf } from '../../server/features/runs/desk/desk.service.ts';
import { type Judge, judgeAt } from '../../server/features/runs/judge/judge.service.ts';
import { scheduleHandlers } from '../../server/features/schedule/schedule.handlers.ts';

const judges = new WeakMap<Knex, Judge>();

/** The judge of a database, at a desk of its own. */
export function judgeOf(db: Knex): Judge {
  const judge = judges.get(db) ?? judgeAt(deskOf(db));
  judges.set(db, judge);
  return judge;
}

/** The handlers of its plans, without the HTTP server before them. */
export const schedulesOf = (db: Knex, clock: Clock = Date.now) => scheduleHandlers({ db, clock, judge: judgeOf(db) });
