import type { Knex } from 'knex';
import { answer, type Handlers } from '../../contract/handlers.ts';
import { changeScenario, createScenario, removeScenario } from './scenarios.service.ts';

type ScenarioOperations = 'changeScenario' | 'createScenario' | 'dropScenario';

/** Handlers of シナリオ: copies of a plan to try things in. */
export function scenariosHandlers({ db }: { db: Knex }): Handlers<ScenarioOperations> {
  return {
    createScenario: async ({ body, user }) => answer(201, await createScenario(db, user, body)),
    changeScenario: ({ params, body, user }) => changeScenario(db, user, params.id, body),
    dropScenario: async ({ params, query, body, user }) => {
      await removeScenario(db, user, params.id, body?.version ?? query.version);
      return undefined;
    },
  };
}
