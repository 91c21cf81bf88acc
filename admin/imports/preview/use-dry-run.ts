import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ImportKind } from '../../../server/domain/files/imports.ts';
import { useCalls } from '../../providers/queries.ts';
import { type ImportAnswer, sendImport } from '../send.ts';
import type { Chosen } from '../use-file.ts';

const SETTLE_MS = 400;

/** Key of what imports would do: whoever has written other files asks anew. */
export const DRY_RUN_KEY = ['dry-run'];

export interface DryRunState {
  /** What the server said of this file last. */
  answer: ImportAnswer | undefined;
  /** Whether it said so of the decisions as they stand. */
  current: boolean;
  asking: boolean;
  /** Without network it is asked once that is back. */
  paused: boolean;
  error: Error | null;
  again(): void;
}

/** A verdict on a decision comes later than the decision. */
const isDecidedAlike = (one: Chosen, other: Chosen): boolean =>
  one.skipped === other.skipped && one.repairs === other.repairs && one.joins === other.joins && one.asIs === other.asIs;

const askable = ({ state, verdict }: Chosen): boolean =>
  state === 'read' && verdict !== undefined && !verdict.refused && verdict.row_count > 0;

/**
 * The effect of the import and the findings only the server can make, asked for once the preview has come to rest; it never holds up the
 * import.
 */
export function useDryRun(kind: ImportKind, chosen: Chosen | undefined, asks = true): DryRunState {
  const [settled, setSettled] = useState<Chosen>();
  const dataProvider = useCalls();
  const turn = chosen?.turn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is a new verdict; other changes of the file ask nothing
  useEffect(() => {
    const timer = setTimeout(() => setSettled(chosen), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [turn]);
  const query = useQuery({
    queryKey: [...DRY_RUN_KEY, kind.name, settled?.opening, settled?.turn],
    queryFn: ({ signal }) => sendImport(dataProvider, kind, settled as Chosen, { dryRun: true, signal }),
    enabled: asks && settled !== undefined && askable(settled),
    // Marks stay while the next decision is looked at.
    placeholderData: (before, asked) => (asked?.queryKey[DRY_RUN_KEY.length + 1] === settled?.opening ? before : undefined),
    gcTime: 0,
    retry: false,
  });
  const same = chosen !== undefined && settled?.opening === chosen.opening;
  return {
    answer: same ? query.data : undefined,
    current:
      same && settled?.turn === turn && isDecidedAlike(settled, chosen) && query.isSuccess && !query.isPlaceholderData && !query.isFetching,
    asking: query.isFetching,
    paused: query.isPaused,
    error: same ? query.error : null,
    again: () => void query.refetch(),
  };
}
