import type { Knex } from 'knex';
import type { Handlers } from '../../../contract/handlers.ts';
import type { Clock } from '../../../domain/ground/plant-time.ts';
import { recordTap } from './marks.service.ts';
import { today } from './today.service.ts';

/** 今日の作業: the work of a facility, and the marks of the shop floor. */
export function marksHandlers({ db, clock }: { db: Knex; clock: Clock }): Handlers<'getToday' | 'postMark'> {
  return {
    getToday: ({ query }) => today(db, clock, query.facility),
    postMark: ({ user, body }) => recordTap(db, clock, user, body),
  };
}
