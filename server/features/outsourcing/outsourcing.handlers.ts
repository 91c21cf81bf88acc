import type { Knex } from 'knex';
import type { Handlers } from '../../contract/handlers.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { pageBounds, pageOf } from '../../db/list.ts';
import { PUBLISHED } from '../../db/plan.ts';
import { invalid } from '../../domain/ground/errors.ts';
import { type Clock, plantDate } from '../../domain/ground/plant-time.ts';
import { FIELD_ERRORS } from '../../domain/texts/program/http.ts';
import { takeAnsweredSheets } from './answered-sheets.service.ts';
import { answerByHand } from './answers.service.ts';
import { workPage, workSummary } from './outsourcing.service.ts';

/** Handlers of work with partners: the page's list and counts, answers by hand and from sheets. Partners are asked by the published plan. */
export function outsourcingHandlers({
  db,
  clock,
}: {
  db: Knex;
  clock: Clock;
}): Handlers<'listOutsourcingWork' | 'getOutsourcingSummary' | 'answerOutsourcing' | 'takeAnsweredSheets'> {
  return {
    listOutsourcingWork: async ({ query }) => {
      const { count, rows, sections } = await workPage(db, PUBLISHED, query, pageBounds(query), plantDate(clock()));
      return { ...pageOf(OPERATIONS.listOutsourcingWork.path, query, count, rows), sections };
    },
    getOutsourcingSummary: ({ query }) => workSummary(db, PUBLISHED, query, plantDate(clock())),
    answerOutsourcing: ({ body, user }) => answerByHand(db, PUBLISHED, body, user, clock),
    takeAnsweredSheets: ({ query, file, user }) => {
      if (!file) throw invalid({ file: [FIELD_ERRORS.required] });
      const options = { dryRun: query.dry_run === 1, skipBadRows: query.skip_bad_rows === 1 };
      const by = { employee_id: user.employee_id, operation: 'takeAnsweredSheets', file_name: file.name, now_ms: clock() };
      return takeAnsweredSheets(db, PUBLISHED, file, options, by);
    },
  };
}
