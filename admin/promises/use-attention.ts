import { keepPreviousData } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { useCall } from '../providers/queries.ts';
import { ATTENTION_KEY, LIST_KEY } from './keys.ts';

/**
 * How many questions of 納期回答 wait for somebody: days that are wanted, that expire soon, that the plan does not keep. Each page asks anew; boards and the page itself
 * hear of changes.
 */
export function useAttention(): number {
  const { pathname } = useLocation();
  const reading = { queryKey: [...ATTENTION_KEY, pathname], placeholderData: keepPreviousData };
  const { data } = useCall(LIST_KEY, { query: { attention: true, limit: 1 } }, reading);
  return data?.count ?? 0;
}
