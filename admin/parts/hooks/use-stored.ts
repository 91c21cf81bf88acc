import { useState } from 'react';

/** A choice that is kept on this device under `key`; undefined until one was made, or once it was taken back. */
export function useStored(key: string): [string | undefined, (next: string | undefined) => void] {
  const [kept, show] = useState(() => localStorage.getItem(key) ?? undefined);
  return [
    kept,
    (next) => {
      if (next === undefined) localStorage.removeItem(key);
      else localStorage.setItem(key, next);
      show(next);
    },
  ];
}
