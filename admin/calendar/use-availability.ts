import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { Success } from '../../server/contract/handlers.ts';
import { addDays, nearestPlanDate, type PlantDate } from '../../server/domain/ground/plant-time.ts';
import { firstMessage } from '../parts/messages.ts';
import { fieldsOf, messageOf } from '../providers/client.ts';
import { useActiveFacilities } from '../providers/masters.ts';
import { useCalls } from '../providers/queries.ts';
import { queryClient } from '../providers/query-client.ts';
import { AVAILABILITY_WORDS as WORDS } from '../texts/calendar.ts';
import { beyondOf, changeOf, unitsOf, type WeekUnits } from './units.ts';
import { useCopiedWeek } from './use-copied-week.ts';

type Units = Success<'getAvailability'>;

const KEY = 'availability';

/** A week of availability: what is in force, what is edited, and the saving of the edits alone. */
export function useAvailability(sunday: PlantDate, filter: { facility_code_search: string; facility_name_search: string }) {
  const notify = useNotify();
  const { call } = useCalls();
  const [edits, setEdits] = useState<Record<string, string>>({});
  const from_date = nearestPlanDate(sunday);
  const to_date = nearestPlanDate(addDays(sunday, 6));
  const units = useQuery({
    queryKey: [KEY, sunday, filter],
    queryFn: ({ signal }) => call('getAvailability', { query: { from_date, to_date, ...given(filter) }, signal }),
    placeholderData: (previous) => previous,
  });
  const holidays = useQuery({
    queryKey: ['getClosedDays', sunday, to_date],
    queryFn: async ({ signal }) => new Set((await call('getClosedDays', { query: { from_date, to_date }, signal })).days),
  });
  const facilities = useActiveFacilities().data;
  const counts = new Map(facilities?.map((facility) => [facility.facility_name, facility.availability]) ?? []);
  const usual = (facility: string, date: PlantDate): number | undefined => (holidays.data?.has(date) ? 0 : counts.get(facility));
  const known = units.data && !units.isPlaceholderData && holidays.data && facilities;
  const week: WeekUnits | undefined = known ? { sunday, units: units.data, holidays: holidays.data, usual } : undefined;
  const { copied, copy, forget } = useCopiedWeek(week, setEdits);
  const discard = () => {
    setEdits({});
    forget();
  };
  const saving = useMutation({
    mutationFn: () => call('setAvailability', { body: changeOf(edits) }),
    onSuccess: () => {
      discard();
      notify(WORDS.saved, { type: 'success' });
      return queryClient.invalidateQueries({ queryKey: [KEY] });
    },
    onError: (error) => {
      const [facility, messages] = Object.entries(fieldsOf(error))[0] ?? [];
      const message = firstMessage(messages);
      notify(facility && message ? `${facility}: ${message}` : messageOf(error), { type: 'error' });
    },
  });
  const edit = (key: string, text: string, before: number) =>
    setEdits(({ [key]: _, ...others }) => (text === String(before) ? others : { ...others, [key]: text }));
  return {
    units: units.data as Units | undefined,
    holidays: holidays.data ?? new Set<PlantDate>(),
    /** The units of a facility on a day that nobody set. */
    usual,
    edits,
    edit,
    discard,
    /** Units wanted beyond the facility's own. */
    beyond: beyondOf(edits, (facility) => counts.get(facility)),
    /** What the shown week took over from the one before. */
    copied,
    /** Keeps the shown week, to be written into the next one that is shown. */
    copy: week && copy,
    invalid: Object.values(edits).some((text) => unitsOf(text) === undefined),
    save: () => saving.mutate(),
    saving: saving.isPending,
    error: units.error,
  };
}

export type AvailabilityWeek = ReturnType<typeof useAvailability>;

const given = <Texts extends Record<string, string>>(filter: Texts): Partial<Texts> => {
  const texts: Partial<Texts> = { ...filter };
  for (const name in texts) if (texts[name]?.trim() === '') delete texts[name];
  return texts;
};
