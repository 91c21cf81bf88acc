import { useCallback, useState } from 'react';

/** Which lots show their finished tasks one by one; at first none does. */
export function useFolds() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const fold = useCallback((key: string, opens: boolean): void => {
    setOpen((before) => {
      const next = new Set(before);
      if (opens) next.add(key);
      else next.delete(key);
      return next;
    });
  }, []);
  return { open, fold };
}
