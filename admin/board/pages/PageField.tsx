import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { BOARD } from '../../texts/board/board.ts';
import { PAGES } from '../../texts/board/search.ts';

interface Props {
  /** How many pages there are; with none nothing is shown. */
  count: number;
  page: number;
  onChange(page: number): void;
}

/** The page that a text means: the nearest there is; undefined where it is no number. */
export function pageMeant(text: string, count: number): number | undefined {
  const digits = text.normalize('NFKC').trim();
  return /^-?\d+$/.test(digits) ? Math.min(Math.max(Number(digits), 1), count) : undefined;
}

/** The page as a field between previous and next; Enter or leaving it turns to what was typed. */
export const PageField = ({ count, page, onChange }: Props) => {
  const [typed, setTyped] = useState<string>();
  const commit = (): void => {
    const meant = typed === undefined ? undefined : pageMeant(typed, count);
    setTyped(undefined);
    if (meant !== undefined && meant !== page) onChange(meant);
  };
  return (
    <Box component="nav" aria-label={BOARD.pages} sx={{ display: 'flex', alignItems: 'center', height: 28, ml: 'auto' }}>
      {count > 0 ? (
        <>
          <IconButton size="small" aria-label={BOARD.previousPage} disabled={page <= 1} onClick={() => onChange(page - 1)}>
            <ChevronLeft fontSize="small" />
          </IconButton>
          <OutlinedInput
            value={typed ?? String(page)}
            onChange={({ target }) => setTyped(target.value)}
            onFocus={({ target }) => target.select()}
            onBlur={commit}
            onKeyDown={({ key }) => {
              if (key === 'Enter') commit();
              if (key === 'Escape') setTyped(undefined);
            }}
            slotProps={{ input: { 'aria-label': PAGES.field(count), inputMode: 'numeric', maxLength: 9 } }}
            sx={{ width: 46, height: 26, mx: 0.5, '& input': { p: 0, textAlign: 'center', fontSize: 13 } }}
          />
          <Box component="span" sx={{ fontSize: 13, whiteSpace: 'nowrap', mr: 0.5 }}>
            {PAGES.of(count)}
          </Box>
          <IconButton size="small" aria-label={BOARD.nextPage} disabled={page >= count} onClick={() => onChange(page + 1)}>
            <ChevronRight fontSize="small" />
          </IconButton>
        </>
      ) : null}
    </Box>
  );
};
