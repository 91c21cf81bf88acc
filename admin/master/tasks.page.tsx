import { ImportPanels } from '../imports/ImportPanels.tsx';
import type { ListScreen } from '../parts/ResourceList.tsx';
import { ResourceList } from '../parts/ResourceList.tsx';
import { TASK_WORDS as WORDS } from '../texts/master.ts';
import { TITLES } from '../texts/shell.ts';

const SCREEN: ListScreen = {
  resource: 'tasks',
  title: TITLES.tasks,
  searches: [
    { source: 'task_code_search', label: WORDS.code },
    { source: 'task_name_search', label: WORDS.name },
  ],
  columns: [
    { source: 'task_code', label: WORDS.code, mono: true },
    { source: 'task_name', label: WORDS.name },
  ],
  sort: { field: 'task_code', order: 'ASC' },
  filter: { active_only: '1' },
};

const TasksPage = () => <ResourceList screen={SCREEN} above={<ImportPanels kinds={['tasks']} />} />;

export default TasksPage;
