import ArrowForward from '@mui/icons-material/ArrowForward';
import Handshake from '@mui/icons-material/HandshakeOutlined';
import MarkEmail from '@mui/icons-material/MarkEmailUnreadOutlined';
import Flag from '@mui/icons-material/OutlinedFlag';
import Undo from '@mui/icons-material/Undo';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { alpha } from '@mui/material/styles';
import type { ComponentType } from 'react';
import type { Query, Success } from '../../server/contract/handlers.ts';
import { counted } from '../../server/domain/texts/numbers.ts';
import { WORK } from '../texts/outsourcing.ts';

export type Filter = NonNullable<Query<'listOutsourcingWork'>['filter']>;
type Summary = Success<'getOutsourcingSummary'>;

interface Tile {
  filter: Filter;
  icon: ComponentType<{ fontSize: 'small' }>;
  color: string;
  count: number;
  word: string;
  more: string;
}

const tilesOf = (found: Summary, current: boolean): Tile[] => {
  const { late, handovers, returns, waiting, open } = found;
  return [
    {
      filter: 'late',
      icon: Flag,
      color: 'error.main',
      count: late.count,
      word: WORK.late,
      more: WORK.lateMore(late.most_days, late.misses_delivery),
    },
    {
      filter: 'handover',
      icon: ArrowForward,
      color: 'primary.main',
      count: handovers.count,
      word: WORK.weekOf(WORK.handover, current),
      more: WORK.handoverMore(handovers.done, handovers.today, handovers.left),
    },
    {
      filter: 'return',
      icon: Undo,
      color: 'success.main',
      count: returns.count,
      word: WORK.weekOf(WORK.return, current),
      more: WORK.returnMore(returns.done, returns.late, returns.today, returns.left),
    },
    {
      filter: 'waiting',
      icon: MarkEmail,
      color: 'warning.main',
      count: waiting.count,
      word: WORK.waiting,
      more: WORK.waitingMore(waiting.long),
    },
    {
      filter: 'all',
      icon: Handshake,
      color: 'text.secondary',
      count: open.count,
      word: WORK.open,
      more: WORK.openMore(open.partners, open.chained),
    },
  ];
};

/** Late returns stand out. */
const alarms = ({ filter, count }: Tile): boolean => filter === 'late' && count > 0;

/** The five counts of the week; each narrows the list. */
export const Counts = ({ summary, filter, onFilter }: { summary: Summary; filter: Filter; onFilter(filter: Filter): void }) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(5, 1fr)' }, gap: 1.25, mb: 1.25 }}>
    {tilesOf(summary, summary.today >= summary.week_from && summary.today <= summary.week_to).map((tile) => (
      <ButtonBase
        key={tile.filter}
        aria-pressed={filter === tile.filter}
        onClick={() => onFilter(filter === tile.filter ? 'all' : tile.filter)}
        sx={{
          justifyContent: 'flex-start',
          textAlign: 'left',
          gap: 1.25,
          px: 1.5,
          py: 0.5,
          minHeight: 66,
          borderRadius: 2,
          bgcolor: alarms(tile) ? ({ palette }) => alpha(palette.error.main, 0.07) : 'background.paper',
          border: 1,
          borderColor: alarms(tile) ? 'error.main' : 'divider',
          outline: filter === tile.filter ? '2px solid' : 'none',
          outlineColor: tile.color,
          outlineOffset: -2,
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <Box component="span" sx={{ color: tile.color, display: 'flex' }}>
          <tile.icon fontSize="small" />
        </Box>
        <Box component="span" sx={{ minWidth: 0 }}>
          <Box component="span" sx={{ display: 'flex', alignItems: 'baseline', gap: 0.75 }}>
            <Box component="span" sx={{ fontSize: '1.5rem', fontWeight: 700, color: alarms(tile) ? 'error.main' : 'text.primary' }}>
              {counted(tile.count)}
            </Box>
            <Box component="span" sx={{ fontSize: '0.85rem' }}>
              {WORK.items}
            </Box>
            <Box component="span" sx={{ fontSize: '0.85rem', fontWeight: 700 }}>
              {tile.word}
            </Box>
          </Box>
          <Box component="span" sx={{ display: 'block', fontSize: '0.7rem', color: 'text.secondary' }}>
            {tile.more}
          </Box>
        </Box>
      </ButtonBase>
    ))}
  </Box>
);
