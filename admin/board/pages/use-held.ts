import { useCallback, useRef } from 'react';
import { usePlantEvents } from '../../providers/events.ts';

/**
 * The rows of a page, by their ids, while one works in it: rows stay where they are, whatever a save makes of their order, until the page is another one,
 * a run has ended, or one asks for it.
 */
export function useHeld<Id>(key: string) {
  const held = useRef<{ key: string; ids: readonly Id[] }>(undefined);
  const letGo = useCallback((): void => {
    held.current = undefined;
  }, []);
  usePlantEvents(['run'], (heard) => {
    if (heard.kind === 'run' && heard.status === 'complete') letGo();
  });
  return {
    of: (): readonly Id[] | undefined => (held.current?.key === key && held.current.ids.length > 0 ? held.current.ids : undefined),
    hold: (ids: readonly Id[]): void => {
      held.current = { key, ids };
    },
    letGo,
  };
}
