import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { thingsOf } from '../../../server/domain/files/change-words.ts';
import { IMPORT_KINDS, type ImportKind, type ImportKindName } from '../../../server/domain/files/imports.ts';
import { FILE_TEXTS, WAITING_TEXTS } from '../../../server/domain/texts/files/imports.ts';
import { counted } from '../../../server/domain/texts/numbers.ts';
import { later } from '../../parts/later.tsx';
import { NotFetched } from '../../parts/NotFetched.tsx';
import { Refused } from '../../parts/Refused.tsx';
import { messageOf } from '../../providers/client.ts';
import { MANY as WORDS } from '../../texts/imports.ts';
import { COMMON, IMPORT } from '../../texts/parts.ts';
import { DRY_RUN_KEY, type DryRunState } from '../preview/use-dry-run.ts';
import type { ImportAnswer } from '../send.ts';
import { usePanel } from '../use-panel.ts';
import type { Given, Seen, Standing, State } from './standing.ts';

const Preview = later(async () => (await import('../preview/Preview.tsx')).Preview, null, NotFetched);

const COLORS: Record<State, 'default' | 'success' | 'warning' | 'error' | 'info'> = {
  reading: 'default',
  unasked: 'error',
  ready: 'success',
  waits: 'info',
  look: 'warning',
  other: 'default',
  unreadable: 'error',
  done: 'info',
  refused: 'error',
};
const StateChip = ({ state }: { state: State }) => (
  <Chip size="small" label={WORDS.states[state]} color={COLORS[state]} variant="outlined" />
);

const Hint = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      minWidth: 140,
      typography: 'caption',
      color: 'text.secondary',
      whiteSpace: 'normal',
      overflowWrap: 'anywhere',
      textWrap: 'balance',
    }}
  >
    {children}
  </Box>
);

const COLUMNS = 13;
/** A count; `color`: of one that is to be seen. */
const Figure = ({ value, color, under }: { value: number | undefined; color?: string; under?: string | undefined }) => (
  <TableCell align="right" sx={color && value ? { color, fontWeight: 700 } : {}}>
    {value === undefined ? '—' : counted(value)}
    {under ? <Box sx={{ typography: 'caption', color: 'text.secondary', whiteSpace: 'nowrap' }}>{under}</Box> : null}
  </TableCell>
);

/** How many things the rows that are taken in speak of, where that is not one a row; and how many rows were left out. */
function rowsSaid(kind: ImportKind, answer: ImportAnswer): string | undefined {
  const things = thingsOf(kind, answer);
  const said = [
    ...(things === (answer.imported ?? answer.row_count) ? [] : [WORDS.things(things)]),
    ...(answer.left_out ? [WORDS.without(answer.left_out.count)] : []),
  ];
  return said.length === 0 ? undefined : said.join(WORDS.beside);
}

/** Why the server could not be asked, and the next try, of all files at once. */
const Unasked = ({ dryRun: { paused, error } }: { dryRun: DryRunState }) => {
  const queries = useQueryClient();
  if (paused) return <Hint>{IMPORT.offline}</Hint>;
  return (
    <>
      <Hint>{messageOf(error)}</Hint>
      <Button size="small" onClick={() => void queries.refetchQueries({ queryKey: DRY_RUN_KEY, predicate: failed })}>
        {COMMON.again}
      </Button>
    </>
  );
};
const namesOf = (files: readonly Given[]): string[] => files.map(({ file }) => file.name);
const failed = ({ state }: Query): boolean => state.status === 'error';

const KindChoice = ({ given, onChoose }: { given: Given; onChoose(kind: ImportKindName): void }) => (
  <TextField
    select
    variant="standard"
    value={given.kind ?? ''}
    onChange={(event) => onChoose(event.target.value as ImportKindName)}
    slotProps={{ htmlInput: { 'aria-label': WORDS.kindOf(given.file.name) }, select: { displayEmpty: true, disableUnderline: true } }}
    sx={{ minWidth: 110, '& .MuiSelect-select': { fontWeight: 700, fontSize: '0.85rem' } }}
  >
    {given.kind ? null : <MenuItem value="">{WORDS.noKind}</MenuItem>}
    {IMPORT_KINDS.map(({ name, label }) => (
      <MenuItem key={name} value={name}>
        {label}
      </MenuItem>
    ))}
  </TextField>
);

interface RowProps {
  given: Given;
  standing: Standing;
  onKind(kind: ImportKindName): void;
  onRemove(): void;
}

const Name = ({ given, children }: { given: Given; children?: ReactNode }) => (
  <TableCell component="th" scope="row" sx={{ minWidth: 180, maxWidth: 320, py: 0.75, whiteSpace: 'normal' }}>
    <Box sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>{given.file.name}</Box>
    <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
      {`${counted(Math.ceil(given.file.size / 1000))} kB`}
      {children}
    </Box>
  </TableCell>
);
const Discard = ({ given, onRemove }: Pick<RowProps, 'given' | 'onRemove'>) => (
  <IconButton size="small" onClick={onRemove} aria-label={WORDS.discard(given.file.name)} title={WORDS.discard(given.file.name)}>
    <Close fontSize="small" />
  </IconButton>
);

/** A file that is being looked at, or is no import. */
export const OtherRow = ({ given, standing, onKind, onRemove }: RowProps) => (
  <TableRow>
    <TableCell padding="checkbox">
      <Checkbox size="small" disabled slotProps={{ input: { 'aria-label': WORDS.tick(given.file.name) } }} />
    </TableCell>
    <TableCell>—</TableCell>
    <Name given={given} />
    <TableCell>{standing.state === 'other' ? <KindChoice given={given} onChoose={onKind} /> : null}</TableCell>
    <TableCell colSpan={7} sx={{ whiteSpace: 'normal' }}>
      {given.failure}
      {standing.state === 'other' ? (
        <>
          {FILE_TEXTS.noKind}
          {WORDS.other}
          <Button component={Link} to="/outsourcing-work">
            {WORDS.toOutsourcing}
          </Button>
        </>
      ) : null}
    </TableCell>
    <TableCell>
      <StateChip state={standing.state} />
    </TableCell>
    <TableCell align="right">
      <Discard given={given} onRemove={onRemove} />
    </TableCell>
  </TableRow>
);

interface FileRowProps extends RowProps {
  kind: ImportKind;
  onTick(ticked: boolean): void;
  /** Told whenever what is known of the file changes. */
  onSeen(seen: Seen): void;
  order: number;
  /** Where the opened file is shown; undefined for one that is not opened. */
  place: HTMLElement | null | undefined;
  onOpen(opened: boolean): void;
}

/** What the window leaves under the list of files. */
const HEIGHT = 'clamp(386px, calc(100vh - 500px), 800px)';

/** A file of a known kind: what it would do, and, opened, its rows with all that may be decided about them. */
export const FileRow = ({ given, standing, kind, order, place, onOpen, onTick, onSeen, onKind, onRemove }: FileRowProps) => {
  const { outcome } = given;
  const { state, may, ticked, waitsFor, waiting = 0, wants } = standing;
  const done = state === 'done';
  const panel = usePanel(kind, undefined, !done);
  const { chosen, dryRun, file } = panel;
  const told = standing.told ?? panel.told;
  const opened = place !== undefined;
  const { choose } = file;
  useEffect(() => choose(given.file), [choose, given.file]);
  const head = useRef<HTMLHeadingElement>(null);
  // It may stand below the window.
  useEffect(() => {
    if (place) head.current?.focus();
  }, [place]);
  // Opened, it is to be there, also when the server is not.
  useEffect(() => void Preview.fetch().catch(() => undefined), []);
  const undecided = panel.told.repairs.length > 0;
  const unasked = dryRun.paused || (dryRun.error !== null && !dryRun.asking);
  const answer = dryRun.current ? dryRun.answer : undefined;
  // The button above all rows counts what may be sent of each.
  useEffect(() => {
    if (chosen) onSeen({ chosen, told: panel.told, answer, undecided, unasked });
  }, [chosen, panel.told, answer, undecided, unasked, onSeen]);
  // What was taken in says what came of it: asked about anew it would change nothing.
  const counts = done ? outcome?.answer : answer;
  const { error_count = 0, warning_count = 0 } = done ? (outcome?.answer ?? {}) : told;
  // That nothing is wrong is known once the server has said so.
  const known = (count: number): number | undefined => (count > 0 || counts ? count : undefined);
  const waits = waitsFor && waiting > 0 ? WAITING_TEXTS.toldAfter(namesOf(waitsFor), waiting) : undefined;
  const refused = outcome?.failure ?? outcome?.answer?.errors.join('\n');
  return (
    <>
      <TableRow selected={opened}>
        <TableCell padding="checkbox">
          <Checkbox
            size="small"
            checked={ticked}
            disabled={!may}
            onChange={(_, checked) => onTick(checked)}
            slotProps={{ input: { 'aria-label': WORDS.tick(given.file.name) } }}
          />
        </TableCell>
        <TableCell>{order}</TableCell>
        <Name given={given}>{chosen?.opened?.sheet ? WORDS.sheet(chosen.opened.sheet) : ''}</Name>
        <TableCell>{done ? kind.label : <KindChoice given={given} onChoose={onKind} />}</TableCell>
        <Figure value={chosen?.verdict?.row_count} under={counts && rowsSaid(kind, counts)} />
        <Figure value={counts?.new} />
        <Figure value={counts?.changed_count} />
        <Figure value={counts?.unchanged} />
        <Figure value={counts?.deleted} />
        <Figure value={known(error_count)} color="error.main" />
        <Figure value={known(warning_count)} color="warning.main" />
        <TableCell>
          <StateChip state={state} />
          {waitsFor ? <Hint>{WAITING_TEXTS.after(namesOf(waitsFor), waiting)}</Hint> : null}
          {wants ? <Hint>{WORDS.wants(namesOf(wants))}</Hint> : null}
          {chosen?.failure ? <Hint>{chosen.failure}</Hint> : null}
          {chosen?.verdict?.refused ? <Hint>{told.errors[0]?.text}</Hint> : null}
          {state === 'unasked' ? <Unasked dryRun={dryRun} /> : null}
        </TableCell>
        <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
          {done ? (
            WORDS.taken(outcome?.answer?.imported ?? 0)
          ) : (
            <Button aria-expanded={opened} onClick={() => onOpen(!opened)}>
              {opened ? WORDS.close : WORDS.open}
            </Button>
          )}
          <Discard given={given} onRemove={onRemove} />
        </TableCell>
      </TableRow>
      {place && !done && chosen
        ? createPortal(
            <Paper component="section" variant="outlined" aria-label={given.file.name} sx={{ mt: 1.25, p: 1.5, minWidth: 0 }}>
              <Box sx={{ display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', gap: 1.25 }}>
                <Typography ref={head} component="h2" variant="h3" tabIndex={-1} sx={{ outline: 'none' }}>
                  {given.file.name}
                </Typography>
                <Box component="span" sx={{ typography: 'body2', color: 'text.secondary' }}>
                  {WORDS.opened(kind.label, chosen.verdict?.row_count ?? 0)}
                </Box>
              </Box>
              <Refused message={chosen.failure} />
              {chosen.opened && chosen.state === 'read' ? (
                <Preview
                  key={chosen.opening}
                  first="changes"
                  height={HEIGHT}
                  kind={kind}
                  chosen={chosen}
                  file={file}
                  told={told}
                  dryRun={dryRun}
                  waits={waits}
                >
                  {may && !ticked && warning_count > 0 ? (
                    <Button
                      variant="outlined"
                      startIcon={<CheckCircle />}
                      // It goes with the press.
                      onClick={() => [onTick(true), head.current?.focus()]}
                      sx={{ alignSelf: 'flex-end' }}
                    >
                      {WORDS.confirmed(warning_count)}
                    </Button>
                  ) : null}
                </Preview>
              ) : null}
            </Paper>,
            place,
          )
        : null}
      {refused && !done ? (
        <TableRow>
          <TableCell colSpan={COLUMNS} sx={{ whiteSpace: 'pre-line' }}>
            <Refused message={refused} />
          </TableCell>
        </TableRow>
      ) : null}
    </>
  );
};
