import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { tint } from '../../layout/palette.ts';
import { IMPORT } from '../../texts/parts.ts';
import type { ChangeLine, Sort } from './changes.ts';
import { cellSx, FONT_PX, headSx, ROW_PX, rowSx } from './grid-style.ts';

const TEMPLATE = '64px 64px minmax(130px, 1.1fr) minmax(90px, 1fr) minmax(80px, 0.8fr) minmax(180px, 2.2fr)';
const WIDTH_PX = 620;
const COLORS = { added: 'primary', changed: 'warning', deleted: 'error' } as const satisfies Record<Sort, string>;

interface ChangesProps {
  lines: readonly ChangeLine[];
  /** What is to be looked at in a row. */
  warnings: ReadonlyMap<number, string>;
  onRow(row: number): void;
  height: string;
}

/** What an import would do, a line for each new record and each changed cell; only those in view are in the page. */
export const Changes = ({ lines, warnings, onRow, height }: ChangesProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  return (
    <Box ref={scroller} tabIndex={0} role="region" aria-label={IMPORT.changes} sx={{ overflow: 'auto', maxHeight: height, minWidth: 0 }}>
      <Box role="table" aria-label={IMPORT.changes} aria-rowcount={lines.length + 1} sx={{ minWidth: WIDTH_PX, fontSize: FONT_PX }}>
        <Box role="rowgroup" sx={{ position: 'sticky', top: 0, zIndex: 2 }}>
          <Box role="row" aria-rowindex={1} sx={headSx(TEMPLATE)}>
            {Object.entries(IMPORT.changeColumns).map(([name, label]) => (
              <Box key={name} role="columnheader" sx={cellSx}>
                {label}
              </Box>
            ))}
          </Box>
        </Box>
        <Box role="rowgroup" sx={{ position: 'relative', height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const line = lines[index] as ChangeLine;
            const isFirst = line.row !== lines[index - 1]?.row;
            const warning = line.row !== null && isFirst ? warnings.get(line.row) : undefined;
            return <Line key={index} line={line} index={index} top={start} warning={warning} onRow={onRow} />;
          })}
        </Box>
      </Box>
    </Box>
  );
};

interface LineProps {
  line: ChangeLine;
  index: number;
  top: number;
  warning: string | undefined;
  onRow(row: number): void;
}

const Line = ({ line, index, top, warning, onRow }: LineProps) => {
  const { sort, row, key, name, field, old, new: now } = line;
  return (
    <Box
      role="row"
      aria-rowindex={index + 2}
      title={warning}
      sx={rowSx(TEMPLATE, top, warning === undefined ? 'background.paper' : tint('caution'))}
    >
      <Box role="rowheader" sx={cellSx}>
        {row === null ? (
          '—'
        ) : (
          <Link component="button" type="button" onClick={() => onRow(row)} sx={{ font: 'inherit' }} aria-label={IMPORT.toRow(row)}>
            {row}
          </Link>
        )}
      </Box>
      <Box role="cell" sx={{ px: 0.5 }}>
        <Chip size="small" variant="outlined" color={COLORS[sort]} label={IMPORT.sorts[sort]} sx={{ height: 20 }} />
      </Box>
      <Box role="cell" sx={{ ...cellSx, fontWeight: 600 }} title={key}>
        {key}
      </Box>
      <Box role="cell" sx={cellSx} title={name}>
        {name}
      </Box>
      <Box role="cell" sx={{ ...cellSx, color: 'text.secondary' }} title={field}>
        {field === '' ? '—' : field}
      </Box>
      <Box role="cell" sx={cellSx} title={field === '' ? '' : `${old} → ${now}`}>
        {field === '' ? (
          IMPORT.newRow
        ) : (
          <>
            <Box component="del" sx={{ color: 'text.secondary' }}>
              {old}
            </Box>
            {' → '}
            <strong>{now}</strong>
          </>
        )}
        {warning === undefined ? null : (
          <Box component="span" sx={{ ml: 1.5, color: 'warning.main' }}>
            <WarningAmber sx={{ fontSize: 15, verticalAlign: 'text-bottom', mr: 0.5 }} />
            {warning}
          </Box>
        )}
      </Box>
    </Box>
  );
};
