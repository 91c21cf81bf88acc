import type { components } from '../../../server/contract/types.ts';
import { markedName } from '../../../server/domain/texts/plan/origin.ts';
import { Column } from '../../parts/lists/Column.tsx';
import { Rows } from '../../parts/lists/Rows.tsx';
import { TaskName } from '../../parts/lists/TaskName.tsx';

type OrderTask = components['schemas']['OrderTask'];

/** One order's tasks; the lot stands first, or eight lots look alike. */
export const OrderTaskRows = ({ label }: { label: string }) => (
  <Rows source="order_tasks" label={label}>
    <Column source="lot_number" mono />
    <Column source="task_sort" />
    <Column source="task_code" mono />
    <Column source="task_name" text={(row) => markedName(row as OrderTask)} render={(row) => <TaskName {...(row as OrderTask)} />} />
    <Column source="setup_hours" />
    <Column source="work_hours" />
    <Column source="solution_frame_days" />
    <Column source="received" />
    <Column source="last_reception_date" />
    <Column source="order_quantity" />
    <Column source="received_quantity" />
  </Rows>
);
