import { type Dispatch, type SetStateAction, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';

const STORE = 'production-planner.kept';
/** As many pages back as anybody goes. */
const MOST_PLACES = 40;

/** What was kept, by the place in the browser's history; the latest last. */
type Places = [place: string, values: Record<string, unknown>][];

function places(): Places {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '[]') as Places;
  } catch {
    return [];
  }
}

const keptAt = (place: string): Record<string, unknown> => places().find(([name]) => name === place)?.[1] ?? {};

function keep(place: string, name: string, value: unknown): void {
  const before = keptAt(place);
  if (JSON.stringify(before[name]) === JSON.stringify(value)) return;
  const others = places().filter(([other]) => other !== place);
  sessionStorage.setItem(STORE, JSON.stringify([...others, [place, { ...before, [name]: value }]].slice(-MOST_PLACES)));
}

// An address that is opened anew begins anew; only a reload goes on, or the browser's own way back.
const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (opened?.type === 'navigate') sessionStorage.setItem(STORE, JSON.stringify(places().filter(([place]) => !place.startsWith('default '))));

/** This page's place in the history of the tab. */
function usePlace(): string {
  const { key, pathname } = useLocation();
  return `${key} ${pathname}`;
}

/** State that returns with the page, by 戻る or by the browser's own way back; a new visit begins with `initial`. */
export function useKept<Value>(name: string, initial: Value): [Value, Dispatch<SetStateAction<Value>>] {
  const place = usePlace();
  const [value, setValue] = useState(() => (name in keptAt(place) ? (keptAt(place)[name] as Value) : initial));
  useEffect(() => keep(place, name, value), [place, name, value]);
  return [value, setValue];
}

/**
 * Keeps the value of `read` when this place in the history is left, and gives it again when one comes back; for values that are no state,
 * such as a scroll position. `keepPlace` must be called before a page moves on to another address of its own.
 */
export function useKeptOnLeave<Value>(name: string, read: () => Value | undefined): { place: Value | undefined; keepPlace: () => void } {
  const place = usePlace();
  const value = useMemo(() => keptAt(place)[name] as Value | undefined, [place, name]);
  const latest = useRef({ place, read });
  latest.current = { place, read };
  const keepPlace = useCallback(() => {
    const left = latest.current.read();
    if (left !== undefined) keep(latest.current.place, name, left);
  }, [name]);
  // Before the page's elements go, or another entry of the history is shown in them.
  useLayoutEffect(() => {
    const leaving = ['pagehide', 'popstate'] as const;
    for (const event of leaving) window.addEventListener(event, keepPlace, { capture: true });
    return () => {
      for (const event of leaving) window.removeEventListener(event, keepPlace, { capture: true });
      keepPlace();
    };
  }, [keepPlace]);
  return { place: value, keepPlace };
}
