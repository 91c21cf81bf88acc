import { isProcessingFacility, type TaskPurpose, taskPurpose } from '../../../server/domain/plant/task-purpose.ts';
import type { Choice } from '../../forms/Field.tsx';
import type { FacilityRow, TaskRow } from '../../providers/masters.ts';

const taskChoice = ({ id, task_code, task_name }: TaskRow): Choice => ({ id, name: `${task_code} ${task_name}` });
const facilityChoice = ({ id, facility_code, facility_name }: FacilityRow): Choice => ({ id, name: `${facility_code} ${facility_name}` });

/** The tasks that a row of a product's list for this purpose may name. */
export const tasksFor = (tasks: readonly TaskRow[], purpose: TaskPurpose): Choice[] =>
  tasks.filter(({ task_code }) => taskPurpose(task_code) === purpose).map(taskChoice);

/** The facilities that can do the task; none without a task. */
export const facilitiesOf = (facilities: readonly FacilityRow[], task: number | null | undefined): Choice[] =>
  task ? facilities.filter(({ task_ids }) => task_ids.includes(task)).map(facilityChoice) : [];

/** The facilities of a processing row: those for machining that are able to do the task. */
export const processingFacilities = (facilities: readonly FacilityRow[], task: number | null | undefined): Choice[] =>
  facilitiesOf(
    facilities.filter(({ facility_code }) => isProcessingFacility(facility_code)),
    task,
  );
