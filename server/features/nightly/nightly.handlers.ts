import type { Knex } from 'knex';
import { answer, type Handlers } from '../../contract/handlers.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { workbookHeaders } from '../../files/headers.ts';
import { acknowledgeNight, latestNight, nightLeftOut, oneNight } from './nightly.service.ts';
import { nightPage } from './reads.store.ts';

type NightOperations = 'listNights' | 'getLatestNight' | 'getNight' | 'acknowledgeNight' | 'getNightLeftOutRows';

/** Handlers of the nights: the newest, all of them, one, and that somebody has seen it. */
export function nightlyHandlers({ db }: { db: Knex }): Handlers<NightOperations> {
  return {
    listNights: ({ query, user }) => nightPage(db, OPERATIONS.listNights.path, query, user.id),
    getLatestNight: ({ user }) => latestNight(db, user.id),
    getNight: ({ params, user }) => oneNight(db, params.id, user.id),
    acknowledgeNight: async ({ params, user }) => {
      await acknowledgeNight(db, params.id, user.id);
      return answer(204);
    },
    getNightLeftOutRows: async ({ params }) => {
      const { name, bytes } = await nightLeftOut(db, params.id);
      return answer(200, bytes, workbookHeaders(name));
    },
  };
}
