import Add from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { type DragEvent, useState } from 'react';
import { answerRows } from '../../server/domain/files/promise-answers.ts';
import { plantDate } from '../../server/domain/ground/plant-time.ts';
import { moment } from '../../server/domain/texts/dates.ts';
import { ANSWERS_FILE } from '../../server/domain/texts/files/promises.ts';
import { Waiting } from '../forms/Section.tsx';
import { PageActions, PageTitleExtras } from '../layout/PageActions.tsx';
import { now } from '../providers/clock.ts';
import { ANSWER } from '../texts/promises/answer.ts';
import { QUESTION } from '../texts/promises/question.ts';
import { Asked } from './Asked.tsx';
import { AnswerCard, type HoldingProps } from './answer/AnswerCard.tsx';
import { AnswersTable } from './answer/AnswersTable.tsx';
import { Earlier } from './answer/Earlier.tsx';
import { Processes } from './answer/Processes.tsx';
import { Wished } from './answer/Wished.tsx';
import type { Answer, Answered } from './answered.ts';
import { HeldCard } from './keep/HeldCard.tsx';
import { USUAL_DAYS } from './keep/held.ts';
import { PlanFirst } from './keep/plan-first.tsx';
import { useHeldEvents } from './keep/use-holding.ts';
import { WantedCard } from './keep/WantedCard.tsx';
import { FileButton } from './question/FileButton.tsx';
import { bodyOf, type Question, questionOf } from './question/lines.ts';
import { QuestionCard } from './question/QuestionCard.tsx';
import { useQuestion } from './question/use-question.ts';
import { useReading } from './question/use-reading.ts';
import { SaveAnswers } from './SaveAnswers.tsx';
import { type Promised, usePromise } from './use-promise.ts';

/** Side by side where there is room, else the question, its answer, and what it consists of. */
const GRID = {
  display: 'grid',
  gap: 1.25,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '400px minmax(0, 1fr)' },
  gridTemplateRows: { lg: 'auto 1fr' },
  gridTemplateAreas: {
    xs: '"question" "answer" "processes" "asked" "held"',
    lg: '"question answer" "processes answer" "asked asked" "held held"',
  },
} as const;

/** 納期回答: when something could ship that is not ordered yet, and what an earlier day costs. */
const PromisesPage = () => {
  useHeldEvents();
  const promise = usePromise();
  const { id, answered, chosen } = promise;
  const form = useQuestion(id, answered);
  const ask = (question: Question): void => {
    const body = form.ready(question);
    if (body) void promise.ask(body);
  };
  const reading = useReading(form.question, form.setQuestion, ask);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) void reading.file(file);
  };
  return (
    <PlanFirst>
      <Box onDragOver={(event) => event.preventDefault()} onDrop={drop} sx={{ minHeight: '70vh' }}>
        <Head
          answered={answered}
          busy={reading.busy}
          onFile={(file) => void reading.file(file)}
          onClear={id === undefined ? undefined : promise.clear}
        />
        <WantedCard />
        <Box sx={GRID}>
          <Box sx={{ gridArea: 'question', minWidth: 0 }}>
            <QuestionCard
              form={form}
              chosen={form.isChanged ? undefined : chosen?.line}
              asking={promise.asking}
              refused={promise.refused}
              errors={reading.errors}
              onErrorsRead={reading.forget}
              onPaste={reading.paste}
              onAsk={() => ask(form.question)}
              // While it is changed, its lines are not those that were answered.
              onChoose={(line) => form.isChanged || promise.choose(line)}
            />
          </Box>
          <AnswerArea
            promise={promise}
            isChanged={form.isChanged}
            onAskAgain={() => answered && void promise.ask(bodyOf(questionOf(answered)))}
          />
          <Below promise={promise} />
        </Box>
      </Box>
    </PlanFirst>
  );
};

interface HeadProps {
  answered: Answered | undefined;
  busy: boolean;
  onFile(file: File): void;
  onClear: (() => void) | undefined;
}

/** What stands beside the title: when it was asked, and what is done with files. */
const Head = ({ answered, busy, onFile, onClear }: HeadProps) => (
  <>
    <PageTitleExtras>{answered ? <When answered={answered} /> : null}</PageTitleExtras>
    <PageActions>
      {onClear ? (
        <Button startIcon={<Add />} onClick={onClear}>
          {QUESTION.anew}
        </Button>
      ) : null}
      <FileButton busy={busy} onChoose={onFile} />
      <SaveAnswers name={ANSWERS_FILE} rows={answered ? answerRows(answered.answers) : undefined} />
    </PageActions>
  </>
);

/** What an answer consists of, what was asked before, and what is held. */
const Below = ({ promise: { id, chosen } }: { promise: Promised }) => (
  <>
    {chosen && chosen.entries.length > 0 ? (
      <Box sx={{ gridArea: 'processes', minWidth: 0 }}>
        <Processes answer={chosen} />
      </Box>
    ) : null}
    <Box sx={{ gridArea: 'asked', minWidth: 0 }}>
      <Asked shown={id} />
    </Box>
    <Box sx={{ gridArea: 'held', minWidth: 0 }}>
      <HeldCard />
    </Box>
  </>
);

interface AreaProps extends Omit<HoldingProps, 'typed'> {
  promise: Promised;
}

/** The answer, or why there is none to be seen. */
const AnswerArea = ({ promise: { id, answered, chosen, failed, isWaiting, choose }, ...holding }: AreaProps) => (
  <Box sx={{ gridArea: 'answer', minWidth: 0, display: 'grid', gap: 1.25, gridTemplateColumns: 'minmax(0, 1fr)' }}>
    {failed ? <Alert severity="error">{failed}</Alert> : null}
    {isWaiting && !failed ? <Waiting /> : null}
    {id === undefined ? <Hint /> : null}
    {answered && chosen ? <Answers answered={answered} chosen={chosen} onChoose={choose} {...holding} /> : null}
  </Box>
);

interface AnswersProps extends Omit<HoldingProps, 'typed'> {
  answered: Answered;
  chosen: Answer;
  onChoose(line: number): void;
}

const Answers = ({ answered, chosen, onChoose, ...asking }: AnswersProps) => {
  const [days, setDays] = useState(String(USUAL_DAYS));
  const holding = { ...asking, typed: { days, setDays } };
  const refining = answered.status === 'refining';
  const askedOn = plantDate(answered.asked_at);
  return (
    <>
      {answered.answers.length > 1 ? (
        <AnswersTable answers={answered.answers} askedOn={askedOn} chosen={chosen.line} onChoose={onChoose} />
      ) : null}
      <AnswerCard answer={chosen} answered={answered} {...holding} />
      <Earlier key={`${answered.id} ${chosen.line}`} answer={chosen} answered={answered} refining={refining} {...holding} />
      <Wished answer={chosen} askedOn={askedOn} refining={refining} />
    </>
  );
};

/** When and by whom it was asked; of another day, that the plan has gone on since. */
const When = ({ answered: { asked_at, asked_by_name } }: { answered: Answered }) => (
  <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
    {ANSWER.asked(moment(asked_at), asked_by_name ?? ANSWER.program)}
    {plantDate(asked_at) === plantDate(now()) ? '' : ` ${ANSWER.old}`}
  </Box>
);

const Hint = () => (
  <Paper variant="outlined" sx={{ p: 2.5, fontSize: 14, color: 'text.secondary' }}>
    <p style={{ margin: 0 }}>{ANSWER.hint}</p>
    <p style={{ margin: '8px 0 0' }}>{ANSWER.hintEarlier}</p>
    <p style={{ margin: '8px 0 0' }}>{QUESTION.fileHint}</p>
  </Paper>
);

export default PromisesPage;
