import { useEffect, useRef } from 'react';
import { HttpError, useNotify } from 'react-admin';
import { PLANS } from '../texts/plans.ts';
import { usePlanOf } from './use-plans.ts';

/** What has become of a plan that an address names, as soon as that is sure: it is no more, or it is the published one. */
function useFate(plan: number | undefined): { gone: boolean; published: string | undefined } {
  const { data, error, isFetching } = usePlanOf(plan);
  const sure = plan !== undefined && !isFetching;
  return {
    gone: sure && error instanceof HttpError && error.status === 404,
    published: sure && !error && data?.kind === 'published' ? data.name : undefined,
  };
}

interface Shown {
  plan: number | undefined;
  /** The plan whose places stand beside the bars. */
  other: number | undefined;
  /** A plan is being published here: that it is published is said by that. */
  busy: boolean;
  leave(): void;
  leaveOther(): void;
}

/** Leads back to the published plan once the one that is shown is no more, or is published itself; says which. Places beside the bars go with their plan. */
export function useLeaving({ plan, other, busy, leave, leaveOther }: Shown): void {
  const notify = useNotify();
  const { gone, published } = useFate(plan);
  const beside = useFate(other);
  const otherGone = beside.gone || (plan === undefined && beside.published !== undefined);
  const latest = useRef({ busy, leave, leaveOther, notify });
  latest.current = { busy, leave, leaveOther, notify };
  useEffect(() => {
    if (!gone && published === undefined) return;
    if (gone) latest.current.notify(PLANS.gone, { type: 'info' });
    else if (published !== undefined && !latest.current.busy) latest.current.notify(PLANS.nowPublished(published), { type: 'info' });
    latest.current.leave();
  }, [gone, published]);
  useEffect(() => {
    if (otherGone) latest.current.leaveOther();
  }, [otherGone]);
}
