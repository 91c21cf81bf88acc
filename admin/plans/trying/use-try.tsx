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
  /** Opens the dialog that makes a scenario of a thought; undefined: whoever is here may not. */
  ask: ((thought: Thought) => void) | undefined;
  /** The dialog, to stand anywhere on the page. */
  dialog: ReactElement | null;
}

/** Makes scenarios of what somebody thinks of, copies of the plan that the page shows, and shows them on a board. */
export function useTry(): Trying {
  const may = useMay('createScenario');
  const [thought, setThought] = useState<Thought>();
  return {
    ask: may ? setThought : undefined,
    dialog: thought ? <Asked thought={thought} onClose={() => setThought(undefined)} /> : null,
  };
}

/** The plan is asked for once somebody has thought of something: such buttons stand in every row. */
const Asked = ({ thought, onClose }: { thought: Thought; onClose(): void }) => {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shown = useShownPlan();
  const published = usePublished().data;
  const other = usePlanOf(shown).data;
  const plan = shown === undefined ? published : other;
  const board = pathname === '/facility-calendar' ? 'facility-calendar' : 'gantt';
  return plan ? (
    <ScenarioDialog
      what="create"
      plan={plan}
      {...thought}
      onClose={onClose}
      onDone={({ id }) => {
        onClose();
        void navigate(boardPath(board, { plan: id }));
      }}
    />
  ) : null;
};
