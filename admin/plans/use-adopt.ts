import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useSaved } from '../board/edit/undo/use-undo.tsx';
import { messageOf } from '../providers/client.ts';
import { PUBLISHED_KEY } from '../providers/plan/keys.ts';
import { type Plan, usePublished } from '../providers/plan/published.ts';
import { useCalls } from '../providers/queries.ts';
import { freshenPlan } from '../providers/schedule-writes.ts';
import { ADOPT } from '../texts/plans.ts';
import { type Hindrance, hindranceOf } from './refusal.ts';

/** A plan that may be published, as far as its choice tells of it. */
export type Adoptable = Pick<Plan, 'id' | 'kind' | 'name'>;

/** The choice of a plan: what is published in its place, and what stood in the way. */
export interface Adopting {
  /** The plan that is being published. */
  busy: number | undefined;
  /** The plan that was not, and why. */
  hindered: (Hindrance & { plan: Adoptable }) | undefined;
  /** Publishes a plan; `anyway`: whatever is lost by that. */
  adopt(plan: Adoptable, anyway?: boolean): Promise<void>;
  dismiss(): void;
}

/** Publishes plans, wherever they are chosen; `onDone` is told once one is. It says what was done, with the way back; AdoptDialog asks where something stands in the way. */
export function useAdopt(onDone: () => void): Adopting {
  const { call } = useCalls();
  const notify = useNotify();
  const saved = useSaved();
  const queries = useQueryClient();
  const from = usePublished().data?.id;
  const [busy, setBusy] = useState<number>();
  const [hindered, setHindered] = useState<Adopting['hindered']>();
  const adopt: Adopting['adopt'] = async (plan, anyway = false) => {
    if (from === undefined) return;
    setBusy(plan.id);
    try {
      const published = await call('adoptPlan', { id: plan.id, body: { from, ...(anyway ? { anyway } : {}) } });
      queries.setQueryData<Plan | null>(PUBLISHED_KEY, published);
      setHindered(undefined);
      onDone();
      await freshenPlan();
      saved(ADOPT.done(plan), { named: true });
    } catch (error) {
      const hindrance = hindranceOf(error, from);
      setHindered(hindrance && { ...hindrance, plan });
      if (!hindrance) notify(messageOf(error), { type: 'error' });
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, hindered, adopt, dismiss: () => setHindered(undefined) };
}
