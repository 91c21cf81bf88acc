import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { FIRST_DATE, LAST_DATE } from '../../../../server/domain/ground/constants.ts';
import { isPlanDate, type PlantDate } from '../../../../server/domain/ground/plant-time.ts';
import { DATE_TEXTS } from '../../../../server/domain/texts/dates.ts';
import { CALENDAR } from '../../../texts/board/board.ts';
import { dateText, LOADS, rangeEnd } from '../../../texts/board/loads.ts';
import { LEAST_PX } from '../shrinking.ts';
import { lastDay, monthBeside } from './use-loads.ts';

interface Props {
  from: PlantDate | undefined;
  setFrom(date: PlantDate): void;
}

/** Keys that write into the field; a change without one of them before it comes from the picker. */
const WRITES = /^(\d|Arrow(Up|Down)|Backspace|Delete)$/;

/** 表示開始日 with the month that it begins, and the months beside it. */
export const RangeChooser = ({ from, setFrom }: Props) => {
  const input = useRef<HTMLInputElement>(null);
  const step = (by: 1 | -1) => () => from && setFrom(monthBeside(from, by));
  const ends = from !== undefined && lastDay(from) === LAST_DATE;
  return (
    <Box
      role="group"
      aria-label={LOADS.range}
      sx={{
        display: 'flex',
        alignItems: 'center',
        height: 32,
        ml: 1,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        whiteSpace: 'nowrap',
      }}
    >
      <IconButton size="small" aria-label={LOADS.previous} disabled={!from || from === FIRST_DATE} onClick={step(-1)}>
        <ChevronLeft fontSize="small" />
      </IconButton>
      <Range input={input} from={from} setFrom={setFrom} />
      <IconButton size="small" aria-label={LOADS.pick} onClick={() => input.current?.showPicker()}>
        <CalendarIcon fontSize="small" />
      </IconButton>
      <IconButton size="small" aria-label={LOADS.next} disabled={!from || ends} onClick={step(1)}>
        <ChevronRight fontSize="small" />
      </IconButton>
    </Box>
  );
};

/** The first day, which can be typed, and the last one. At rest both stand there as dates do everywhere else, whatever the browser's own way to write them is. */
const Range = ({ input, from, setFrom }: Props & { input: RefObject<HTMLInputElement | null> }) => {
  const typed = useTypedDate(from, setFrom);
  const [entering, setEntering] = useState(false);
  return (
    <>
      <InputBase
        type="date"
        value={typed.draft}
        inputRef={input}
        error={typed.invalid}
        onKeyDown={({ key }) => typed.press(key)}
        onChange={({ target }) => typed.change(target.value)}
        onFocus={() => setEntering(true)}
        onBlur={() => {
          setEntering(false);
          typed.finish();
        }}
        inputProps={{ 'aria-label': CALENDAR.from, 'aria-invalid': typed.invalid, min: FIRST_DATE, max: LAST_DATE }}
        sx={{
          pl: 1,
          fontSize: 13,
          fontWeight: 700,
          '& input': { p: 0, width: 84, color: typed.invalid ? 'error.main' : undefined, opacity: entering ? 1 : 0 },
          '& input::-webkit-calendar-picker-indicator': { display: 'none' },
        }}
      />
      <Box component="span" sx={{ fontSize: 13, fontWeight: 700, pointerEvents: 'none' }}>
        {from && !entering ? (
          <Box component="span" aria-hidden sx={{ display: 'inline-block', width: 84, ml: '-84px', textAlign: 'right' }}>
            {dateText(from)}
          </Box>
        ) : null}
        <Box component="span" sx={{ [`@media (max-width: ${LEAST_PX - 0.1}px)`]: { display: 'none' } }}>
          {from ? rangeEnd(from, lastDay(from)) : null}
        </Box>
      </Box>
    </>
  );
};

/** A typed date counts once it is finished, by Enter or on leaving the field; a picked one counts at once. */
function useTypedDate(from: PlantDate | undefined, setFrom: Props['setFrom']) {
  const notify = useNotify();
  const [draft, setDraft] = useState(from ?? '');
  const typing = useRef(false);
  useEffect(() => {
    if (!typing.current) setDraft(from ?? '');
  }, [from]);
  const take = (date: string): void => {
    typing.current = false;
    if (date === from) return;
    if (isPlanDate(date)) {
      setFrom(date);
      return;
    }
    setDraft(from ?? '');
    if (date !== '') notify(DATE_TEXTS.out_of_range, { type: 'warning' });
  };
  return {
    draft,
    invalid: typing.current && draft !== '' && !isPlanDate(draft),
    press: (key: string): void => {
      if (WRITES.test(key)) typing.current = true;
      else if (key === 'Enter') take(draft);
      else if (key === 'Escape') {
        typing.current = false;
        setDraft(from ?? '');
      }
    },
    change: (date: string): void => {
      setDraft(date);
      if (!typing.current) take(date);
    },
    finish: (): void => take(draft),
  };
}
