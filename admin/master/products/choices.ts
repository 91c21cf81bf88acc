import { DEMOLDING_TASK_CODES, HEAT_TASK_PARTS, PROCESSING_FACILITY_PART, PROCESSING_TASK_PART } from '../../../server/domain/constants.ts';
import type { Choice } from '../../forms/Field.tsx';
import type { FacilityRow, TaskRow } from '../../providers/masters.ts';

const taskChoice = ({ id, task_code, task_name }: TaskRow): Choice => ({ id, name: `${task_code} ${task_name}` });
const facilityChoice = ({ id, facility_code, facility_name }: FacilityRow): Choice => ({ id, name: `${facility_code} ${facility_name}` });

/** The tasks that a heat treatment row may name: codes containing 3123 or 3153. */
export const heatTasks = (tasks: readonly TaskRow[]): Choice[] =>
  tasks.filter(({ task_code }) => HEAT_TASK_PARTS.some((part) => task_code.includes(part))).map(taskChoice);

/** The tasks of a processing row: code containing 5131. */
export const processingTasks = (tasks: readonly TaskRow[]): Choice[] =>
  tasks.filter(({ task_code }) => task_code.includes(PROCESSING_TASK_PART)).map(taskChoice);

/** The tasks of a demolding row: the two codes. */
export const demoldingTasks = (tasks: readonly TaskRow[]): Choice[] =>
  tasks.filter(({ task_code }) => DEMOLDING_TASK_CODES.some((code) => code === task_code)).map(taskChoice);

/** The facilities that can do the task; none without a task. */
export const facilitiesOf = (facilities: readonly FacilityRow[], task: number | null | undefined): Choice[] =>
  task ? facilities.filter(({ task_ids }) => task_ids.includes(task)).map(facilityChoice) : [];

/** The facilities of a processing row: code containing 320-07, and able to do the task. */
export const processingFacilities = (facilities: readonly FacilityRow[], task: number | null | undefined): Choice[] =>
  facilitiesOf(
    facilities.filter(({ facility_code }) => facility_code.includes(PROCESSING_FACILITY_PART)),
    task,
  );
