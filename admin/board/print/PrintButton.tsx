import Print from '@mui/icons-material/PrintOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useMemo, useState } from 'react';
import { FIRST_DATE, LAST_DATE } from '../../../server/domain/ground/constants.ts';
import { dayNumber, isPlanDate, type PlantDate, toInstant } from '../../../server/domain/ground/plant-time.ts';
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

interface DialogProps {
  subject: Subject;
  shown: Days;
  onPrint(sheets: Sheet[]): void;
  onClose(): void;
}

const PrintDialog = ({ subject, shown, onPrint, onClose }: DialogProps) => {
  const [days, setDays] = useState(shown);
  const sheets = useMemo(() => sheetsFor(subject, days), [subject, days]);
  const wrong = sheets.length === 0;
  const tooMany = sheets.length > MOST_SHEETS;
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
          <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.5 }}>
            {day('from')}
            {day('to')}
          </Box>
          <Box role="status" sx={{ minHeight: 24 }}>
            {wrong ? PRINTING.order : tooMany ? null : PRINTING.sheets(sheets.length)}
            {tooMany ? (
              <Alert severity="warning">
                {PRINTING.tooMany(sheets.length, MOST_SHEETS)}
                {PRINTING.fewer}
              </Alert>
            ) : null}
          </Box>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{PRINTING.cancel}</Button>
        <Button variant="contained" autoFocus disabled={wrong || tooMany} onClick={() => onPrint(sheets)}>
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
}

/** Proposes the days in view. */
function daysOf({ scene, pane }: Subject, scrolled: number): Days {
  const { start, end } = daysInView(scene.timeline, scrolled, paneWidth(pane));
  return { from: dateOfBlock(start), to: dateOfBlock(end - 1) };
}

/** 印刷: asks for the days, those in view at first, and prints every row of the page on A3. */
export const PrintButton = ({ board, scene, ...shown }: Props) => {
  const [asked, setAsked] = useState<Days>();
  const [sheets, setSheets] = useState<Sheet[]>();
  const subject = scene && { ...shown, scene };
  const { data: overview } = useOverview();
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
          shown={asked}
          onClose={() => setAsked(undefined)}
          onPrint={(made) => {
            setAsked(undefined);
            setSheets(made);
          }}
        />
      ) : null}
      {sheets && subject ? (
        <PrintSheets
          {...subject}
          planned_at={overview?.planned_at ?? null}
          printed_at={toInstant(now())}
          sheets={sheets}
          onDone={() => setSheets(undefined)}
        />
      ) : null}
    </>
  );
};
