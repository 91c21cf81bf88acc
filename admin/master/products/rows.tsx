import { useWrappedSource } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { COOLING_METHODS, NEW_DEMOLDING_TIME, NEW_HEAT_TREATMENT_WAITING_DAYS } from '../../../server/domain/ground/constants.ts';
import { type Choice, Field, type FieldProps } from '../../forms/Field.tsx';
import { RowsInput } from '../../forms/RowsInput.tsx';
import type { FacilityRow, TaskRow } from '../../providers/masters.ts';
import { PRODUCT_WORDS as WORDS } from '../../texts/master.ts';
import { facilitiesOf, processingFacilities, tasksFor } from './choices.ts';
import { WeekdayInput } from './WeekdayInput.tsx';

interface Masters {
  tasks: readonly TaskRow[];
  facilities: readonly FacilityRow[];
}

const TASK_WIDTH = 190;
const FACILITY_WIDTH = 165;
const NUMBER_WIDTH = 96;

/** A task of the row; another one clears the facility, which belongs to a task. */
const TaskField = (props: FieldProps) => {
  const { setValue, getValues } = useFormContext();
  const facility = useWrappedSource('facility');
  const clear = () => {
    if (getValues(facility)) setValue(facility, null, { shouldDirty: true, shouldValidate: true });
  };
  return <Field {...props} onChange={clear} />;
};

/** A facility among those that can do the row's task; not before there is one. */
const FacilityField = ({ choicesOf, ...props }: FieldProps & { choicesOf: (task: number | null) => Choice[] }) => {
  const task = useWatch({ name: useWrappedSource('task') }) as number | null;
  return <Field {...props} choices={choicesOf(task)} disabled={!task} />;
};

/** The heat treatments of a product. */
export const HeatRows = ({ tasks, facilities }: Masters) => (
  <RowsInput source="heat_treatments" title={WORDS.heat}>
    <TaskField source="task" choices={tasksFor(tasks, 'heat')} width={TASK_WIDTH} />
    <Field source="temperature" defaultValue={0} width={NUMBER_WIDTH} />
    <Field source="retention_time" defaultValue={0} width={NUMBER_WIDTH} />
    <Field source="cooling_method" defaultValue={COOLING_METHODS[0]} width={104} />
    <Field source="cooling_time" defaultValue={0} width={NUMBER_WIDTH} />
    <WeekdayInput source="work_settings" defaultValue={[]} width={198} />
    <Field source="waiting_days" defaultValue={NEW_HEAT_TREATMENT_WAITING_DAYS} width={NUMBER_WIDTH} />
    <FacilityField
      source="facility"
      choicesOf={(task) => facilitiesOf(facilities, task)}
      emptyText={WORDS.anyFacility}
      width={FACILITY_WIDTH}
    />
  </RowsInput>
);

/** The processing rows of a product. */
export const ProcessingRows = ({ tasks, facilities }: Masters) => (
  <RowsInput source="product_processings" title={WORDS.processing}>
    <TaskField source="task" choices={tasksFor(tasks, 'processing')} width={TASK_WIDTH} />
    <FacilityField source="facility" choicesOf={(task) => processingFacilities(facilities, task)} width={FACILITY_WIDTH} />
    <Field source="waiting_days" defaultValue={0} width={NUMBER_WIDTH} />
  </RowsInput>
);

/** The demolding times of a product. */
export const DemoldingRows = ({ tasks }: Pick<Masters, 'tasks'>) => (
  <RowsInput source="demoldings" title={WORDS.demolding}>
    <Field source="task" choices={tasksFor(tasks, 'demolding')} width={TASK_WIDTH} />
    <Field source="demolding_time" defaultValue={NEW_DEMOLDING_TIME} width={NUMBER_WIDTH} />
  </RowsInput>
);
