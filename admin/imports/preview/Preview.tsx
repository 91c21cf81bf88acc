import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { givesZeros, isKept, repairsInWords } from '../../../server/domain/files/cells/zeros.ts';
import type { ImportKind } from '../../../server/domain/files/imports.ts';
import { alone, cellOf } from '../../../server/domain/files/issues.ts';
import { CHANGE_TEXTS, IMPORT_TEXTS } from '../../../server/domain/texts/files/imports.ts';
import { IMPORT } from '../../texts/parts.ts';
import type { Opened } from '../protocol.ts';
import { type Told, zerosOffered } from '../together.ts';
import type { Chosen, useFile } from '../use-file.ts';
import { Causes, type Decide } from './Causes.tsx';
import { causesOf } from './causes.ts';
import { Pane, VIEWS, type View } from './Pane.tsx';
import type { DryRunState } from './use-dry-run.ts';

/** What the window leaves beside the page's head and the panel's. */
const HEIGHT = 'clamp(440px, calc(100vh - 230px), 800px)';

/** Which cells and rows the errors name, with their sentences. */
function errorsByPlace({ bad_rows, errors, cells }: Told): Map<string, string> {
  const found = new Map<string, string>([...bad_rows].map((row) => [String(row), '']));
  for (const { row, text, also = [] } of errors) for (const one of row === null ? [] : [row, ...also]) found.set(String(one), text);
  for (const { row, field, text } of cells) if (row !== null && field !== null) found.set(cellOf({ row, field }), text);
  return found;
}

interface PreviewProps {
  kind: ImportKind;
  chosen: Chosen;
  file: ReturnType<typeof useFile>;
  told: Told;
  dryRun: DryRunState;
  /** What is shown first; the rows where one of them is bad. */
  first?: View;
  height?: string;
  /** Of which rows it is not known yet what they change. */
  waits?: string | undefined;
  /** What stands under errors and warnings. */
  children?: ReactNode;
}

/** The rows of the file, and what the import would do, beside what is wrong with them. */
export const Preview = ({ kind, chosen, file, told, dryRun, first = 'rows', height = HEIGHT, waits, children }: PreviewProps) => {
  const { opened, verdict, skipped, repairs } = chosen;
  const [wanted, setWanted] = useState<{ row: number }>();
  const right = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>(verdict && verdict.error_count > 0 ? 'rows' : first);
  const all = opened?.rows;
  const rows = useMemo(() => (all ?? []).filter(({ row }) => !skipped.has(row)), [all, skipped]);
  const places = useMemo(() => errorsByPlace(told), [told]);
  const warnings = useMemo(() => warningsByRow(told), [told]);
  const { errors: errorCauses, warnings: warningCauses } = useMemo(() => {
    const valueAt = valuesIn(opened);
    const of = (issues: Told['errors']) => causesOf(kind, issues, told.repairs, valueAt);
    return { errors: of(told.errors), warnings: of(told.warnings) };
  }, [kind, told, opened]);
  if (!opened || !verdict) return null;
  // A file that is none of this kind has no rows to show: what it seems to be is all there is to say.
  const nothing = verdict.refused && opened.rows.length === 0;
  const carriedOut = told.error_count === 0 || chosen.withoutBad;
  const deleted = carriedOut ? (dryRun.answer?.deleted ?? 0) : 0;
  const decide: Decide = (values) => {
    void file.decide(values);
    right.current?.focus();
  };
  const goTo = (row: number): void => {
    setView('rows');
    setWanted({ row });
  };
  const causes = { chosen, onRow: goTo, decide };
  return (
    <Box
      sx={{
        mt: 1.5,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', ...(nothing ? {} : { md: 'minmax(0, 1fr) minmax(320px, 30%)' }) },
        // With nothing to say or decide the changes have the whole width.
        '&:has(> :first-of-type:empty)': { gridTemplateColumns: 'minmax(0, 1fr)' },
      }}
    >
      {/* Before the rows, of which each can be tabbed to. */}
      <Box ref={right} tabIndex={-1} sx={{ ...RIGHT_SX, maxHeight: { md: `calc(${height} + 2px)` } }}>
        {deleted > 0 ? (
          <Alert severity="warning" sx={alertSx}>
            {CHANGE_TEXTS.deletes(kind.name, deleted)}
          </Alert>
        ) : null}
        <Decisions kind={kind} chosen={chosen} file={file} told={told} decide={decide} />
        <Causes title={IMPORT.errors} level="error" causes={errorCauses} count={told.error_count} held={alone(told.errors)} {...causes} />
        <Causes
          title={IMPORT.warnings}
          level="warning"
          causes={warningCauses}
          count={told.warning_count}
          held={alone(told.warnings)}
          {...causes}
        />
        {children}
      </Box>
      {nothing ? null : (
        <Pane
          kind={kind}
          fields={opened.fields}
          rows={rows}
          views={verdict.refused ? ['rows'] : VIEWS}
          view={verdict.refused ? 'rows' : view}
          onView={setView}
          dryRun={dryRun}
          withoutBad={!carriedOut}
          warnings={warnings}
          onRow={goTo}
          table={{ errors: places, repairs, onRemove: (row) => void file.decide({ skipped: new Set([...skipped, row]) }), wanted }}
          height={height}
          waits={waits}
        />
      )}
    </Box>
  );
};

/** What is to be looked at in each row. */
function warningsByRow({ warnings }: Told): Map<number, string> {
  const found = new Map<number, string>();
  for (const { row, text } of warnings) {
    if (row !== null) found.set(row, [found.get(row), IMPORT_TEXTS.causeOf(text)].filter(Boolean).join(' '));
  }
  return found;
}

/** The cells of the file by row and field. */
function valuesIn(opened: Opened | undefined): (row: number, field: string) => string {
  const rows = new Map(opened?.rows.map(({ row, cells }) => [row, cells]));
  const fields = new Map(opened?.fields.map((field, at) => [field, at]));
  return (row, field) => rows.get(row)?.[fields.get(field) ?? -1] ?? '';
}

interface DecisionsProps {
  kind: ImportKind;
  chosen: Chosen;
  told: Told;
  file: ReturnType<typeof useFile>;
  decide: Decide;
}

/** What a person may decide about the file: the sheet, bad rows, hidden rows, lost zeros, rows taken out. */
const Decisions = ({ kind, chosen, file, told, decide }: DecisionsProps) => {
  const { opened, verdict, skipped } = chosen;
  if (!opened || !verdict) return null;
  return (
    <>
      {opened.sheets.length > 1 ? (
        <TextField
          select
          fullWidth
          label={IMPORT.sheet}
          value={opened.sheet}
          onChange={(event) => file.chooseSheet(event.target.value)}
          sx={{ mt: 0.75, mb: 1 }}
        >
          {opened.sheets.map(({ name }) => (
            <MenuItem key={name} value={name}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      ) : null}
      {/* Decided once it stands for rows that become bad later: it can be seen and taken back. */}
      {(told.bad_rows.size > 0 || chosen.withoutBad) && !verdict.refused ? (
        <FormControlLabel
          control={<Checkbox size="small" checked={chosen.withoutBad} onChange={(_, checked) => file.setWithoutBad(checked)} />}
          label={IMPORT.skipBad}
        />
      ) : null}
      {chosen.withoutBad && told.bad_rows.size > 0 ? (
        <Alert severity="info" sx={alertSx}>
          {IMPORT.skipped(told.bad_rows.size)}
        </Alert>
      ) : null}
      <Zeros kind={kind} chosen={chosen} file={file} told={told} decide={decide} />
      {verdict.hidden_rows.length > 0 ? (
        <Button onClick={() => decide({ skipped: new Set([...skipped, ...verdict.hidden_rows]) })}>
          {IMPORT.skipHidden(verdict.hidden_rows.length)}
        </Button>
      ) : null}
      {skipped.size > 0 ? (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, typography: 'body2' }}>
          {IMPORT.removed(skipped.size)}
          <Button onClick={() => decide({ skipped: new Set() })}>{IMPORT.restore}</Button>
        </Box>
      ) : null}
    </>
  );
};

/** Lost zeros: all that are offered at once, and what was decided about them. */
const Zeros = ({ kind, chosen: { repairs, joins, asIs }, file, told, decide }: DecisionsProps) => {
  const given = repairs.filter(({ from, to }) => givesZeros(from, to));
  const kept = repairs.length - given.length;
  const doubles = told.errors.some((issue) => issue.doubles);
  const offered = told.repairs.length > 0;
  const decided = repairs.length > 0 || joins || asIs;
  if (!offered && !doubles && !decided) return null;
  const said = [
    offered ? zerosOffered(kind, told.repairs) : doubles ? IMPORT.doubles : '',
    !offered && given.length > 0 ? IMPORT_TEXTS.zerosGiven(repairsInWords(kind, given)) : '',
    asIs ? IMPORT.keptAll : kept > 0 ? IMPORT.kept(kept) : '',
    joins ? IMPORT.joined : '',
  ];
  const undo = () => decide({ repairs: [], joins: false, asIs: false });
  return (
    <Alert severity="warning" sx={alertSx}>
      {said.filter((text) => text !== '').join(' ')}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        {offered || given.length > 0 ? (
          <FormControlLabel
            control={
              <Checkbox
                size="small"
                checked={!offered}
                onChange={(_, checked) => void file.decide({ repairs: checked ? [...repairs, ...told.repairs] : repairs.filter(isKept) })}
              />
            }
            label={IMPORT.repairs}
          />
        ) : null}
        {offered || doubles ? <Button onClick={() => decide({ asIs: true, joins: false })}>{IMPORT.keepAll}</Button> : null}
        {decided ? <Button onClick={undo}>{IMPORT.decideAnew}</Button> : null}
      </Box>
    </Alert>
  );
};

/** Its lists share what the rest leaves them. */
const RIGHT_SX = {
  order: 1,
  outline: 'none',
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  overflowY: 'auto',
  overflowWrap: 'anywhere',
  '& > *': { flexShrink: 0 },
} as const;
const alertSx = { py: 0, mb: 1 } as const;
