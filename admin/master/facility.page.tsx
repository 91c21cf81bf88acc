import Box from '@mui/material/Box';
import { useSearchParams } from 'react-router';
import { FieldGrid, FormWaiting, Section } from '../forms/FormFrame.tsx';
import type { FieldSpec } from '../forms/fields.tsx';
import { EditScreen } from '../forms/screens.tsx';
import { TasksBox } from '../forms/TasksBox.tsx';
import { useActiveTasks } from '../providers/masters.ts';
import { PRODUCT_WORDS, FACILITY_WORDS as WORDS } from '../texts/master.ts';

const size = (source: 'depth' | 'width' | 'height' | 'volume'): FieldSpec => ({ source, label: WORDS[source], type: 'number', span: 3 });

const BASICS: FieldSpec[] = [
  { source: 'facility_code', label: WORDS.code, required: true, span: 3 },
  { source: 'facility_name', label: WORDS.name, required: true, span: 5 },
  { source: 'availability', label: WORDS.availabilityUnits, type: 'number', required: true, span: 2 },
  { source: 'max_weight', label: WORDS.maxWeight, type: 'number', span: 2 },
  size('depth'),
  size('width'),
  size('height'),
  size('volume'),
];

const FacilityPage = () => {
  const [search] = useSearchParams();
  const tasks = useActiveTasks().data;
  if (!tasks) return <FormWaiting />;
  const choices = tasks.map(({ id, task_code, task_name }) => ({ id, name: `${task_name} (${task_code})` }));
  return (
    <EditScreen
      resource="facilities"
      update="updateFacility"
      remove="deleteFacility"
      list="/facilities"
      afterSave={search.get('from_gantt') === 'true' ? '/gantt' : '/facilities'}
      subject={(row) => `${row.facility_code} ${row.facility_name}`}
    >
      {(readOnly) => (
        <Section title={PRODUCT_WORDS.basics}>
          <FieldGrid fields={BASICS} disabled={readOnly}>
            <Box sx={{ gridColumn: 'span 12' }}>
              <TasksBox source="task_ids" label={WORDS.tasks} choices={choices} disabled={readOnly} />
            </Box>
          </FieldGrid>
        </Section>
      )}
    </EditScreen>
  );
};

export default FacilityPage;
