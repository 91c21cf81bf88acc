import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useEffect, useRef } from 'react';
import { tint } from '../../layout/palette.ts';
import { cautions, MOVE_LINES } from '../../texts/board/moves.ts';
import { lineSign } from '../chart/hand/drag-list.ts';
import type { MoveLine } from '../chart/scene/move-words.ts';
import type { Jump } from '../search/quick/jump.ts';

const COLOURS = { conflict: 'warning.main', late: 'error.main', pushed: 'primary.main', note: 'text.secondary' } as const;

/** A sentence into which the bar in the way is put: among what stands in its brackets already, else in brackets behind it. */
function openedUp(text: string): Record<'head' | 'open' | 'end', string> {
  const { bracket, separator, begin } = MOVE_LINES.inside;
  return text.endsWith(bracket)
    ? { head: text.slice(0, -bracket.length), open: separator, end: bracket }
    : { head: text, open: begin, end: ')' };
}

/** Goes to another bar. */
type OnJump = ((jump: Jump) => void) | undefined;

/** A line of what a move breaks; the bar in the way can be gone to. */
export const CautionLine = ({ line, onJump }: { line: MoveLine; onJump?: OnJump }) => {
  const sign = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    sign.current?.replaceChildren();
    if (sign.current) lineSign(line.sign, sign.current);
  }, [line.sign]);
  const { other } = line;
  const { head, open, end } = other ? openedUp(line.text) : { head: line.text, open: '', end: '' };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '14px 1fr', gap: 1, alignItems: 'start', py: 0.25, fontSize: 12.5 }}>
      <Box ref={sign} component="span" sx={{ mt: '3px', lineHeight: 0, color: COLOURS[line.sign], '& svg': { fill: 'currentColor' } }} />
      <span>
        {head}
        {line.strong ? <b>{line.strong}</b> : null}
        {other ? (
          <>
            {open}
            <Link
              component="button"
              type="button"
              sx={{ fontWeight: 700, fontSize: 'inherit', verticalAlign: 'baseline' }}
              onClick={() => onJump?.({ entry_id: other.id, order_id: other.order_id, serial_number: other.serial_number })}
            >
              {other.unique_order}
            </Link>{' '}
            {MOVE_LINES.overlaps(other.task_name)}
            {end}
          </>
        ) : null}
      </span>
    </Box>
  );
};

/** What a move breaks, and whom it makes late. */
export const graveOf = (lines: readonly MoveLine[]): MoveLine[] => lines.filter(({ sign }) => sign === 'conflict' || sign === 'late');

/** Broken rules and lateness in an amber box, under how many they are and what sums them up; nothing where there are none. */
export const CautionBox = ({ lines, onJump }: { lines: readonly MoveLine[]; onJump?: OnJump }) => {
  const grave = graveOf(lines);
  const single = grave.filter(({ total }) => !total);
  if (grave.length === 0) return null;
  return (
    <Box
      sx={{
        bgcolor: tint('caution'),
        my: 1.25,
        px: 1.25,
        py: 0.75,
        border: 1,
        borderRadius: 1,
        borderColor: tint('caution-edge'),
        fontSize: 12.5,
        color: 'text.primary',
      }}
    >
      <Box sx={{ display: 'flex', gap: 1.5 }}>
        <Box sx={{ fontWeight: 700, color: tint('caution-ink') }}>{cautions(single.length)}</Box>
        {grave.map(({ total, text, strong }) =>
          total ? (
            <span key={text}>
              {text}
              <b>{strong}</b>
            </span>
          ) : null,
        )}
      </Box>
      {single.map((line) => (
        <CautionLine key={line.text} line={line} onJump={onJump} />
      ))}
    </Box>
  );
};
