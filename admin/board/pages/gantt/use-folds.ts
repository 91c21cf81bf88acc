import { useCallback, useMemo } from 'react';
import { useKept } from '../../../parts/hooks/use-kept.ts';

/** Which lots show their finished tasks one by one; at first none does. Whoever comes back finds them as they were. */
export function useFolds() {
  const [keys, setKeys] = useKept<readonly string[]>('unfolded', []);
  const open: ReadonlySet<string> = useMemo(() => new Set(keys), [keys]);
  const fold = useCallback(
    (key: string, opens: boolean): void => setKeys((before) => [...before.filter((one) => one !== key), ...(opens ? [key] : [])]),
    [setKeys],
  );
  return { open, fold };
}
