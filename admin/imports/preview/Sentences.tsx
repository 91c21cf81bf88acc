import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { Issue } from '../../../server/domain/files/rows.ts';
import { IMPORT, LIST } from '../../texts/parts.ts';

const SHOWN = 200;
/** So many stand as they are; of more one scrolls through what fits. */
const FEW = 4;
const LEAST_PX = 110;

interface SentencesProps {
  title: string;
  level: 'error' | 'warning';
  texts: readonly (string | Issue)[];
  /** How many there are, where only the first were kept. */
  count?: number;
  /** A sentence that names a row leads there. */
  onRow?: (row: number) => void;
}

/** Errors or warnings as a short list; nothing when there are none. */
export const Sentences = ({ title, level, texts, count = texts.length, onRow }: SentencesProps) => {
  if (texts.length === 0) return null;
  const rest = count - Math.min(texts.length, SHOWN);
  return (
    <Box
      sx={{
        mb: 1,
        display: 'flex',
        flexDirection: 'column',
        ...(texts.length > FEW ? { '&&': { flexShrink: 1 }, minHeight: LEAST_PX } : {}),
      }}
    >
      <Box sx={{ typography: 'body2', fontWeight: 700, color: `${level}.main`, mb: 0.25 }}>{`${title} ${LIST.count(count)}`}</Box>
      <Box component="ul" tabIndex={0} aria-label={title} sx={{ m: 0, pl: 2, overflow: 'auto', fontSize: '0.8rem' }}>
        {texts.slice(0, SHOWN).map((one, index) => {
          const { text, row } = typeof one === 'string' ? { text: one, row: null } : one;
          const key = `${index} ${text}`;
          return (
            <li key={key}>
              {row !== null && onRow ? (
                <Link
                  component="button"
                  type="button"
                  color="inherit"
                  onClick={() => onRow(row)}
                  sx={{ textAlign: 'left', font: 'inherit', verticalAlign: 'top' }}
                >
                  {text}
                </Link>
              ) : (
                text
              )}
            </li>
          );
        })}
        {rest > 0 ? <li>{IMPORT.more(rest)}</li> : null}
      </Box>
    </Box>
  );
};
