import { useCallback, useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { messageOf } from '../../../providers/client.ts';
import { useCalls } from '../../../providers/queries.ts';
import { JUMP } from '../../../texts/board/search.ts';
import { withView } from '../address.ts';
import type { Filters } from '../filters.ts';
import type { useAddress } from '../use-address.ts';
import { addressOfBar, type BoardKind, type Jump } from './jump.ts';

/**
 * Shows the bar that the address names (`bar`): the address is brought to filters and page that hold it, then `jump` names it until
 * the board has shown it. Whoever sends the address, reloads it or goes back to it is shown the same bar.
 */
export function useJump(
  kind: BoardKind,
  address: ReturnType<typeof useAddress>,
  filters: Filters | undefined,
  today: string | undefined,
  orders: number,
) {
  const { call } = useCalls();
  const notify = useNotify();
  const { key, params, view, go } = address;
  const { bar } = view;
  // Places in the history whose address was brought to its bar, and whose bar was shown.
  const [settledAt, setSettled] = useState<string>();
  const [landedAt, setLanded] = useState<string>();
  // The place in the history at which a bar was asked for, which is no coming back.
  const [askedAt, setAsked] = useState<string>();
  const settling = useRef<string>(undefined);
  const shown = landedAt === key;
  const latest = useRef({ params, filters, shown, orders });
  latest.current = { params, filters, shown, orders };
  const gone = useCallback((): void => {
    // A bar that was shown here and is taken away since, as by 元に戻す of an addition, was seen to go.
    if (!latest.current.shown) notify(JUMP.gone, { type: 'info' });
    go((before) => withView(before, { bar: undefined }), true);
  }, [notify, go]);

  const known = filters !== undefined && today !== undefined;
  useEffect(() => {
    const { params: before, filters: present } = latest.current;
    if (bar === undefined || !known || !present || !today) return;
    if (settling.current === before.toString()) {
      settling.current = undefined;
      setSettled(key);
      return;
    }
    const stop = new AbortController();
    const settle = async (): Promise<void> => {
      const next = await addressOfBar(
        call,
        bar,
        { kind, params: before, filters: present, today, orders: latest.current.orders },
        stop.signal,
      );
      if (stop.signal.aborted) return;
      if (!next) return gone();
      if (next.toString() === before.toString()) return setSettled(key);
      settling.current = next.toString();
      go(() => next, true);
    };
    settle().catch((error: unknown) => stop.signal.aborted || notify(messageOf(error), { type: 'error' }));
    return () => stop.abort();
  }, [bar, key, known, today, kind, call, notify, go, gone]);

  /** Shows a bar, whatever the filters are now; the browser's way back leads to where one was. */
  const jumpTo = useCallback(
    ({ entry_id }: Pick<Jump, 'entry_id'>): void => {
      setLanded(undefined);
      setAsked(key);
      go((before) => withView(before, { bar: entry_id }));
    },
    [go, key],
  );
  return {
    /** The bar that is to be shown as soon as the board has it. */
    jump: bar !== undefined && settledAt === key && !shown ? { entry_id: bar, asked: askedAt === key } : undefined,
    jumpTo,
    /** Said once the board was asked for the bar: whether it has it. */
    landed: (found: boolean): void => {
      setLanded(key);
      if (!found) gone();
    },
  };
}
