import Box from '@mui/material/Box';
import { Edit, FunctionField, type RaRecord, useRecordContext } from 'react-admin';
import { type KeptCounts, takenInWords } from '../../../server/domain/files/change-words.ts';
import { importKind } from '../../../server/domain/files/imports.ts';
import { SortedList } from '../../board/story/lists/ListTable.tsx';
import { FURTHEST, MOVED_COLUMNS } from '../../board/story/lists/moved-columns.ts';
import { kindLabel, LeftOutButton, OrderLink, WorkbookButtons } from '../../board/story/night/parts.tsx';
import type { Night } from '../../board/story/night/use-night.ts';
import { Section } from '../../forms/Section.tsx';
import { PageActions } from '../../layout/PageActions.tsx';
import { BackButton } from '../../parts/BackButton.tsx';
import { Facts, FieldText } from '../../parts/Facts.tsx';
import { Column, type ColumnProps } from '../../parts/lists/Column.tsx';
import { Rows } from '../../parts/lists/Rows.tsx';
import { lotName, movedSaid, movesSaid } from '../../texts/board/story.ts';
import { NIGHT } from '../../texts/nightly.ts';
import { byWhom, statusOf } from './words.ts';

const COUNTS = ['file_count', 'failed_count', 'left_out_count', 'late_before_count', 'late_after_count', 'moved_count'];

/** What became of late orders, each list with its words; `reason`: the column for it. */
const ORDER_LISTS = [
  { source: 'newly_late', title: NIGHT.newlyLate, empty: NIGHT.noNewLate, reason: true },
  { source: 'resolved', title: NIGHT.resolvedOrders, empty: NIGHT.nothing, reason: false },
  { source: 'lost', title: NIGHT.lostOrders, empty: NIGHT.nothing, reason: true },
] as const;

/** Where something went wrong nobody knows that there were no files. */
const Files = () => {
  const night = useRecordContext();
  return (
    <Rows source="files" label={NIGHT.fileList} empty={night?.problems?.length ? NIGHT.nothing : NIGHT.noFiles}>
      <Column source="kind" text={(row) => kindLabel(row.kind)} />
      <Column source="name" />
      <Column source="outcome" text={outcomeOf} />
      <Column source="row_count" text={(row) => takenInWords(importKind(row.kind ?? ''), row as KeptCounts)} />
      <Column source="new_count" />
      <Column source="changed_count" />
      <Column source="unchanged_count" />
      <Column source="deleted_count" />
      <Column source="left_out_count" />
      <Column source="message" />
    </Rows>
  );
};

const Problems = () => {
  const row = useRecordContext<Night>();
  if (!row?.problems || row.problems.length === 0) return null;
  return (
    <Section title={NIGHT.problems}>
      <Box component="ul" sx={{ m: 0, pl: 2.5, typography: 'body2', color: 'error.main' }}>
        {row.problems.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </Box>
    </Section>
  );
};

const SaveLeftOut = () => {
  const row = useRecordContext<Night>();
  return row?.left_out_count ? (
    <PageActions>
      <LeftOutButton id={Number(row.id)} />
    </PageActions>
  ) : null;
};

const Workbooks = () => {
  const row = useRecordContext<Night>();
  if (!row?.workbooks) return null;
  if (row.workbooks.length === 0) return <Box sx={{ typography: 'body2' }}>{NIGHT.noWorkbooks}</Box>;
  const said = row.workbooks.flatMap(({ message }) => message ?? []);
  return (
    <>
      <WorkbookButtons workbooks={row.workbooks} />
      {said.map((text) => (
        <Box key={text} sx={{ typography: 'body2', color: 'error.main', mt: 1 }}>
          {text}
        </Box>
      ))}
    </>
  );
};

/** The order of a row as a link to the board. */
const orderOf: ColumnProps['render'] = ({ order_id, serial_number, deleted }) => (
  <OrderLink order={{ order_id, serial_number }} deleted={deleted} />
);
const outcomeOf = (row: RaRecord): string => NIGHT.outcomes[row.outcome as keyof typeof NIGHT.outcomes];

const Moved = () => {
  const row = useRecordContext<Night>();
  if (!row?.moved) return null;
  const { count, orders, entries } = row.moved;
  return (
    <>
      <Box sx={{ typography: 'body2', mb: 1 }}>
        {[...(count > 0 ? [movedSaid({ moved: count, moved_orders: orders })] : []), ...movesSaid(row.moved)].join('　')}
      </Box>
      {entries.length > 0 ? (
        <SortedList
          label={NIGHT.movedList}
          columns={MOVED_COLUMNS}
          worst={FURTHEST}
          file={NIGHT.movedList}
          rows={entries}
          keyOf={({ order_id, lot_number, task_name, old_start }) => `${order_id} ${lot_number} ${task_name} ${old_start}`}
          lead={(bar) => (
            <OrderLink order={bar} deleted={bar.deleted}>
              {lotName(bar)}
            </OrderLink>
          )}
        />
      ) : null}
    </>
  );
};

const OrderLists = () => (
  <>
    {ORDER_LISTS.map(({ title, source, empty, reason }) => (
      <Section key={source} title={title}>
        <Rows source={source} label={title} empty={empty}>
          <Column source="serial_number" render={orderOf} />
          <Column source="product_name" />
          <Column source="late_days" />
          {reason ? <Column source="reason" /> : null}
        </Rows>
      </Section>
    ))}
  </>
);

/** One night: files, left-out rows, orders late since, moved bars, workbooks. */
const NightDetail = () => (
  <Edit component="div" actions={<BackButton list="/nights" />}>
    <SaveLeftOut />
    <Problems />
    <Section title={NIGHT.result}>
      <Facts>
        <FieldText source="started_at" />
        <FieldText source="finished_at" />
        <FunctionField source="requested_by" render={byWhom} />
        <FunctionField source="status" render={statusOf} />
        {COUNTS.map((source) => (
          <FieldText key={source} source={source} />
        ))}
      </Facts>
    </Section>
    <Section title={NIGHT.fileList}>
      <Files />
    </Section>
    <Section title={NIGHT.leftOutList}>
      <Rows source="left_out" label={NIGHT.leftOutList} empty={NIGHT.noLeftOut}>
        <Column source="kind" text={(row) => kindLabel(row.kind)} />
        <Column source="row" />
        <Column source="reason" />
      </Rows>
    </Section>
    <Section title={NIGHT.noteList}>
      <Rows source="notes" label={NIGHT.noteList} empty={NIGHT.nothing}>
        <Column source="name" />
        <Column source="text" />
      </Rows>
    </Section>
    <OrderLists />
    <Section title={NIGHT.movedList}>
      <Moved />
    </Section>
    <Section title={NIGHT.workbookList}>
      <Workbooks />
    </Section>
  </Edit>
);

export default NightDetail;
