import { useState } from 'react';

const KEY = 'production-planner.left-out';
const HIDDEN = '0';

/** Whether the calendar shows what the search leaves out; kept on this device, shown at first. */
export function useLeftOut(): { leftOut: boolean; showLeftOut(on: boolean): void } {
  const [leftOut, show] = useState(() => localStorage.getItem(KEY) !== HIDDEN);
  const showLeftOut = (on: boolean): void => {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, HIDDEN);
    show(on);
  };
  return { leftOut, showLeftOut };
}
