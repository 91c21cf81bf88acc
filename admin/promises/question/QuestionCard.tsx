import Add from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import { type ClipboardEvent, type FormEvent, useId } from 'react';
import { MOST_LINES } from '../../../server/domain/files/promise-rows.ts';
import { QUESTION } from '../../texts/promises/question.ts';
import { LineBlock } from './LineBlock.tsx';
import type { QuestionForm } from './use-question.ts';

const MOST_ERRORS = 8;

interface Props {
  form: QuestionForm;
  /** The line whose answer is shown. */
  chosen: number | undefined;
  asking: boolean;
  /** Why it was not answered. */
  refused: readonly string[];
  /** What is wrong with the rows that were read. */
  errors: readonly string[];
  onErrorsRead(): void;
  onPaste(event: ClipboardEvent): void;
  onAsk(): void;
  onChoose(line: number): void;
}

/** 問い合わせ: what should ship, and by when. */
export const QuestionCard = ({ form, chosen, asking, refused, errors, onErrorsRead, onPaste, onAsk, onChoose }: Props) => {
  const id = useId();
  const { question } = form;
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    onAsk();
  };
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ minWidth: 0, overflow: 'hidden' }}>
      <form onSubmit={ask} onPaste={onPaste} noValidate>
        <Head id={id} full={question.lines.length >= MOST_LINES} onAdd={form.add} />
        <Box sx={{ px: 1.5, py: 1.25, borderBottom: 1, borderColor: 'divider' }}>
          <TextField
            fullWidth
            label={QUESTION.title}
            value={question.title}
            onChange={({ target }) => form.setTitle(target.value)}
            slotProps={{ htmlInput: { maxLength: 200 } }}
          />
        </Box>
        {errors.length > 0 ? <RowErrors errors={errors} onClose={onErrorsRead} /> : null}
        <Lines form={form} chosen={chosen} onChoose={onChoose} />
        <Box sx={{ px: 1.5, py: 1.25, display: 'grid', gap: 1 }}>
          {refused.length > 0 ? (
            <Alert severity="error" role="alert" sx={{ py: 0 }}>
              <Few texts={refused} />
            </Alert>
          ) : null}
          <Button type="submit" size="medium" variant={form.isChanged ? 'contained' : 'outlined'} loading={asking}>
            {QUESTION.ask}
          </Button>
        </Box>
      </form>
    </Paper>
  );
};

const Head = ({ id, full, onAdd }: { id: string; full: boolean; onAdd(): void }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', px: 1.5, minHeight: 42, borderBottom: 1, borderColor: 'divider' }}>
    <Box component="h2" id={id} sx={{ typography: 'h2', flex: 1, m: 0 }}>
      {QUESTION.heading}
    </Box>
    <Button startIcon={<Add />} onClick={onAdd} disabled={full} title={full ? QUESTION.full(MOST_LINES) : undefined}>
      {QUESTION.add}
    </Button>
  </Box>
);

const Lines = ({ form, chosen, onChoose }: Pick<Props, 'form' | 'chosen' | 'onChoose'>) => {
  const { lines } = form.question;
  return (
    <Box sx={{ maxHeight: { lg: 'max(420px, calc(100vh - 420px))' }, overflowY: 'auto' }}>
      {lines.map((line, index) => (
        <LineBlock
          key={line.key}
          line={line}
          number={index + 1}
          isChosen={lines.length > 1 && chosen === index + 1}
          isNew={line.key === form.added}
          tried={form.tried}
          onChange={(change) => form.change(line.key, change)}
          onRemove={lines.length > 1 || line.product ? () => form.remove(line.key) : undefined}
          onChoose={() => onChoose(index + 1)}
        />
      ))}
    </Box>
  );
};

/** The rows that were not taken, by row, column and value. */
const RowErrors = ({ errors, onClose }: { errors: readonly string[]; onClose(): void }) => (
  <Alert severity="error" role="alert" onClose={onClose} sx={{ borderRadius: 0, fontSize: 12.5 }}>
    <AlertTitle sx={{ fontSize: 13 }}>{QUESTION.refused}</AlertTitle>
    <Few texts={errors} />
  </Alert>
);

/** The first of several sentences, and how many more there are. */
const Few = ({ texts }: { texts: readonly string[] }) => (
  <>
    {texts.slice(0, MOST_ERRORS).map((text) => (
      <div key={text}>{text}</div>
    ))}
    {texts.length > MOST_ERRORS ? <div>{QUESTION.more(texts.length - MOST_ERRORS)}</div> : null}
  </>
);
