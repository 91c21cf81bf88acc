import { useQuery } from '@tanstack/react-query';
import type { Success } from '../../server/contract/handlers.ts';
import { callAll } from './client.ts';

export type TaskRow = Success<'createTask'>;
export type FacilityRow = Success<'getFacility'>;

const FRESH_MS = 60_000;

/** All active tasks, by code. */
export const useActiveTasks = () =>
  useQuery({
    queryKey: ['tasks', 'active'],
    queryFn: ({ signal }) => callAll<TaskRow>('listTasks', { active_only: 1, ordering: 'task_code' }, signal),
    staleTime: FRESH_MS,
  });

/** All active facilities, by code. */
export const useActiveFacilities = () =>
  useQuery({
    queryKey: ['facilities', 'active'],
    queryFn: ({ signal }) => callAll<FacilityRow>('listFacilities', { active_only: 1, ordering: 'facility_code' }, signal),
    staleTime: FRESH_MS,
  });
