import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useSaved } from '../board/edit/undo/use-undo.tsx';
import { messageOf } from '../providers/client.ts';
import { PLANS_KEY, PUBLISHED_KEY } from '../providers/plan/keys.ts';
import type { Plan } from '../providers/plan/published.ts';
import { useCalls } from '../providers/queries.ts';
import { freshenPlan } from '../providers/schedule-writes.ts';
import { ADOPT, PLANS } from '../texts/plans.ts';
import { type Hindrance, hindranceOf } from './refusal.ts';
import type { Seen } from './use-seen.ts';

/** A plan that may be published, as far as its choice tells of it. */
export type Adoptable = Pick<Plan, 'id' | 'kind' | 'name'> & { premises?: readonly { text: string }[] };

/** The choice of a plan: what is published in its place, and what stood in the way. */
export interface Adopting {
  /** The plan that is being published. */
  busy: number | undefined;
  /** The plan that was not, and why. */
  hindered: (Hindrance & { plan: Adoptable }) | undefined;
  /** Publishes a plan in the place of the one that was seen; where that is another one by now, asks first. */
  adopt(plan: Adoptable, seen: Seen): Promise<void>;
  /** Publishes the plan that was hindered in spite of that. */
  goOn(): Promise<void>;
  /** Plans the scenario again that was hindered. */
  again(plan: Adoptable): Promise<void>;
  dismiss(): void;
}

/** Publishes plans, wherever they are chosen; `onDone` is told once one is. It says what was done, with the way back; AdoptDialog asks where something stands in the way. */
export function useAdopt(onDone: () => void): Adopting {
  const { call } = useCalls();
  const notify = useNotify();
  const saved = useSaved();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<number>();
  const [hindered, setHindered] = useState<Adopting['hindered']>();
  const refused = (plan: Adoptable, from: number, error: unknown): void => {
    const hindrance = hindranceOf(error, from);
    const isDone = hindrance?.from === plan.id;
    setHindered(hindrance && !isDone ? { ...hindrance, plan } : undefined);
    if (isDone) notify(PLANS.nowPublished(plan.name), { type: 'info' });
    else if (!hindrance) notify(messageOf(error), { type: 'error' });
  };
  const publish = async (plan: Adoptable, from: number, anyway: boolean): Promise<void> => {
    setBusy(plan.id);
    try {
      const published = await call('adoptPlan', { id: plan.id, body: { from, ...(anyway ? { anyway } : {}) } });
      queries.setQueryData<Plan | null>(PUBLISHED_KEY, published);
      setHindered(undefined);
      onDone();
      await freshenPlan();
      saved(ADOPT.done(plan), { named: true });
    } catch (error) {
      refused(plan, from, error);
    } finally {
      setBusy(undefined);
    }
  };
  const adopt: Adopting['adopt'] = async (plan, { from, changed }) => {
    if (changed) setHindered({ plan, message: ADOPT.sentence(changed.text), from: changed.to, anyway: false });
    // What it changes beside the plan is said before.
    else if (from !== undefined && plan.premises?.length) setHindered({ plan, message: ADOPT.writes, from, anyway: false });
    else if (from !== undefined) await publish(plan, from, false);
  };
  return {
    busy,
    hindered,
    adopt,
    goOn: async () => {
      if (hindered) await publish(hindered.plan, hindered.from, hindered.anyway);
    },
    again: async ({ id }) => {
      setBusy(id);
      try {
        await call('planScenario', { id });
        await queries.invalidateQueries({ queryKey: PLANS_KEY });
        setHindered(undefined);
      } catch (error) {
        notify(messageOf(error), { type: 'error' });
      } finally {
        setBusy(undefined);
      }
    },
    dismiss: () => setHindered(undefined),
  };
}
