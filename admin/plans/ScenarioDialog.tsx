import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { HttpError } from 'react-admin';
import { MOST_SCENARIO_NAME } from '../../server/domain/ground/constants.ts';
import { plantDate } from '../../server/domain/ground/plant-time.ts';
import { fieldsOf, messageOf, type Refusal } from '../providers/client.ts';
import { now } from '../providers/clock.ts';
import { PLANS_KEY } from '../providers/plan/keys.ts';
import type { Plan } from '../providers/plan/published.ts';
import { useCalls } from '../providers/queries.ts';
import { PREMISES, SCENARIO } from '../texts/plans.ts';
import { PremiseEditor, type TakeAll } from './PremiseEditor.tsx';
import { askedOf, type Draft, type ToldPremise } from './premises.ts';

/** What is asked for: a copy of a plan, or another name and other premises of a scenario. */
export interface Naming {
  what: 'create' | 'change';
  plan: Plan;
  /** Premises beside those of the plan, and one that is being entered. */
  more?: readonly ToldPremise[];
  draft?: Draft | undefined;
}

/** Whether another scenario would go for the one that was asked for. */
const isInTheWay = (error: unknown): boolean =>
  error instanceof HttpError && error.status === 409 && ((error.body ?? {}) as Refusal).current !== undefined;

/** Why a scenario was refused, a line for each thing: of a premise with its sentence. */
function linesOf(error: unknown, premises: readonly ToldPremise[]): string[] {
  const { premises: wrong = [], ...fields } = fieldsOf(error);
  const own = [wrong].flat().flatMap((one, at): string[] => {
    if (typeof one === 'string') return [one];
    const messages = Object.values(one ?? {})
      .flat(1)
      .map(String);
    return messages.length > 0 ? [PREMISES.wrong(premises[at]?.text ?? '', messages.join(''))] : [];
  });
  const lines = [...Object.values(fields).flat(1).map(String), ...own];
  return lines.length > 0 ? lines : [messageOf(error)];
}

interface Props extends Naming {
  onClose(): void;
  /** The scenario as it is now. */
  onDone(scenario: Plan): void;
}

/** Asks for name and premises of a scenario, and makes it or changes it so. */
export const ScenarioDialog = ({ what, plan, more = [], draft, onClose, onDone }: Props) => {
  const { call } = useCalls();
  const queries = useQueryClient();
  const [name, setName] = useState(what === 'change' ? plan.name : SCENARIO.suggested(plantDate(now())));
  const [premises, setPremises] = useState<readonly ToldPremise[]>([...plan.premises, ...more]);
  const [error, setError] = useState<readonly string[]>([]);
  /** That another one goes for it was said. */
  const [anyway, setAnyway] = useState(false);
  const [busy, setBusy] = useState(false);
  const all = useRef<TakeAll>(null);
  const title = what === 'create' ? SCENARIO.make : SCENARIO.change;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    // Whoever leaves a premise in its fields means it.
    const said = await all.current?.();
    if (!said) return setBusy(false);
    try {
      const done =
        what === 'create'
          ? await call('createScenario', { body: { name, base: plan.id, premises: askedOf(said), ...(anyway ? { anyway } : {}) } })
          : await call('changeScenario', { id: plan.id, body: { name, version: plan.version, premises: askedOf(said) } });
      await queries.invalidateQueries({ queryKey: PLANS_KEY });
      onDone(done);
    } catch (refused) {
      setError(linesOf(refused, said));
      setAnyway(what === 'create' && isInTheWay(refused));
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="scenario-title">
      <form onSubmit={(event) => void submit(event)}>
        <DialogTitle id="scenario-title">{title}</DialogTitle>
        <DialogContent>
          {what === 'create' ? <DialogContentText sx={{ mb: 2 }}>{SCENARIO.from(plan)}</DialogContentText> : null}
          <TextField
            autoFocus
            fullWidth
            label={SCENARIO.name}
            value={name}
            onChange={({ target }) => setName(target.value)}
            slotProps={{ htmlInput: { maxLength: MOST_SCENARIO_NAME } }}
            sx={{ mt: 0.5, mb: 1.5 }}
          />
          <PremiseEditor premises={premises} first={draft} onChange={setPremises} all={all} />
          {error.length > 0 ? (
            <Alert severity={anyway ? 'warning' : 'error'} sx={{ mt: 1.5 }}>
              {error.map((line) => (
                <div key={line}>{line}</div>
              ))}
            </Alert>
          ) : null}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{SCENARIO.cancel}</Button>
          <Button type="submit" variant="contained" loading={busy} disabled={name.trim() === ''}>
            {anyway ? SCENARIO.okAnyway : SCENARIO.ok[what]}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
