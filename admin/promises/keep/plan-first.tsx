import Box from '@mui/material/Box';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { useRun } from '../../board/run/use-run.ts';
import { FirstDialog, type Running } from '../../board/story/why/FirstDialog.tsx';
import { useAdvice } from '../../board/story/why/use-advice.ts';
import { useMay } from '../../providers/roles.ts';
import { KEEP } from '../../texts/promises/keep.ts';
import type { Held } from './held.ts';

/** How a held day that the plan does not keep is planned in front of all others. */
interface Planning {
  /** Asks before it is; undefined: whoever is here may not. */
  ask: ((held: Held) => void) | undefined;
  /** A run is under way; undefined until that is known. */
  pending: boolean | undefined;
}

const PlanningContext = createContext<Planning>({ ask: undefined, pending: undefined });

/** How what is held is planned first, wherever it stands on the page. */
export const usePlanFirst = (): Planning => useContext(PlanningContext);

/** Gives the page one run and one dialog for all that is held on it. */
export const PlanFirst = ({ children }: { children: ReactNode }) => {
  const run = useRun();
  const may = useMay('runSchedule');
  const [held, setHeld] = useState<Held>();
  return (
    <PlanningContext value={{ ask: may ? setHeld : undefined, pending: run.pending }}>
      {children}
      {held ? <Asked held={held} run={run} onClose={() => setHeld(undefined)} /> : null}
    </PlanningContext>
  );
};

/** What an earlier day costs as it was answered, and what going first wins in the plan as it stands. */
const Asked = ({ held: { answer, kept }, run, onClose }: { held: Held; run: Running; onClose(): void }) => {
  const order_id = kept.order_id!;
  const { advice, refining } = useAdvice(order_id);
  const cost = answer.earlier.find(({ date }) => date === kept.date);
  return (
    <FirstDialog
      lateness={{ order_id, serial_number: kept.serial_number }}
      // What the plan lacks is not late in it: what going first wins is not reckoned.
      effect={kept.reaches === null ? undefined : (advice?.first ?? null)}
      refining={refining}
      told={
        <Box>
          {cost ? KEEP.told(kept.date, cost) : KEEP.toldNone(kept.date)}
          {kept.reaches === null ? <Box>{KEEP.unplanned}</Box> : null}
        </Box>
      }
      open
      run={run}
      onClose={onClose}
    />
  );
};
