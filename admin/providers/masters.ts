import { useQuery } from '@tanstack/react-query';
import type { Query, Success } from '../../server/contract/handlers.ts';
import { useCalls } from './queries.ts';

export type TaskRow = Success<'createTask'>;
export type FacilityRow = Success<'getFacility'>;

const FRESH_MS = 60_000;

/** Every active row of a list, by code. */
function useActive<Id extends 'listTasks' | 'listFacilities'>(kind: string, operation: Id, query: Query<Id>) {
  const { callAll } = useCalls();
  return useQuery({
    queryKey: [kind, 'active'],
    queryFn: ({ signal }) => callAll(operation, query, signal),
    staleTime: FRESH_MS,
  });
}

/** All active tasks, by code. */
export const useActiveTasks = () => useActive('tasks', 'listTasks', { active_only: 1, ordering: 'task_code' });

/** All active facilities, by code. */
export const useActiveFacilities = () => useActive('facilities', 'listFacilities', { active_only: 1, ordering: 'facility_code' });
