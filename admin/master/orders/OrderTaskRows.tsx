import { Column } from '../../parts/lists/Column.tsx';
import { Rows } from '../../parts/lists/Rows.tsx';

/** One order's tasks; the lot stands first, or eight lots look alike. */
export const OrderTaskRows = ({ label }: { label: string }) => (
  <Rows source="order_tasks" label={label}>
    <Column source="lot_number" mono />
    <Column source="task_sort" />
    <Column source="task_code" mono />
    <Column source="task_name" />
    <Column source="setup_hours" />
    <Column source="work_hours" />
    <Column source="solution_frame_days" />
    <Column source="received" />
    <Column source="last_reception_date" />
    <Column source="order_quantity" />
    <Column source="received_quantity" />
  </Rows>
);
