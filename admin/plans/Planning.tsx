import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { messageOf } from '../providers/client.ts';
import { PLANS_KEY } from '../providers/plan/keys.ts';
import type { Plan } from '../providers/plan/published.ts';
import { useCalls } from '../providers/queries.ts';
import { useMay } from '../providers/roles.ts';
import { PREMISES } from '../texts/plans.ts';
import { ScenarioDialog } from './ScenarioDialog.tsx';
import { isPlanned } from './use-plans.ts';

/** On what a scenario stands, and for who may: other premises, and its planning on them, which can be stopped. */
export const Planning = ({ scenario, brief }: { scenario: Plan; brief: boolean }) => {
  const { call } = useCalls();
  const notify = useNotify();
  const queries = useQueryClient();
  const [changing, setChanging] = useState(false);
  const { id, premises, progress } = scenario;
  const sentences = premises.map(({ text }) => text).join('、');
  const planned = isPlanned(scenario);
  const ask = async (): Promise<void> => {
    try {
      const now = planned ? await call('cancelScenario', { id }) : await call('planScenario', { id });
      queries.setQueryData([...PLANS_KEY, id], now);
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
  };
  if (!useMay('planScenario')) return sentences === '' ? null : <span title={sentences}>{PREMISES.count(premises.length)}</span>;
  return (
    <>
      {planned ? <Box role="progressbar">{PREMISES.planning(progress)}</Box> : null}
      <Button variant="outlined" title={sentences || PREMISES.none} disabled={planned} onClick={() => setChanging(true)}>
        {premises.length === 0 ? PREMISES.title : PREMISES.count(premises.length)}
      </Button>
      <Button variant="outlined" title={PREMISES.planHint} {...(planned ? {} : { 'aria-label': PREMISES.plan })} onClick={() => void ask()}>
        {planned ? PREMISES.cancel : brief ? PREMISES.planBrief : PREMISES.plan}
      </Button>
      {changing ? (
        <ScenarioDialog what="change" plan={scenario} onClose={() => setChanging(false)} onDone={() => setChanging(false)} />
      ) : null}
    </>
  );
};
