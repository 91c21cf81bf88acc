import type { Knex } from 'knex';
import { answer, type Handlers } from '../../contract/handlers.ts';
import type { Clock } from '../../domain/ground/plant-time.ts';
import { cancelScenario, changeScenario, createScenario, planScenario, removeScenario } from './scenarios.service.ts';

type ScenarioOperations = 'cancelScenario' | 'changeScenario' | 'createScenario' | 'dropScenario' | 'planScenario';

/** Handlers of シナリオ: copies of a plan to try things in. */
export function scenariosHandlers({ db, clock }: { db: Knex; clock: Clock }): Handlers<ScenarioOperations> {
  return {
    createScenario: async ({ body, user }) => answer(201, await createScenario(db, { ...user, now_ms: clock() }, body)),
    changeScenario: ({ params, body, user }) => changeScenario(db, { ...user, now_ms: clock() }, params.id, body),
    planScenario: async ({ params, body, user }) => answer(202, await planScenario(db, user, params.id, body?.time_limit_seconds)),
    cancelScenario: ({ params }) => cancelScenario(db, params.id),
    dropScenario: async ({ params, query, body, user }) => {
      await removeScenario(db, user, params.id, body?.version ?? query.version);
      return undefined;
    },
  };
}
