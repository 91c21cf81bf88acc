import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { QUESTION } from '../../texts/promises/question.ts';
import { type Draft, errorsOf, type LineErrors } from './lines.ts';
import { ProductField } from './ProductField.tsx';
import { RoutingChoice } from './RoutingChoice.tsx';

interface Props {
  line: Draft;
  number: number;
  /** Its answer is shown. */
  isChosen: boolean;
  /** It was added just now: the keyboard goes on in it. */
  isNew: boolean;
  /** What is wrong is said. */
  tried: boolean;
  onChange(change: Partial<Draft>): void;
  onRemove: (() => void) | undefined;
  onChoose(): void;
}

/** A line of the question: the product, how many, from when, by when. */
export const LineBlock = ({ line, number, isChosen, isNew, tried, onChange, onRemove, onChoose }: Props) => {
  const errors = tried ? errorsOf(line) : {};
  return (
    <Box
      role="group"
      aria-label={QUESTION.line(number)}
      onFocusCapture={onChoose}
      sx={{
        display: 'grid',
        gridTemplateColumns: '20px minmax(0, 1fr) 28px',
        columnGap: 0.75,
        px: 1.5,
        pt: 1.25,
        pb: 0.75,
        borderBottom: 1,
        borderColor: 'divider',
        ...(isChosen ? { bgcolor: 'var(--hover)', boxShadow: 'inset 3px 0 var(--primary)' } : {}),
      }}
    >
      <Box aria-hidden sx={{ pt: 1.1, fontWeight: 700, fontSize: 13, textAlign: 'right' }}>
        {number}
      </Box>
      <ProductField product={line.product} error={errors.product} autoFocus={isNew} onChange={(product) => onChange({ product })} />
      <Box>
        {onRemove ? (
          <IconButton size="small" onClick={onRemove} aria-label={QUESTION.remove(number)} sx={{ mt: 0.5, ml: -0.25 }}>
            <Close sx={{ fontSize: 18 }} />
          </IconButton>
        ) : null}
      </Box>
      <Box sx={{ gridColumn: '2 / -1', mt: 1.25 }}>
        <Numbers line={line} errors={errors} onChange={onChange} />
        {line.product?.id ? (
          <RoutingChoice product={line.product.id} routing={line.routing} onChange={(routing) => onChange({ routing })} />
        ) : null}
      </Box>
    </Box>
  );
};

const Numbers = ({ line, errors, onChange }: { line: Draft; errors: LineErrors; onChange(change: Partial<Draft>): void }) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: { xs: 'minmax(0, 1fr) minmax(0, 1fr)', sm: '84px minmax(0, 1fr) minmax(0, 1fr)' },
      columnGap: 0.75,
      rowGap: 1.25,
      alignItems: 'start',
    }}
  >
    <TextField
      label={QUESTION.pieces}
      sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
      value={line.pieces}
      onChange={({ target }) => onChange({ pieces: target.value })}
      error={errors.pieces !== undefined}
      helperText={errors.pieces}
      slotProps={{
        htmlInput: { inputMode: 'numeric', sx: { textAlign: 'right' } },
        input: { sx: { pr: 1 }, endAdornment: <InputAdornment position="end">{QUESTION.piecesUnit}</InputAdornment> },
        inputLabel: { shrink: true },
      }}
    />
    {(['ready', 'wished'] as const).map((field) => (
      <TextField
        key={field}
        type="date"
        label={QUESTION[field]}
        title={field === 'ready' ? QUESTION.readyHint : undefined}
        value={line[field]}
        onChange={({ target }) => onChange({ [field]: target.value })}
        error={errors[field] !== undefined}
        helperText={errors[field]}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { sx: { px: 1, fontSize: 13 } } }}
      />
    ))}
  </Box>
);
