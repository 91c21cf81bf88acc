import { useState } from 'react';

const KEY = 'production-planner.frozen-days';

/** 固定日数 as it was typed for the run before; undefined: never. Kept in this browser. */
export function useFrozenDays(): [string | undefined, (days: string) => void] {
  const [days, setDays] = useState(() => localStorage.getItem(KEY) ?? undefined);
  return [
    days,
    (next) => {
      localStorage.setItem(KEY, next);
      setDays(next);
    },
  ];
}
