import { useContext } from 'react';
import { AutocompleteArrayInput } from 'react-admin';
import { searchKey } from '../../../server/domain/ground/fold.ts';
import { Cell } from '../../forms/Cell.tsx';
import { FormMode } from '../../forms/contract.ts';
import { type Choice, Field } from '../../forms/Field.tsx';
import { EditForm } from '../../forms/forms.tsx';
import { FieldSection, Waiting } from '../../forms/Section.tsx';
import { type TaskRow, useActiveTasks } from '../../providers/masters.ts';
import { PRODUCT_WORDS } from '../../texts/master.ts';
import { COMMON } from '../../texts/parts.ts';

/** The tasks that it can do, found by typing; blind to width, case and kana. */
const TasksInput = ({ tasks }: { tasks: readonly TaskRow[] }) => (
  <Cell span={12}>
    <AutocompleteArrayInput
      source="task_ids"
      choices={tasks.map(({ id, task_code, task_name }) => ({ id, name: `${task_name} (${task_code})` }))}
      readOnly={useContext(FormMode).readOnly}
      matchSuggestion={(typed: string, { name }: Choice) => searchKey(name).includes(searchKey(typed.trim()))}
      noOptionsText={COMMON.empty}
      translateChoice={false}
      disableCloseOnSelect
      fullWidth
    />
  </Cell>
);

const FacilityEdit = () => {
  const tasks = useActiveTasks().data;
  if (!tasks) return <Waiting />;
  return (
    <EditForm update="updateFacility" remove="deleteFacility">
      <FieldSection title={PRODUCT_WORDS.basics}>
        <Field source="facility_code" span={3} />
        <Field source="facility_name" span={5} />
        <Field source="availability" span={2} />
        <Field source="max_weight" span={2} />
        <Field source="depth" span={3} />
        <Field source="width" span={3} />
        <Field source="height" span={3} />
        <Field source="volume" span={3} />
        <TasksInput tasks={tasks} />
      </FieldSection>
    </EditForm>
  );
};

export default FacilityEdit;
