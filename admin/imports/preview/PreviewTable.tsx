import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { ImportColumn, ImportKind } from '../../../server/domain/files/imports.ts';
import type { Repair } from '../../../server/domain/files/issues.ts';
import { cellOf } from '../../../server/domain/files/issues.ts';
import { tint } from '../../layout/palette.ts';
import { MONO } from '../../parts/format.ts';
import { visuallyHidden } from '../../parts/visually-hidden.ts';
import { IMPORT } from '../../texts/parts.ts';
import type { PreviewRow } from '../protocol.ts';
import { cellSx, FONT_PX, headSx, ROW_PX, rowSx } from './grid-style.ts';

/** Half of a wide screen: what is longer is read in the title of its cell. */
const WIDEST_PX = 480;

/** Half-width columns that a text takes. */
const unitsOf = (text: string): number => [...text].reduce((sum, one) => sum + (/[\u0020-\u007e\uff61-\uff9f]/.test(one) ? 1 : 2), 0);

/** How wide a text is drawn in a cell. */
function pixelsOf(text: string): number {
  const drawn = document.createElement('canvas').getContext('2d');
  if (!drawn) return unitsOf(text) * FONT_PX * 0.6;
  drawn.font = `600 ${FONT_PX}px ${getComputedStyle(document.body).fontFamily}`;
  return drawn.measureText(text).width;
}

/** As wide as what they hold, within reason. */
function widthsOf(columns: readonly ImportColumn[], rows: readonly PreviewRow[]): number[] {
  return columns.map((column, at) => {
    // The longest by a rough count is measured: to measure all would take a second of a large file.
    const [longest] = rows.reduce<[string, number]>(
      ([most, units], { cells }) => {
        const text = cells[at] ?? '';
        const own = unitsOf(text);
        return own > units ? [text, own] : [most, units];
      },
      [column.header, unitsOf(column.header)],
    );
    return Math.min(WIDEST_PX, Math.max(64, Math.ceil(pixelsOf(longest)) + 24));
  });
}

const isFigure = ({ type }: ImportColumn): boolean => type === 'integer' || type === 'number';

interface PreviewTableProps {
  kind: ImportKind;
  fields: readonly string[];
  rows: readonly PreviewRow[];
  /** Every row of the file, by which the columns are measured, and what was measured. */
  all: readonly PreviewRow[];
  widths: RefObject<readonly number[] | undefined>;
  /** `row field` of the cells that an error names; `row` alone for the whole row. */
  errors: ReadonlyMap<string, string>;
  repairs: readonly Repair[];
  onRemove(row: number): void;
  /** The row to bring into view; another object each time. */
  wanted: { row: number } | undefined;
  height: string;
}

/** The rows of a file as the spreadsheet numbers them; only those in view are in the page. */
export const PreviewTable = ({
  kind,
  fields,
  rows,
  all,
  widths: measured,
  errors,
  repairs,
  onRemove,
  wanted,
  height,
}: PreviewTableProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const columns = fields.map((field) => kind.columns.find((column) => column.field === field) as ImportColumn);
  const repaired = useMemo(() => new Map(repairs.map(({ row, field, to }) => [cellOf({ row, field }), to])), [repairs]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  // Measured once for a file: taking a row out must not move the columns.
  measured.current ??= widthsOf(columns, all);
  const widths = measured.current;
  const shown = useRef<typeof wanted>(undefined);
  // Once: a row that was taken out since leaves the table where it is.
  useEffect(() => {
    const index = wanted === undefined || shown.current === wanted ? -1 : rows.findIndex(({ row }) => row === wanted.row);
    if (index < 0 || !scroller.current || !wanted) return;
    shown.current = wanted;
    virtual.scrollToIndex(index, { align: 'center' });
    const wrong = fields.findIndex((field) => errors.has(cellOf({ row: wanted.row, field })));
    const before = (measured.current ?? []).slice(0, Math.max(0, wrong)).reduce((sum, one) => sum + one, 0);
    scroller.current.scrollLeft = wrong < 0 ? 0 : before;
    scroller.current.scrollIntoView({ block: 'nearest' });
  }, [wanted, rows, virtual, fields, errors, measured]);
  const remove = (row: number): void => {
    onRemove(row);
    scroller.current?.focus();
  };
  const template = `56px 40px ${widths.map((width) => `minmax(${width}px, ${width}fr)`).join(' ')}`;
  const width = 96 + widths.reduce((sum, one) => sum + one, 0);
  return (
    <Box ref={scroller} tabIndex={0} role="region" aria-label={IMPORT.preview} sx={{ overflow: 'auto', maxHeight: height, minWidth: 0 }}>
      <Box role="table" aria-label={IMPORT.preview} aria-rowcount={rows.length + 1} sx={{ minWidth: width, fontSize: FONT_PX }}>
        <Box role="rowgroup" sx={{ position: 'sticky', top: 0, zIndex: 2 }}>
          <Box role="row" aria-rowindex={1} sx={headSx(template)}>
            <Box role="columnheader" sx={cellSx}>
              {IMPORT.rowNumber}
            </Box>
            <Box role="columnheader" sx={cellSx}>
              <Box component="span" sx={visuallyHidden}>
                {IMPORT.removeRow}
              </Box>
            </Box>
            {columns.map((column) => (
              <Box key={column.field} role="columnheader" sx={{ ...cellSx, textAlign: isFigure(column) ? 'right' : 'left' }}>
                {column.header}
              </Box>
            ))}
          </Box>
        </Box>
        <Box role="rowgroup" sx={{ position: 'relative', height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index] as PreviewRow;
            return (
              <Row
                key={row.row}
                row={row}
                index={index}
                top={start}
                template={template}
                columns={columns}
                errors={errors}
                repaired={repaired}
                onRemove={remove}
                wanted={wanted?.row === row.row}
              />
            );
          })}
        </Box>
      </Box>
    </Box>
  );
};

interface RowProps {
  row: PreviewRow;
  index: number;
  top: number;
  template: string;
  columns: readonly ImportColumn[];
  errors: ReadonlyMap<string, string>;
  repaired: ReadonlyMap<string, string>;
  onRemove(row: number): void;
  wanted: boolean;
}

const Row = ({ row, index, top, template, columns, errors, repaired, onRemove, wanted }: RowProps) => {
  const error = errors.get(String(row.row));
  const background = wanted ? 'action.selected' : error === undefined ? 'background.paper' : tint('error-ground');
  return (
    <Box role="row" aria-rowindex={index + 2} title={error} sx={rowSx(template, top, background)}>
      <Box role="rowheader" sx={{ ...cellSx, fontFamily: MONO, color: error === undefined ? 'text.secondary' : 'error.main' }}>
        {row.row}
      </Box>
      <Box role="cell" sx={{ px: 0.5 }}>
        <IconButton size="small" onClick={() => onRemove(row.row)} aria-label={IMPORT.removeRowOf(row.row)} title={IMPORT.removeRow}>
          <DeleteOutlined sx={{ fontSize: 18 }} />
        </IconButton>
      </Box>
      {columns.map((column, at) => {
        const wrong = errors.get(cellOf({ row: row.row, field: column.field }));
        const mended = repaired.get(cellOf({ row: row.row, field: column.field }));
        return (
          <Box
            key={column.field}
            role="cell"
            title={wrong ?? row.cells[at]}
            sx={{
              ...cellSx,
              textAlign: isFigure(column) ? 'right' : 'left',
              ...(wrong ? { color: 'error.main', fontWeight: 700, textDecoration: 'underline wavy' } : {}),
              ...(mended ? { color: 'primary.main', fontWeight: 700 } : {}),
            }}
          >
            {mended ?? row.cells[at]}
          </Box>
        );
      })}
    </Box>
  );
};
