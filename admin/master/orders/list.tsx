import { List } from 'react-admin';
import type { Success } from '../../../server/contract/handlers.ts';
import type { Priority } from '../../../server/domain/plant/priority.ts';
import { PRIORITY_WORDS } from '../../../server/domain/texts/plan/priority.ts';
import { ImportPanels } from '../../imports/ImportPanels.tsx';
import { rounded } from '../../parts/format.ts';
import { Column } from '../../parts/lists/Column.tsx';
import { DetailsColumn } from '../../parts/lists/DetailsColumn.tsx';
import { SearchChoice } from '../../parts/lists/SearchChoice.tsx';
import { SearchBox, SearchForm } from '../../parts/lists/SearchForm.tsx';
import { Table } from '../../parts/lists/Table.tsx';
import { PriorityChoice } from '../../parts/PriorityChoice.tsx';
import { ORDER_WORDS as WORDS } from '../../texts/master.ts';
import { countsOfOrders } from '../counts.ts';
import { DeleteAllButton } from '../DeleteAllButton.tsx';
import { ProvisionalChip } from './ProvisionalChip.tsx';

const filters = (
  <SearchForm>
    <SearchBox source="serial_number_search" />
    <SearchBox source="product_code_search" />
    <SearchBox source="product_name_search" />
    <SearchChoice source="priority_search" names={PRIORITY_WORDS} />
  </SearchForm>
);

type Row = Success<'listOrders'>['results'][number];
const wordOf = (priority: Priority): string => PRIORITY_WORDS[priority];
const RowPriority = ({ id, serial_number, priority }: Row) => <PriorityChoice order={id} serial={serial_number} priority={priority} />;
/** The serial number, which says itself that an order is provisional; until when it is held stands beside it. */
const RowSerial = (row: Row) => (
  <>
    {row.serial_number}
    <ProvisionalChip order={row} />
  </>
);

const OrderList = () => (
  <>
    <DeleteAllButton operation="deleteAllOrders" label={WORDS.deleteAll} success={WORDS.deletedAll} count={countsOfOrders} />
    <ImportPanels kinds={['orders']} />
    <List filters={filters} sort={{ field: 'serial_number', order: 'ASC' }}>
      <Table>
        <Column source="serial_number" mono render={(row) => <RowSerial {...(row as Row)} />} />
        <Column source="product_code" mono />
        <Column source="product_name" />
        <Column source="number" />
        <Column source="weight" text={(row) => rounded(row.weight)} />
        <Column source="delivery_status" />
        <Column source="material" />
        <Column source="priority" text={({ priority }) => wordOf(priority)} render={(row) => <RowPriority {...(row as Row)} />} />
        <Column source="delivery_date" />
        <Column source="shipping_date" />
        <Column source="late_days" text={(row) => (row.late_days > 0 ? String(row.late_days) : '')} />
        <Column source="casting_date" />
        <DetailsColumn />
      </Table>
    </List>
  </>
);

export default OrderList;
