import { useQuery } from '@tanstack/react-query';
import type { OperationId, Success } from '../../server/contract/handlers.ts';
import { useCalls } from './queries.ts';

export type TaskRow = Success<'createTask'>;
export type FacilityRow = Success<'getFacility'>;

const FRESH_MS = 60_000;

/** Every active row of a list, by code. */
function useActive<Row>(kind: string, operation: OperationId, ordering: string) {
  const { callAll } = useCalls();
  return useQuery({
    queryKey: [kind, 'active'],
    queryFn: ({ signal }) => callAll<Row>(operation, { active_only: 1, ordering }, signal),
    staleTime: FRESH_MS,
  });
}

/** All active tasks, by code. */
export const useActiveTasks = () => useActive<TaskRow>('tasks', 'listTasks', 'task_code');

/** All active facilities, by code. */
export const useActiveFacilities = () => useActive<FacilityRow>('facilities', 'listFacilities', 'facility_code');
