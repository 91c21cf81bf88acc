import Edit from '@mui/icons-material/EditOutlined';
import Flag from '@mui/icons-material/OutlinedFlag';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MuiLink from '@mui/material/Link';
import { alpha } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { Success } from '../../server/contract/handlers.ts';
import { boardOf } from '../parts/addresses.ts';
import { WORK } from '../texts/outsourcing.ts';
import { day, span } from './days.ts';
import { rowId } from './use-wanted.ts';

type Page = Success<'listOutsourcingWork'>;
export type Work = Page['results'][number];

const WIDTHS = { late: 60, partner: 108, order: 138, task: undefined, handover: 80, back: 100, answered: 104, spare: 122 } as const;
const COLUMNS = Object.keys(WIDTHS) as (keyof typeof WIDTHS)[];

/** Work with partners: what is late, then under the days on which something happens. */
export const WorkTable = ({
  rows,
  sections,
  today,
  wanted,
  onEdit,
}: {
  rows: Work[];
  sections: Page['sections'];
  today: string;
  /** The bar that was asked for. */
  wanted?: number | undefined;
  onEdit?(work: Work): void;
}) => {
  const headOf = (work: Work): Page['sections'][number] | undefined =>
    work.overdue_days > 0 ? undefined : sections.find(({ from, to }) => work.event_date >= from && work.event_date <= to);
  let shown: Page['sections'][number] | undefined;
  return (
    <Table size="small" sx={{ minWidth: 780, tableLayout: 'fixed' }}>
      <TableHead>
        <TableRow>
          {COLUMNS.map((column) => (
            <TableCell key={column} sx={{ width: WIDTHS[column], px: 1 }}>
              {WORK.columns[column]}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((work) => {
          const section = headOf(work);
          const begins = section !== undefined && section !== shown;
          shown = section;
          return (
            <Fragment key={work.id}>
              {begins && section ? <Section section={section} today={today} /> : null}
              <WorkRow work={work} today={today} isWanted={work.id === wanted} onEdit={onEdit} />
            </Fragment>
          );
        })}
      </TableBody>
    </Table>
  );
};

const Section = ({ section, today }: { section: Page['sections'][number]; today: string }) => {
  const name = section.from === today && section.to === today ? WORK.today(day(today)) : span(section.from, section.to);
  return (
    <TableRow>
      <TableCell
        component="th"
        scope="rowgroup"
        colSpan={COLUMNS.length}
        sx={{ bgcolor: 'action.hover', fontWeight: 700, height: 30, px: 1 }}
      >
        {WORK.section(name, section.handovers, section.returns)}
      </TableCell>
    </TableRow>
  );
};

const Under = ({ children, title }: { children: string; title?: string }) => (
  <Box title={title} sx={{ fontSize: '0.72rem', color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis', lineHeight: 1.3 }}>
    {children}
  </Box>
);

/** 前 … → 次 …; in-house neighbours by their task. */
function wayOf(work: Work): string {
  const name = (task: string | null, partner: string | null): string => (partner ? partner : `${WORK.inHouse} ${task ?? ''}`);
  const before = work.previous_partner ? [WORK.before(work.previous_partner)] : [];
  const next = work.next_task === null ? [] : [WORK.next(name(work.next_task, work.next_partner))];
  return [...before, ...next].join(' → ');
}

interface RowProps {
  work: Work;
  today: string;
  isWanted: boolean;
  onEdit?: ((work: Work) => void) | undefined;
}

const WorkRow = ({ work, today, isWanted, onEdit }: RowProps) => {
  const late = work.overdue_days > 0;
  const misses = work.spare_days !== null && work.spare_days < 0;
  return (
    <TableRow
      id={rowId(work.id)}
      {...(isWanted ? { 'aria-current': true } : {})}
      sx={{
        height: 42,
        ...(isWanted ? { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 } : {}),
        '& td': { px: 1, overflow: 'hidden', textOverflow: 'ellipsis', fontSize: '0.8125rem' },
        ...(late
          ? {
              bgcolor: ({ palette }) => alpha(palette.error.main, 0.07),
              '& td:first-of-type': { boxShadow: ({ palette }) => `inset 3px 0 ${palette.error.main}` },
            }
          : {}),
      }}
    >
      <TableCell>
        {late ? (
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.25, color: 'error.main', fontWeight: 700 }}>
            <Flag sx={{ fontSize: 15 }} />
            {WORK.days(work.overdue_days)}
          </Box>
        ) : null}
      </TableCell>
      <TableCell title={work.outsourcing_name ?? undefined}>{work.outsourcing_name ?? WORK.nobody}</TableCell>
      <TableCell>
        <MuiLink
          component={Link}
          to={boardOf(work.serial_number)}
          aria-label={WORK.toBar(work.unique_order)}
          underline="hover"
          sx={{ fontWeight: 700 }}
        >
          {work.unique_order}
        </MuiLink>
        <Under title={work.product_name}>{WORK.productOf(work.product_name, work.quantity)}</Under>
      </TableCell>
      <TableCell>
        {work.task_name}
        <Under title={wayOf(work)}>{wayOf(work)}</Under>
      </TableCell>
      <TableCell sx={{ fontWeight: work.event === 'handover' ? 700 : undefined }}>
        {day(work.handover_date)}
        {work.handed_on === null ? null : <Under>{WORK.handed(work.handed_on === work.handover_date ? '' : day(work.handed_on))}</Under>}
      </TableCell>
      <TableCell sx={{ fontWeight: work.event === 'return' ? 700 : undefined }}>
        {day(work.expected_date)}
        {work.expected_date === work.return_date ? null : <Under>{WORK.plannedFor(day(work.return_date))}</Under>}
      </TableCell>
      <TableCell>
        <Answered work={work} today={today} onEdit={onEdit} />
      </TableCell>
      <TableCell
        sx={{
          color: misses ? 'error.main' : work.spare_days !== null && work.spare_days <= 1 ? 'warning.main' : undefined,
          fontWeight: misses ? 700 : undefined,
        }}
      >
        {work.spare_days === null ? WORK.noDeadline : misses ? WORK.misses(-work.spare_days) : WORK.spare(work.spare_days)}
      </TableCell>
    </TableRow>
  );
};

const Answered = ({ work, today, onEdit }: { work: Work; today: string; onEdit?: ((work: Work) => void) | undefined }) => {
  const { answered_date, completed_quantity, done_on } = work;
  const bad = answered_date !== null && (answered_date < today || work.overdue_days > 0);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
      <Box>
        <Box
          component="span"
          sx={{
            fontWeight: done_on !== null || answered_date === null || bad ? 700 : undefined,
            color: done_on !== null ? 'success.main' : answered_date === null ? 'warning.main' : bad ? 'error.main' : undefined,
          }}
        >
          {done_on !== null ? WORK.allDone : answered_date === null ? WORK.unanswered : day(answered_date)}
        </Box>
        {completed_quantity === null ? null : (
          <Under>{done_on ? WORK.toReceive(completed_quantity) : WORK.done(completed_quantity, work.quantity)}</Under>
        )}
      </Box>
      {onEdit ? (
        <IconButton
          size="small"
          onClick={() => onEdit(work)}
          aria-label={WORK.edit(`${work.unique_order} ${work.task_name}`)}
          sx={{ flexShrink: 0 }}
        >
          <Edit sx={{ fontSize: 16 }} />
        </IconButton>
      ) : null}
    </Box>
  );
};
