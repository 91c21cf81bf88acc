import Download from '@mui/icons-material/DownloadOutlined';
import TableView from '@mui/icons-material/TableViewOutlined';
import Whatshot from '@mui/icons-material/WhatshotOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { importKind } from '../../../../server/domain/files/imports.ts';
import { NIGHT } from '../../../texts/nightly.ts';
import { type Night, useSave } from './use-night.ts';

/** So many lines of a text, the rest as dots. */
export const clamped = (lines: number) =>
  ({ display: '-webkit-box', WebkitLineClamp: lines, WebkitBoxOrient: 'vertical', overflow: 'hidden' }) as const;

/** How many files a night took in: not those that were refused, or left to the next. */
export const takenCount = ({ files }: Pick<Night, 'files'>): number => files.filter(({ outcome }) => outcome === 'done').length;

/** What a kind of file is called. */
export const kindLabel = (kind: string | null): string => (kind === null ? NIGHT.otherKind : (importKind(kind)?.label ?? kind));

/** Leads to the night's own page, where all of it stands. */
export const NightLink = ({ id, children }: { id: number; children: ReactNode }) => (
  <Link component={RouterLink} to={`/nights/${id}`} underline="hover" sx={{ fontSize: '0.8rem', whiteSpace: 'nowrap' }}>
    {children}
  </Link>
);

/** The address of the board with one order. */
const boardOf = (serial: string): string => `/gantt?${new URLSearchParams({ no_search: '1', serial_number_search: serial })}`;

type NamedOrder = Pick<Night['newly_late'][number], 'order_id' | 'serial_number'>;
/** Shows an order on the board that is open, where it is looked at. */
export type ShowOrder = (order: NamedOrder) => void;

interface OrderLinkProps {
  order: NamedOrder;
  /** What is written, where it is more than the number. */
  children?: ReactNode;
  /** The order is no more: there is nothing to lead to. */
  deleted?: boolean | undefined;
  /** Shows the order on the board that is open; without it the link leads there. */
  onShow?: ShowOrder | undefined;
}

/** A 製番 that leads to its order on the board. */
export const OrderLink = ({ order, children = order.serial_number, deleted = false, onShow }: OrderLinkProps) =>
  deleted ? (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      <b>{children}</b>
      {NIGHT.deleted}
    </Box>
  ) : (
    <Link
      component={RouterLink}
      to={boardOf(order.serial_number)}
      underline="hover"
      onClick={(event) => {
        if (!onShow || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onShow(order);
      }}
      sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
    >
      {children}
    </Link>
  );

/** 一覧を保存: the rows that a night left out, as a workbook. */
export const LeftOutButton = ({ id }: { id: number }) => {
  const save = useSave();
  return (
    <Button
      size="small"
      onClick={() => void save((raw) => raw('getNightLeftOutRows', { id }), 'rows.xlsx')}
      sx={{ minHeight: 24, px: 0.75, py: 0 }}
    >
      {NIGHT.saveLeftOut}
    </Button>
  );
};

const ICONS = { schedules: TableView, outsourcing: TableView, charges: Whatshot } as const;

/** A button for each workbook of a night. */
export const WorkbookButtons = ({ workbooks }: Pick<Night, 'workbooks'>) => {
  const save = useSave();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {workbooks.map(({ file_type, file_name, output_file }) => {
        const Icon = ICONS[file_type as keyof typeof ICONS] ?? Download;
        const name = NIGHT.workbooks[file_type] ?? file_type;
        return (
          <Button
            key={file_type}
            variant="outlined"
            startIcon={<Icon />}
            disabled={output_file === null}
            aria-label={NIGHT.workbookName(name)}
            onClick={() => void save((raw) => raw('getExcelFile', { id: idOf(output_file) }), file_name)}
            sx={{ minHeight: 30, px: 1.25 }}
          >
            {name}
          </Button>
        );
      })}
    </Box>
  );
};

/** The record's id in the address of its file. */
const idOf = (output: string | null): string => output?.split('/').at(-2) ?? '';
