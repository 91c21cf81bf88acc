import type { Knex } from 'knex';
import type { Body } from '../../../contract/handlers.ts';
import { conflict } from '../../../domain/ground/errors.ts';
import { RUN_TEXTS } from '../../../domain/texts/plan/runs.ts';
import { isUntouched, type Taking, takeOver } from '../../runs/publish/publish.service.ts';
import { type Author, writeSchedule } from '../write/write.ts';
import { keepAdoption } from './steps.store.ts';

/** Who takes over which plan of which run, as the publishing knows it. */
export const takingOf = ({ user, operation, clock }: Author, plan: Pick<Taking, 'job' | 'alternative' | 'from'>): Taking => ({
  ...{ ...plan, operation, actor: user.employee_id, now_ms: clock() },
});

/**
 * Publishes another plan of the newest run, as a step that can be taken back. Throws not found for a plan that the run does not offer, and a conflict once the
 * plan has been changed, another of its plans was chosen meanwhile (`from`: the one that the caller saw published), or a run is pending.
 */
export const adoptAlternative = (db: Knex, author: Author, job: number, { alternative, from }: Body<'adoptAlternative'>): Promise<void> =>
  writeSchedule(
    db,
    author,
    async ({ trx, planId }) => {
      if (!(await isUntouched(trx))) throw conflict(RUN_TEXTS.no_choice);
      const former = await takeOver(trx, planId, takingOf(author, { job, alternative, from }));
      if (former === alternative) return;
      const step = { plan_id: planId, employee_id: author.user.employee_id, name: RUN_TEXTS.plan_number(alternative) };
      await keepAdoption(trx, { ...step, run_job_id: job, old_alternative: former, new_alternative: alternative });
    },
    { steps: false },
  );
