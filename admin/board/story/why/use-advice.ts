import type { Success } from '../../../../server/contract/handlers.ts';
import { useCall } from '../../../providers/queries.ts';

/** A price of a short search is asked for again until it is the one of a run. */
const ASKED_AGAIN_MS = 2_000;
const askedAgain = ({ state }: { state: { data?: Success<'getAdvice'> | undefined } }): number | false =>
  state.data?.refining ? ASKED_AGAIN_MS : false;

/** What would make a late order less late, followed while it is refined. */
export function useAdvice(order_id: number) {
  const { data: advice, isPending, isError } = useCall('getAdvice', { query: { order_id } }, { refetchInterval: askedAgain });
  return { advice, refining: advice ? advice.refining : isPending && !isError };
}
