import Check from '@mui/icons-material/CheckCircleOutlined';
import Flag from '@mui/icons-material/OutlinedFlag';
import Chip from '@mui/material/Chip';
import { verdictOf, verdictText } from '../../../server/domain/files/promise-answers.ts';
import { tint } from '../../layout/palette.ts';
import type { Answer } from '../answered.ts';

const LOOKS = {
  kept: { ink: tint('success'), ground: tint('finished'), icon: <Check /> },
  late: { ink: tint('late'), ground: tint('late-soft'), icon: <Flag /> },
  none: { ink: tint('caution-ink'), ground: tint('caution'), icon: undefined },
  unwished: { ink: tint('soft'), ground: tint('head'), icon: undefined },
} as const;

/** How an answered day stands beside the wished one. */
export const Verdict = ({ answer }: { answer: Pick<Answer, 'date' | 'wished_date'> }) => {
  const { ink, ground, icon } = LOOKS[verdictOf(answer).kind];
  return (
    <Chip
      size="small"
      label={verdictText(answer)}
      {...(icon ? { icon } : {})}
      sx={{ color: ink, bgcolor: ground, fontWeight: 700, '& .MuiChip-icon': { color: 'inherit', fontSize: 15 } }}
    />
  );
};
