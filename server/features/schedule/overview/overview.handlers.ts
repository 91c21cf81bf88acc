import type { Handlers } from '../../../contract/handlers.ts';
import type { MisfitsContext } from '../../runs/misfits.service.ts';
import { misfitRows, overview } from './overview.service.ts';

/** Late orders and conflicts of the plan, and what no longer fits what it was made from. */
export function overviewHandlers(context: MisfitsContext): Handlers<'getScheduleOverview' | 'getMisfits'> {
  return {
    getScheduleOverview: () => overview(context),
    getMisfits: async () => ({ misfits: await misfitRows(context) }),
  };
}
