import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { FIRST_DATE, LAST_DATE } from '../../../server/domain/constants.ts';
import { isPlanDate, type PlantDate } from '../../../server/domain/plant-time.ts';
import { DATE_TEXTS } from '../../../server/domain/texts/dates.ts';
import { CALENDAR } from '../../texts/board.ts';
import { dateText, LOADS, rangeEnd } from '../../texts/loads.ts';
import { LEAST_PX } from '../shrinking.ts';
import { lastDay, monthBeside } from './use-loads.ts';

interface Props {
  from: PlantDate | undefined;
  setFrom(date: PlantDate): void;
}

/** Keys that write into the field; a change without one of them before it comes from the picker. */
const WRITES = /^(\d|Arrow(Up|Down)|Backspace|Delete)$/;

/** 表示開始日 with the month that it begins, and the months beside it. A date that is typed is taken once it is finished: by Enter or when the field is left. */
export const RangeChooser = ({ from, setFrom }: Props) => {
  const notify = useNotify();
  const [draft, setDraft] = useState(from ?? '');
  const typing = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const [entering, setEntering] = useState(false);
  useEffect(() => {
    if (!typing.current) setDraft(from ?? '');
  }, [from]);
  const commit = (date: string): void => {
    typing.current = false;
    if (date === from) return;
    if (isPlanDate(date)) {
      setFrom(date);
      return;
    }
    setDraft(from ?? '');
    if (date !== '') notify(DATE_TEXTS.out_of_range, { type: 'warning' });
  };
  const faulty = typing.current && draft !== '' && !isPlanDate(draft);
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
      <InputBase
        type="date"
        value={draft}
        inputRef={input}
        error={faulty}
        onKeyDown={({ key }) => {
          if (WRITES.test(key)) typing.current = true;
          else if (key === 'Enter') commit(draft);
          else if (key === 'Escape') {
            typing.current = false;
            setDraft(from ?? '');
          }
        }}
        onChange={({ target }) => {
          setDraft(target.value);
          if (!typing.current) commit(target.value);
        }}
        onFocus={() => setEntering(true)}
        onBlur={() => {
          setEntering(false);
          commit(draft);
        }}
        inputProps={{ 'aria-label': CALENDAR.from, 'aria-invalid': faulty, min: FIRST_DATE, max: LAST_DATE }}
        sx={{
          pl: 1,
          fontSize: 13,
          fontWeight: 700,
          // At rest the date stands there as everywhere else, whatever the browser's own way to write dates is.
          '& input': { p: 0, width: 84, color: faulty ? 'error.main' : undefined, opacity: entering ? 1 : 0 },
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
      <IconButton size="small" aria-label={LOADS.pick} onClick={() => input.current?.showPicker()}>
        <CalendarIcon fontSize="small" />
      </IconButton>
      <IconButton size="small" aria-label={LOADS.next} disabled={!from || ends} onClick={step(1)}>
        <ChevronRight fontSize="small" />
      </IconButton>
    </Box>
  );
};
