import Print from '@mui/icons-material/PrintOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useMemo, useState } from 'react';
import { FIRST_DATE, LAST_DATE, MAX_LIMIT } from '../../../server/domain/ground/constants.ts';
import { dayNumber, isPlanDate, type PlantDate, toInstant } from '../../../server/domain/ground/plant-time.ts';
import { DATE_TEXTS } from '../../../server/domain/texts/dates.ts';
import { messageOf } from '../../providers/client.ts';
import { now } from '../../providers/clock.ts';
import { PRINTING } from '../../texts/board/printing.ts';
import type { ShownBoard } from '../chart/Board.tsx';
import { paneWidth } from '../chart/paint/pane.ts';
import { blockOfDay, dateOfBlock } from '../chart/scene/blocks.ts';
import type { Scene } from '../chart/scene/scene.ts';
import { useOverview } from '../story/strip/use-overview.ts';
import { type Printed, PrintSheets } from './PrintSheets.tsx';
import { daysInView, type Sheet, sheetsOf } from './sheets.ts';

/** More sheets at once would only stop the browser. */
const MOST_SHEETS = 60;

/** The days that are printed. */
interface Days {
  from: PlantDate;
  to: PlantDate;
}

type Subject = Omit<Printed, 'printed_at' | 'planned_at'>;

/** The sheets of these days; none for days that are none. */
function sheetsFor({ scene, pane }: Subject, { from, to }: Days): Sheet[] {
  if (!isPlanDate(from) || !isPlanDate(to) || to < from) return [];
  const range = { start: blockOfDay(dayNumber(from)), end: blockOfDay(dayNumber(to) + 1) };
  return sheetsOf(scene.layout, range, scene.timeline.px, paneWidth(pane));
}

/** All pages of a board as one, drawn once they are asked for and read. */
export interface Whole {
  scene: Scene | undefined;
  /** Why they cannot be drawn. */
  refused: string | undefined;
  ask(on: boolean): void;
}

/** So many orders, or facilities, are read at once: a whole plant of two months. */
export const MOST_PRINTED = MAX_LIMIT;

/** All pages as one; `count`: how many rows the pages have together. */
export const wholeOf = (count: number, error: Error | null, scene: Scene | undefined, ask: (on: boolean) => void): Whole => ({
  scene,
  refused: count > MOST_PRINTED ? PRINTING.over(count, MOST_PRINTED) : error ? messageOf(error) : undefined,
  ask,
});

/** What is printed: the page that is shown, or all of them. */
const SCOPES = ['page', 'all'] as const;
type Scope = (typeof SCOPES)[number];

interface DialogProps {
  subject: Subject;
  shown: Days;
  pages: number;
  whole: Whole;
  onPrint(printed: Drawn): void;
  onClose(): void;
}

/** Sheets of a scene. */
interface Drawn {
  scene: Scene;
  sheets: Sheet[];
}

const NO_SHEETS: Sheet[] = [];

/** How much paper it takes, before it is printed. */
const Said = ({ known, sheets }: { known: boolean; sheets: number }) => {
  if (!known) return PRINTING.reading;
  if (sheets === 0) return DATE_TEXTS.reversed;
  if (sheets <= MOST_SHEETS) return PRINTING.sheets(sheets);
  return (
    <Alert severity="warning">
      {PRINTING.tooMany(sheets, MOST_SHEETS)}
      {PRINTING.fewer}
    </Alert>
  );
};

const PrintDialog = ({ subject, shown, pages, whole, onPrint, onClose }: DialogProps) => {
  const [days, setDays] = useState(shown);
  const [scope, setScope] = useState<Scope>('page');
  const scene = scope === 'all' ? whole.scene : subject.scene;
  const refused = scope === 'all' ? whole.refused : undefined;
  const all = useMemo(() => (scene ? sheetsFor({ ...subject, scene }, days) : NO_SHEETS), [subject, scene, days]);
  const [listed, list] = useState(true);
  const boards = all.filter(({ lists }) => lists === undefined);
  const sheets = listed ? all : boards;
  const wrong = scene !== undefined && sheets.length === 0;
  const day = (name: keyof Days) => (
    <TextField
      type="date"
      label={PRINTING[name]}
      value={days[name]}
      error={wrong}
      onChange={({ target }) => setDays({ ...days, [name]: target.value })}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: FIRST_DATE, max: LAST_DATE } }}
    />
  );
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="print-title">
      <DialogTitle id="print-title">{PRINTING.title}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{PRINTING.hint}</Box>
          {pages > 1 ? (
            <RadioGroup
              row
              aria-label={PRINTING.scope}
              value={scope}
              onChange={(_, chosen) => {
                setScope(chosen as Scope);
                whole.ask(chosen === 'all');
              }}
            >
              {SCOPES.map((one) => (
                <FormControlLabel key={one} value={one} control={<Radio size="small" />} label={PRINTING.scopes[one](pages)} />
              ))}
            </RadioGroup>
          ) : null}
          <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.5 }}>
            {day('from')}
            {day('to')}
          </Box>
          {all.length > boards.length ? (
            <FormControlLabel
              control={<Checkbox size="small" checked={listed} onChange={(_, on) => list(on)} />}
              label={PRINTING.lists(all.length - boards.length)}
            />
          ) : null}
          <Box role="status" sx={{ minHeight: 24 }}>
            {refused === undefined ? (
              <Said known={scene !== undefined} sheets={sheets.length} />
            ) : (
              <Alert severity="error">{refused}</Alert>
            )}
          </Box>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{PRINTING.cancel}</Button>
        <Button
          variant="contained"
          autoFocus
          disabled={sheets.length === 0 || sheets.length > MOST_SHEETS}
          onClick={() => scene && onPrint({ scene, sheets })}
        >
          {PRINTING.submit}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

interface Props extends Omit<Subject, 'scene'> {
  board: ShownBoard;
  /** Undefined while nothing is shown. */
  scene: Scene | undefined;
  pages: number;
  whole: Whole;
}

/** Proposes the days in view. */
function daysOf({ scene, pane }: Subject, scrolled: number): Days {
  const { start, end } = daysInView(scene.timeline, scrolled, paneWidth(pane));
  return { from: dateOfBlock(start), to: dateOfBlock(end - 1) };
}

/** 印刷: asks for the days, those in view at first, and for this page or all, and prints every row on A3. */
export const PrintButton = ({ board, scene, pages, whole, ...shown }: Props) => {
  const [asked, setAsked] = useState<Days>();
  const [drawn, setDrawn] = useState<Drawn>();
  const subject = scene && { ...shown, scene };
  const { data: overview } = useOverview();
  const done = (): void => {
    setAsked(undefined);
    whole.ask(false);
  };
  return (
    <>
      <IconButton
        aria-label={PRINTING.open}
        title={PRINTING.open}
        color="inherit"
        disabled={subject === undefined}
        onClick={() => subject && setAsked(daysOf(subject, board.current?.place().left ?? 0))}
      >
        <Print fontSize="small" />
      </IconButton>
      {asked && subject && overview ? (
        <PrintDialog
          subject={subject}
          pages={pages}
          whole={whole}
          shown={asked}
          onClose={done}
          onPrint={(made) => {
            done();
            setDrawn(made);
          }}
        />
      ) : null}
      {drawn ? (
        <PrintSheets
          {...shown}
          {...drawn}
          planned_at={overview?.planned_at ?? null}
          printed_at={toInstant(now())}
          onDone={() => setDrawn(undefined)}
        />
      ) : null}
    </>
  );
};
