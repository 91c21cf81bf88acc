import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import LinearProgress from '@mui/material/LinearProgress';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { thingsOf } from '../../../server/domain/files/change-words.ts';
import type { ImportKind } from '../../../server/domain/files/imports.ts';
import { MAX_IMPORT_MESSAGES } from '../../../server/domain/ground/constants.ts';
import { CHANGE_TEXTS } from '../../../server/domain/texts/files/imports.ts';
import { counted } from '../../../server/domain/texts/numbers.ts';
import { Segment } from '../../parts/Segment.tsx';
import { messageOf } from '../../providers/client.ts';
import { clean } from '../../providers/fold.ts';
import { IMPORT } from '../../texts/parts.ts';
import type { PreviewRow } from '../protocol.ts';
import type { ImportAnswer } from '../send.ts';
import { Changes } from './Changes.tsx';
import { type ChangeLine, countsOf, holds, linesOf, SORTS, type Sort } from './changes.ts';
import { PreviewTable } from './PreviewTable.tsx';
import type { DryRunState } from './use-dry-run.ts';

export const VIEWS = ['rows', 'changes'] as const;
export type View = (typeof VIEWS)[number];
const HEAD_PX = 44;

interface PaneProps {
  kind: ImportKind;
  /** The fields of the file's columns. */
  fields: readonly string[];
  rows: readonly PreviewRow[];
  /** What can be shown. */
  views: readonly View[];
  view: View;
  onView(view: View): void;
  dryRun: DryRunState;
  /** Whether the rows that errors name are left out of what is counted, unasked. */
  withoutBad: boolean;
  warnings: ReadonlyMap<number, string>;
  onRow(row: number): void;
  table: Pick<Parameters<typeof PreviewTable>[0], 'errors' | 'repairs' | 'onRemove' | 'wanted'>;
  height: string;
  /** Of which rows it is not known yet what they change. */
  waits?: string | undefined;
}

/** The column by which people call a row: its own name, else what it is called after. */
const nameColumn = (kind: ImportKind): string | undefined =>
  kind.columns.find(({ field, type }) => type === 'text' && /(^|_)name$/.test(field))?.field;

/** The rows of the file, or what the import would do, both searched by what names a row. */
export const Pane = ({ kind, fields, rows, views, view, onView, dryRun, withoutBad, warnings, onRow, table, height, waits }: PaneProps) => {
  const [text, setText] = useState('');
  const [sorts, setSorts] = useState<readonly Sort[]>(SORTS);
  const wanted = clean(useDeferredValue(text));
  const { answer } = dryRun;
  const lines = useMemo(() => (answer ? linesOf(kind, answer, namesIn(kind, fields, rows)) : []), [kind, answer, fields, rows]);
  const found = useMemo(
    () => lines.filter(({ sort, key, name }) => sorts.includes(sort) && holds([key, name], wanted)),
    [lines, sorts, wanted],
  );
  const foundRows = useMemo(() => (view === 'rows' ? rowsNamed(kind, fields, rows, wanted) : rows), [view, kind, fields, rows, wanted]);
  const widths = useRef<readonly number[]>(undefined);
  // A row that is led to must not be hidden by what was searched before.
  const led = table.wanted;
  useEffect(() => {
    if (led) setText('');
  }, [led]);
  const choose = (next: readonly Sort[]): void => {
    setSorts(next);
    if (views.includes('changes')) onView('changes');
  };
  const header = kind.columns.find(({ field }) => field === kind.key[0])?.header ?? '';
  return (
    <Box component="section" aria-label={IMPORT.dryRun} sx={PANE_SX}>
      <Box sx={HEAD_SX}>
        <Segment
          label={IMPORT.view}
          values={views}
          value={view}
          show={(one) => (one === 'rows' ? `${IMPORT.views.rows} ${counted(rows.length)}` : IMPORT.views.changes)}
          onChange={onView}
        />
        <Box aria-live="polite" sx={{ display: 'contents' }}>
          {answer ? <Counts kind={kind} answer={answer} sorts={sorts} onSorts={choose} /> : null}
        </Box>
        <span style={{ flex: 1 }} />
        <TextField
          size="small"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={IMPORT.searchBy(header)}
          slotProps={{
            htmlInput: { 'aria-label': IMPORT.searchBy(header) },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <Search fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
          sx={{ width: 190 }}
        />
      </Box>
      <Box sx={{ height: 4 }}>{dryRun.asking ? <LinearProgress aria-label={IMPORT.dryRunning} /> : null}</Box>
      <NotCompared dryRun={dryRun} />
      {view === 'rows' ? (
        <>
          <PreviewTable
            kind={kind}
            fields={fields}
            rows={foundRows}
            all={rows}
            widths={widths}
            {...table}
            // Its place is that in the whole file, once nothing is searched any more.
            wanted={wanted === '' ? table.wanted : undefined}
            height={`calc(${height} - ${HEAD_PX}px)`}
          />
          {foundRows.length === 0 && rows.length > 0 ? <Note>{IMPORT.nothingFound}</Note> : null}
        </>
      ) : (
        <ChangesView dryRun={dryRun} lines={lines} found={found} withoutBad={withoutBad} waits={waits}>
          <Changes lines={found} warnings={warnings} onRow={onRow} height={`calc(${height} - ${HEAD_PX}px)`} />
        </ChangesView>
      )}
    </Box>
  );
};

/** The rows whose key or name holds what is looked for. */
function rowsNamed(kind: ImportKind, fields: readonly string[], rows: readonly PreviewRow[], wanted: string): readonly PreviewRow[] {
  if (wanted === '') return rows;
  const name = nameColumn(kind);
  const at = fields.flatMap((field, index) => (field === name || kind.key.includes(field) ? [index] : []));
  return rows.filter(({ cells }) =>
    holds(
      at.map((index) => cells[index] ?? ''),
      wanted,
    ),
  );
}

/** The name that stands in a row of the file. */
function namesIn(kind: ImportKind, fields: readonly string[], rows: readonly PreviewRow[]): (row: number) => string {
  const at = fields.indexOf(nameColumn(kind) ?? '');
  const names = new Map(at < 0 ? [] : rows.map(({ row, cells }) => [row, cells[at] ?? '']));
  return (row) => names.get(row) ?? '';
}

interface CountsProps {
  kind: ImportKind;
  answer: ImportAnswer;
  sorts: readonly Sort[];
  onSorts(sorts: readonly Sort[]): void;
}

/** How many records each sort has; a press hides or shows a sort. */
const Counts = ({ kind, answer, sorts, onSorts }: CountsProps) => {
  const counts = countsOf(answer);
  return (
    <>
      <ToggleButtonGroup size="small" value={sorts} onChange={(_, next: Sort[]) => onSorts(next)} aria-label={IMPORT.sortsShown}>
        {SORTS.filter((sort) => sort !== 'deleted' || counts.deleted > 0).map((sort) => (
          <ToggleButton
            key={sort}
            value={sort}
            sx={{ px: 1.25, py: 0, height: 28, fontSize: 13, fontWeight: counts[sort] > 0 ? 700 : 400, whiteSpace: 'nowrap' }}
          >
            {IMPORT.sort(IMPORT.sorts[sort], counts[sort])}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Box component="span" sx={{ typography: 'caption', color: 'text.secondary' }}>
        {IMPORT.others(
          answer.unchanged ?? 0,
          answer.missing ?? 0,
          CHANGE_TEXTS.rows(answer.row_count ?? 0, thingsOf(kind, answer), kind.label),
        )}
      </Box>
    </>
  );
};

/** Why nobody knows what the import would do. */
const NotCompared = ({ dryRun: { asking, paused, error, again } }: { dryRun: DryRunState }) => {
  if (paused) return <Note>{IMPORT.offline}</Note>;
  if (!error || asking) return null;
  return (
    <Typography variant="body2" role="alert" sx={{ p: 1.5 }}>
      {`${IMPORT.dryFailed} ${messageOf(error)}`}
      <Button onClick={again}>{IMPORT.tryAgain}</Button>
    </Typography>
  );
};

interface ChangesViewProps {
  dryRun: DryRunState;
  lines: readonly ChangeLine[];
  found: readonly ChangeLine[];
  withoutBad: boolean;
  waits: string | undefined;
  children: ReactNode;
}

/** The changes, or why there are none to show. */
const ChangesView = ({ dryRun: { answer, asking }, lines, found, withoutBad, waits, children }: ChangesViewProps) => {
  if (!answer) return asking ? <Note>{IMPORT.dryRunning}</Note> : null;
  const nothing = lines.length === 0 ? IMPORT.nothingChanges : IMPORT.nothingFound;
  return (
    <>
      {withoutBad ? <Note>{IMPORT.withoutBadRows}</Note> : null}
      {waits ? <Note>{waits}</Note> : null}
      {found.length > 0 ? children : waits && lines.length === 0 ? null : <Note>{nothing}</Note>}
      <More answer={answer} lines={lines} />
    </>
  );
};

/** Of very many the first are told. */
const More = ({ answer, lines }: { answer: ImportAnswer; lines: readonly ChangeLine[] }) => {
  const added = answer.added?.length ?? 0;
  const changed = lines.length - added;
  const said = [
    ...((answer.new ?? 0) > added ? [IMPORT.moreNew(added)] : []),
    ...(changed >= MAX_IMPORT_MESSAGES ? [CHANGE_TEXTS.changedMore(changed)] : []),
  ];
  return said.length > 0 ? <Note>{said.join(' ')}</Note> : null;
};

const Note = ({ children }: { children: ReactNode }) => (
  <Typography variant="body2" color="text.secondary" sx={{ px: 1.5, py: 0.75 }}>
    {children}
  </Typography>
);

const PANE_SX = { minWidth: 0, alignSelf: 'start', border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' } as const;
const HEAD_SX = { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, minHeight: HEAD_PX, px: 1, py: 0.5 } as const;
