import type { Knex } from 'knex';
import { PUBLISHED } from '../../../db/plan.ts';
import { plantDate } from '../../../domain/ground/plant-time.ts';
import type { PlanPart } from '../../../domain/plant/plan-inputs.ts';
import { PREMISE_TEXTS } from '../../../domain/texts/plan/premises.ts';
import { isPlannedOn, type KeptPlan, noteStanding } from '../../plan/publish.service.ts';
import { impossiblePremises } from '../../premises/premises.service.ts';
import { adopt } from '../../runs/publish/publish.service.ts';
import { type Author, writeSchedule } from '../write/write.ts';
import { writeAdopted } from './premises.service.ts';
import { keepAdoption } from './steps.store.ts';

/** Which plan is to be published, and beside which the caller saw it. */
interface Wanted {
  plan: number;
  from: number;
  /** What the plan was made from that is otherwise now; undefined: it is to be published whatever has changed. */
  staleOf?: ((plan: number) => Promise<PlanPart[]>) | undefined;
}

/**
 * Publishes a plan, as a step that can be taken back. Throws not found, and a conflict while a run is pending, once another plan is published than the caller saw, and,
 * with `staleOf`, where changes by hand would be lost or what the plan was made from is otherwise. Gives what `tell` says, in its transaction.
 */
export const adoptPlan = <Told>(
  db: Knex,
  author: Author,
  { plan, from, staleOf }: Wanted,
  tell: (trx: Knex.Transaction) => Promise<Told>,
): Promise<Told> =>
  writeSchedule(
    db,
    PUBLISHED,
    author,
    async ({ trx }) => {
      const { user, operation, clock } = author;
      const today = plantDate(clock());
      const objections = async ({ said, premises }: KeptPlan): Promise<string[]> => [
        ...(await impossiblePremises(trx, premises, today)),
        ...(isPlannedOn((said as { premises?: string[] } | null)?.premises, premises) ? [] : [PREMISE_TEXTS.unplanned]),
      ];
      await noteStanding(trx, PUBLISHED, plan);
      const done = await adopt(trx, {
        plan,
        from,
        ...(staleOf && { ask: { staleOf, objections } }),
        actor: user.employee_id,
        name: user.name,
        operation,
        now_ms: clock(),
      });
      if (done) {
        const premises = await writeAdopted(trx, plan, { actor: user.employee_id, operation });
        await keepAdoption(trx, PUBLISHED, {
          employee_id: user.employee_id,
          name: done.change,
          old_plan: done.former,
          new_plan: plan,
          premises,
        });
      }
      return tell(trx);
    },
    { steps: false },
  );
