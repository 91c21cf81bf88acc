import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { plantDate } from '../../../../server/domain/ground/plant-time.ts';
import { tint } from '../../../layout/palette.ts';
import { alsoLots, dayText, othersButton, percentText, planText, shownText, WHY } from '../../../texts/board/why.ts';
import { OrderButton } from '../lists/OrderButton.tsx';
import { type InTheWay, inFront, LOW, type Wait } from './layout.ts';
import { Meter } from './WaitTimeline.tsx';

/** So many are listed at first, and how high each is; in low windows, too. */
const ROWS = { listed: 5, px: 24 } as const;
const LOW_ROWS = { listed: 3, px: 20 } as const;

interface Props {
  wait: Wait;
  onShow(bar: { entry_id: number; order_id: number; serial_number: string }): void;
}

const CELL = {
  height: ROWS.px,
  [LOW]: { height: LOW_ROWS.px },
  px: { xs: 0.75, xl: 1 },
  py: 0,
  textAlign: 'left',
  whiteSpace: 'nowrap',
  fontWeight: 400,
} as const;

/** Who is in front: of each charge the lot that is looked at first, its due date and how it stands, the fill and the day. */
export const InFrontList = ({ wait, onShow }: Props) => {
  const [all, showAll] = useState(false);
  const { furnace } = wait;
  const { listed, px } = useMediaQuery(LOW) ? LOW_ROWS : ROWS;
  const uses = inFront(wait);
  const shown = all ? uses : uses.slice(0, listed);
  if (uses.length === 0) return <Box sx={{ color: 'text.secondary' }}>{WHY.none}</Box>;
  const heads = Object.values(furnace ? WHY.columns : WHY.columnsOfBars);
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box
        role="region"
        aria-label={WHY.list}
        tabIndex={0}
        sx={{ border: 1, borderColor: tint('frame'), borderRadius: 1, overflow: 'auto', maxHeight: px * (listed + 1) + 2 }}
      >
        <Box component="table" sx={{ width: '100%', borderCollapse: 'collapse', fontSize: 12, fontVariantNumeric: 'tabular-nums' }}>
          <Box component="thead" sx={{ bgcolor: tint('head'), color: 'text.secondary', position: 'sticky', top: 0, zIndex: 1 }}>
            <tr>
              {heads.map((head) => (
                <Box key={head} component="th" scope="col" sx={CELL}>
                  {head}
                </Box>
              ))}
            </tr>
          </Box>
          <tbody>
            {shown.map((use) => (
              <Row key={`${use.start_date} ${use.lots[0]?.entry_id}`} use={use} furnace={furnace} onShow={onShow} />
            ))}
          </tbody>
        </Box>
      </Box>
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          fontSize: 12,
          px: 1,
          pt: 0.25,
          [LOW]: { pt: 0, fontSize: 11.5 },
          color: 'text.secondary',
        }}
      >
        <span>{shownText(shown.length, uses.length, furnace)}</span>
        {uses.length > listed ? (
          <Link component="button" type="button" underline="hover" onClick={() => showAll(!all)} sx={{ font: 'inherit', fontWeight: 700 }}>
            {all ? WHY.fewer : othersButton(uses.length - listed, furnace)}
          </Link>
        ) : null}
      </Box>
    </Box>
  );
};

const Row = ({ use, furnace, onShow }: { use: InTheWay; furnace: boolean; onShow: Props['onShow'] }) => {
  const lot = use.lots[0]!;
  return (
    <Box component="tr" sx={{ borderTop: 1, borderColor: 'divider' }}>
      <Box component="td" sx={CELL}>
        <OrderButton onShow={() => onShow(lot)}>{lot.unique_order}</OrderButton>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {alsoLots(use.lots.length - 1)}
        </Box>
      </Box>
      <Box component="td" sx={CELL}>
        {dayText(lot.deadline_date)}
      </Box>
      <Box component="td" sx={{ ...CELL, ...(lot.late_days > 0 ? { color: 'error.main', fontWeight: 700 } : {}) }}>
        {planText(lot.late_days)}
      </Box>
      {furnace ? (
        <Box component="td" sx={CELL}>
          {use.fill_percent === null ? null : (
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
              <Box sx={{ width: 28, '@media (max-width: 1399px)': { display: 'none' } }} aria-hidden>
                <Meter percent={use.fill_percent} height={5} />
              </Box>
              <b>{percentText(use.fill_percent)}</b>
            </Box>
          )}
        </Box>
      ) : null}
      <Box component="td" sx={CELL}>
        {dayText(plantDate(use.start_date))}
      </Box>
    </Box>
  );
};
