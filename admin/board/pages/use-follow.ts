import { useCallback, useEffect, useRef } from 'react';
import { type Heard, usePlantEvents } from '../../providers/events.ts';

/** What others have changed and is not shown yet: orders by id, or more than can be named. */
type Changed = Set<number> | 'all';

const joined = (before: Changed | undefined, orders: readonly number[] | null | undefined): Changed => {
  if (before === 'all' || !orders) return 'all';
  return new Set([...(before ?? []), ...orders]);
};
const ordersOf = (heard: Heard): readonly number[] | null | undefined => ('orders' in heard ? heard.orders : undefined);

/**
 * Brings what others change, and what the shop floor says, onto the board at once: `show` is told the orders, or nothing where all may have
 * changed. While a task is being added here (`busy`) it waits; a drag and its confirmation are waited for by the chart itself.
 */
export function useFollow(busy: boolean, show: (orders: readonly number[] | undefined) => Promise<unknown>): void {
  const changed = useRef<Changed>(undefined);
  const showing = useRef(false);
  const latest = useRef({ busy, show });
  latest.current = { busy, show };
  const settle = useCallback(async () => {
    if (showing.current) return;
    showing.current = true;
    while (changed.current !== undefined && !latest.current.busy) {
      const now = changed.current;
      changed.current = undefined;
      // What could not be read now is read with the next change, or by the page itself.
      await latest.current.show(now === 'all' ? undefined : [...now]).catch(() => undefined);
    }
    showing.current = false;
  }, []);
  usePlantEvents(['schedule', 'marks'], (heard) => {
    changed.current = joined(changed.current, ordersOf(heard));
    void settle();
  });
  useEffect(() => {
    if (!busy) void settle();
  }, [busy, settle]);
}
