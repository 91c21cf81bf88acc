import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { Body } from '../../../../server/contract/handlers.ts';
import { type PlantDate, toInstant } from '../../../../server/domain/ground/plant-time.ts';
import type { StopReason } from '../../../../server/domain/texts/plan/reasons.ts';
import { clientId, messageOf } from '../../../providers/client.ts';
import { now } from '../../../providers/clock.ts';
import { useCalls } from '../../../providers/queries.ts';
import { useMay } from '../../../providers/roles.ts';
import type { FacilityLoad } from '../../chart/scene/load-strip.ts';

/** A facility whose stops are looked at. */
interface Asked {
  id: number;
  name: string;
  load: FacilityLoad;
}

/** What the planner says of a facility that stands, or one of its units: the stop of 今日の作業, with the day on which it is expected to be over. */
export interface Stops {
  asked: Asked | undefined;
  busy: boolean;
  open(asked: Asked): void;
  close(): void;
  stop(facility: number, said: { unit: number | null; reason: StopReason; resumes_on: PlantDate | null }): void;
  resume(facility: number, unit: number | null): void;
}

/** The stops of the calendar's rows; undefined for roles that may only read. */
export function useStops(): Stops | undefined {
  const { call } = useCalls();
  const notify = useNotify();
  const queries = useQueryClient();
  const may = useMay('postMark');
  const [asked, ask] = useState<Asked>();
  const [busy, setBusy] = useState(false);
  const say = async (tap: Pick<Body<'postMark'>, 'kind' | 'facility' | 'unit' | 'stop' | 'resumes_on'>): Promise<void> => {
    setBusy(true);
    try {
      const { result, reason } = await call('postMark', { body: { ...tap, client_id: clientId(), at: toInstant(now()) } });
      if (result === 'refused') notify(reason ?? '', { type: 'error' });
      else ask(undefined);
      await Promise.all(['plan', 'overview'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  if (!may) return undefined;
  return {
    asked,
    busy,
    open: ask,
    close: () => ask(undefined),
    stop: (facility, { reason: stop, ...said }) => void say({ kind: 'stop', facility, stop, ...said }),
    resume: (facility, unit) => void say({ kind: 'resume', facility, unit }),
  };
}
