import type { Knex } from 'knex';
import type { Handlers } from '../../../contract/handlers.ts';
import { PUBLISHED } from '../../../db/plan.ts';
import { forbidden } from '../../../domain/ground/errors.ts';
import type { Clock } from '../../../domain/ground/plant-time.ts';
import { HTTP } from '../../../domain/texts/program/http.ts';
import { planOf } from '../../plan/plan.service.ts';
import { recordTap } from './marks.service.ts';
import { today } from './today.service.ts';

/** 今日の作業: the work of a facility, and the marks of the shop floor. */
export function marksHandlers({ db, clock }: { db: Knex; clock: Clock }): Handlers<'getToday' | 'postMark'> {
  return {
    getToday: async ({ query, user }) => today(db, await planOf(db, query.plan), clock, query.facility, user.terminal?.facilities),
    postMark: async ({ user, body }) => {
      if (user.terminal && !user.terminal.facilities.includes(body.facility)) throw forbidden(HTTP.notAllowed);
      return recordTap(db, PUBLISHED, clock, user, body);
    },
  };
}
