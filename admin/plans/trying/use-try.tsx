import { type ReactElement, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { boardPath } from '../../board/search/use-address.ts';
import { usePublished } from '../../providers/plan/published.ts';
import { useShownPlan } from '../../providers/plan/shown-plan.ts';
import { useMay } from '../../providers/roles.ts';
import { type Naming, ScenarioDialog } from '../ScenarioDialog.tsx';
import { usePlanOf } from '../use-plans.ts';

/** What somebody thinks of where they stand: premises, and one that is still to be entered. */
export type Thought = Pick<Naming, 'more' | 'draft'>;

export interface Trying {
  /** Opens the dialog that makes a scenario of a thought; undefined: whoever is here may not, or nothing is planned. */
  ask: ((thought: Thought) => void) | undefined;
  /** The dialog, to stand anywhere on the page. */
  dialog: ReactElement | null;
}

/** Makes scenarios of what somebody thinks of, copies of the plan that the page shows, and shows them on a board. */
export function useTry(): Trying {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const may = useMay('createScenario');
  const shown = useShownPlan();
  const published = usePublished().data;
  const other = usePlanOf(shown).data;
  const plan = shown === undefined ? published : other;
  const [thought, setThought] = useState<Thought>();
  const board = pathname === '/facility-calendar' ? 'facility-calendar' : 'gantt';
  return {
    ask: may && plan?.figures ? setThought : undefined,
    dialog:
      thought && plan ? (
        <ScenarioDialog
          what="create"
          plan={plan}
          {...thought}
          onClose={() => setThought(undefined)}
          onDone={({ id }) => {
            setThought(undefined);
            void navigate(boardPath(board, { plan: id }));
          }}
        />
      ) : null,
  };
}
