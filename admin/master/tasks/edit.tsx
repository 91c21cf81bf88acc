import { useRecordContext } from 'react-admin';
import { abbreviationOf } from '../../../server/domain/plant/abbreviation.ts';
import { Field } from '../../forms/Field.tsx';
import { EditForm } from '../../forms/forms.tsx';
import { FieldSection } from '../../forms/Section.tsx';
import { PRODUCT_WORDS, TASK_WORDS } from '../../texts/master.ts';

const TaskFields = () => {
  const task = useRecordContext<{ task_name: string }>();
  return (
    <FieldSection title={PRODUCT_WORDS.basics}>
      <Field source="task_code" span={3} disabled />
      <Field source="task_name" span={5} disabled />
      <Field source="abbreviation" span={4} helperText={TASK_WORDS.abbreviationHint(abbreviationOf(task?.task_name ?? ''))} />
    </FieldSection>
  );
};

/** A task comes from the core system; what is chosen here is its short form. */
const TaskEdit = () => (
  <EditForm update="updateTask">
    <TaskFields />
  </EditForm>
);

export default TaskEdit;
