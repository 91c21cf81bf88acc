import { useEffect, useState } from 'react';
import { useNotify } from 'react-admin';
import { toInstant } from '../../server/domain/ground/plant-time.ts';
import { now } from '../providers/clock.ts';
import { type Heard, usePlantEvents } from '../providers/events.ts';
import { usePublished } from '../providers/plan/published.ts';
import { useSession } from '../providers/session.ts';
import { ADOPT } from '../texts/plans.ts';
import { changedText, type Publishing } from './refusal.ts';

/** The published plan as whoever chooses another one has it before them. */
export interface Seen {
  /** Its id; undefined until it is known. */
  from: number | undefined;
  /** The plan that has taken its place since, and what is said of that. */
  changed: { to: number; text: string } | undefined;
  /** A run is pending: nothing can be published. */
  running: boolean;
}

/** Who published what, where an event says so. */
function publishingOf(heard: Heard): Publishing | undefined {
  if (heard.kind !== 'run' || heard.status !== 'complete' || heard.plan === undefined || heard.by === undefined) return undefined;
  return { plan: heard.plan, by: heard.by, at: toInstant(now()) };
}

/** Calls back when somebody has published a plan. */
const usePublishings = (onTold: (told: Publishing) => void): void =>
  usePlantEvents(
    ['run'],
    (heard) => {
      const told = publishingOf(heard);
      if (told) onTold(told);
    },
    'any',
  );

/** The published plan as it was when this was opened, and what has become of it since; to be used by what offers plans, as long as that is open. */
export function useSeen(): Seen {
  const { data, isFetching } = usePublished();
  const [first, setFirst] = useState<number>();
  const [told, setTold] = useState<Publishing>();
  usePublishings(setTold);
  // What was kept from before may be old: it is not what is looked at.
  if (first === undefined && data && !isFetching) setFirst(data.id);
  const from = first ?? data?.id;
  return {
    from,
    changed: data && data.id !== from ? { to: data.id, text: changedText(data, told) } : undefined,
    running: data?.status === 'queued' || data?.status === 'running',
  };
}

/** Says on a page with the published plan when somebody else has published another one. */
export function usePublishedNotice(isShown: boolean): void {
  const notify = useNotify();
  const { data } = usePublished();
  const own = useSession().user?.name;
  const [told, setTold] = useState<Publishing>();
  usePublishings((next) => {
    if (isShown && next.by !== own) setTold(next);
  });
  useEffect(() => {
    if (!told || data?.id !== told.plan) return;
    setTold(undefined);
    notify(ADOPT.sentence(changedText(data, told)), { type: 'info' });
  }, [told, data, notify]);
}
