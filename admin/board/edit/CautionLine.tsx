import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useEffect, useRef } from 'react';
import { MOVE_LINES } from '../../texts/board/moves.ts';
import { lineSign } from '../chart/hand/drag-list.ts';
import type { MoveLine } from '../chart/scene/move-words.ts';
import type { Jump } from '../search/quick/jump.ts';

const COLOURS = { conflict: 'warning.main', late: 'error.main', pushed: 'primary.main', note: 'text.secondary' } as const;

/** A line of what a move breaks; the bar in the way can be gone to. */
export const CautionLine = ({ line, onJump }: { line: MoveLine; onJump(jump: Jump): void }) => {
  const sign = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    sign.current?.replaceChildren();
    if (sign.current) lineSign(line.sign, sign.current);
  }, [line.sign]);
  const { other } = line;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '14px 1fr', gap: 1, alignItems: 'start', py: 0.25, fontSize: 12.5 }}>
      <Box ref={sign} component="span" sx={{ mt: '3px', lineHeight: 0, color: COLOURS[line.sign], '& svg': { fill: 'currentColor' } }} />
      <span>
        {line.text}
        {line.strong ? <b>{line.strong}</b> : null}
        {other ? (
          <>
            {' ('}
            <Link
              component="button"
              type="button"
              sx={{ fontWeight: 700, fontSize: 'inherit', verticalAlign: 'baseline' }}
              onClick={() => onJump({ entry_id: other.id, order_id: other.order_id, serial_number: other.serial_number })}
            >
              {other.unique_order}
            </Link>{' '}
            {MOVE_LINES.overlaps(other.task_name)})
          </>
        ) : null}
      </span>
    </Box>
  );
};
