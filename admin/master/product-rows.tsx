import { useFormContext, useWatch } from 'react-hook-form';
import { COOLING_METHODS, NEW_DEMOLDING_TIME, NEW_HEAT_TREATMENT_WAITING_DAYS } from '../../server/domain/constants.ts';
import { type Choice, ChoiceBox, NumberBox } from '../forms/fields.tsx';
import { type RowColumn, type RowInput, RowList } from '../forms/RowList.tsx';
import { WeekdayBox } from '../forms/WeekdayBox.tsx';
import type { FacilityRow, TaskRow } from '../providers/masters.ts';
import { PRODUCT_WORDS as WORDS } from '../texts/master.ts';
import { demoldingTasks, facilitiesOf, heatTasks, processingFacilities, processingTasks } from './product-choices.ts';

interface RowsProps {
  tasks: readonly TaskRow[];
  facilities: readonly FacilityRow[];
  disabled: boolean;
}

const TASK_WIDTH = 215;
const FACILITY_WIDTH = 185;
const NUMBER_WIDTH = 88;

const numberColumn = (field: string, label: string): RowColumn => ({
  label,
  width: NUMBER_WIDTH,
  input: (row) => <NumberBox source={row.at(field)} label={label} spoken={row.spoken(label)} disabled={row.disabled} />,
});

const COOLING: Choice[] = COOLING_METHODS.map((method) => ({ id: method, name: method }));

/** A task of the row; another one clears the facility, which belongs to a task. */
const TaskBox = ({ row, choices }: { row: RowInput; choices: readonly Choice[] }) => {
  const { setValue, getValues } = useFormContext();
  const clear = () => {
    if (getValues(row.at('facility'))) setValue(row.at('facility'), null, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <ChoiceBox
      source={row.at('task')}
      label={WORDS.task}
      spoken={row.spoken(WORDS.task)}
      choices={choices}
      required
      disabled={row.disabled}
      onPick={clear}
    />
  );
};

interface FacilityBoxProps {
  row: RowInput;
  choicesOf: (task: number | null) => Choice[];
  optional?: boolean;
}

/** A facility among those that can do the row's task; not before there is one. */
const FacilityBox = ({ row, choicesOf, optional = false }: FacilityBoxProps) => {
  const task = useWatch({ name: row.at('task') }) as number | null;
  return (
    <ChoiceBox
      source={row.at('facility')}
      label={WORDS.facility}
      spoken={row.spoken(WORDS.facility)}
      choices={choicesOf(task)}
      disabled={row.disabled || !task}
      {...(optional ? { none: WORDS.anyFacility } : { required: true })}
    />
  );
};

/** The heat treatments of a product. */
export const HeatRows = ({ tasks, facilities, disabled }: RowsProps) => {
  const choices = heatTasks(tasks);
  const columns: RowColumn[] = [
    { label: WORDS.task, width: TASK_WIDTH, input: (row) => <TaskBox row={row} choices={choices} /> },
    numberColumn('temperature', WORDS.temperature),
    numberColumn('retention_time', WORDS.retention),
    {
      label: WORDS.cooling,
      width: 112,
      input: (row) => (
        <ChoiceBox
          source={row.at('cooling_method')}
          label={WORDS.cooling}
          spoken={row.spoken(WORDS.cooling)}
          choices={COOLING}
          required
          disabled={row.disabled}
        />
      ),
    },
    numberColumn('cooling_time', WORDS.coolingTime),
    {
      label: WORDS.weekdays,
      width: 196,
      input: (row) => <WeekdayBox source={row.at('work_settings')} spoken={row.spoken(WORDS.weekdays)} disabled={row.disabled} />,
    },
    numberColumn('waiting_days', WORDS.waiting),
    {
      label: WORDS.facility,
      width: FACILITY_WIDTH,
      input: (row) => <FacilityBox row={row} choicesOf={(task) => facilitiesOf(facilities, task)} optional />,
    },
  ];
  const newRow = {
    task: null,
    facility: null,
    temperature: 0,
    retention_time: 0,
    cooling_method: COOLING_METHODS[0],
    cooling_time: 0,
    work_settings: [],
    waiting_days: NEW_HEAT_TREATMENT_WAITING_DAYS,
  };
  return <RowList source="heat_treatments" title={WORDS.heat} columns={columns} newRow={newRow} disabled={disabled} />;
};

/** The processing rows of a product. */
export const ProcessingRows = ({ tasks, facilities, disabled }: RowsProps) => {
  const choices = processingTasks(tasks);
  const columns: RowColumn[] = [
    { label: WORDS.task, width: TASK_WIDTH, input: (row) => <TaskBox row={row} choices={choices} /> },
    {
      label: WORDS.facility,
      width: FACILITY_WIDTH,
      input: (row) => <FacilityBox row={row} choicesOf={(task) => processingFacilities(facilities, task)} />,
    },
    numberColumn('waiting_days', WORDS.waiting),
  ];
  return (
    <RowList
      source="product_processings"
      title={WORDS.processing}
      columns={columns}
      newRow={{ task: null, facility: null, waiting_days: 0 }}
      disabled={disabled}
    />
  );
};

/** The demolding times of a product. */
export const DemoldingRows = ({ tasks, disabled }: Omit<RowsProps, 'facilities'>) => {
  const choices = demoldingTasks(tasks);
  const columns: RowColumn[] = [
    { label: WORDS.task, width: TASK_WIDTH, input: (row) => <TaskBox row={row} choices={choices} /> },
    numberColumn('demolding_time', WORDS.demoldingTime),
  ];
  return (
    <RowList
      source="demoldings"
      title={WORDS.demolding}
      columns={columns}
      newRow={{ task: null, demolding_time: NEW_DEMOLDING_TIME }}
      disabled={disabled}
    />
  );
};
