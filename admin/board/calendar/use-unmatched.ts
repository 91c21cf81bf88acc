import { useState } from 'react';

const KEY = 'production-planner.unmatched';
const HIDDEN = '0';

/** Whether the calendar shows what the search leaves out; kept on this device, shown at first. */
export function useUnmatched(): { unmatched: boolean; showUnmatched(on: boolean): void } {
  const [unmatched, show] = useState(() => localStorage.getItem(KEY) !== HIDDEN);
  const showUnmatched = (on: boolean): void => {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, HIDDEN);
    show(on);
  };
  return { unmatched, showUnmatched };
}
