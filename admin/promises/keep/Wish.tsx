import BookmarkAdd from '@mui/icons-material/BookmarkAddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { WISH } from '../../texts/promises/keep.ts';
import type { Answered } from '../answered.ts';
import { useHolding } from './use-holding.ts';

/** 仮押さえを依頼: who may not hold days asks those who may, and can take that back. */
export const Wish = ({ answered }: { answered: Answered }) => {
  const { busy, want } = useHolding();
  const isWanted = answered.wanted_at !== null;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, ml: { md: 'auto' } }}>
      {isWanted ? <Wanted answered={answered} /> : null}
      <Button
        variant={isWanted ? 'text' : 'contained'}
        startIcon={isWanted ? undefined : <BookmarkAdd />}
        loading={busy}
        onClick={() => void want(answered.id, !isWanted)}
      >
        {isWanted ? WISH.takeBack : WISH.want}
      </Button>
    </Box>
  );
};

/** Who wants the days to be held. */
export const Wanted = ({ answered: { wanted_by, wanted_by_name } }: { answered: Answered }) =>
  wanted_by === null ? null : <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{WISH.by(wanted_by_name ?? wanted_by)}</Box>;
