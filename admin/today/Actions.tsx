import PlayArrow from '@mui/icons-material/PlayArrow';
import Stop from '@mui/icons-material/Stop';
import Undo from '@mui/icons-material/Undo';
import Box from '@mui/material/Box';
import ButtonBase, { type ButtonBaseProps } from '@mui/material/ButtonBase';
import { type ReactNode, useEffect, useState } from 'react';
import { type Instant, plantClock } from '../../server/domain/ground/plant-time.ts';
import { STOPS, type StopReason } from '../../server/domain/texts/plan/reasons.ts';
import { tint } from '../layout/palette.ts';
import { STOPPING, TAPS, TODAY } from '../texts/today.ts';
import { BUTTON_HEIGHT, chip, TARGET_PX } from './look.ts';
import type { Questions } from './questions.ts';
import { useTaps } from './taps.ts';
import type { LastTap } from './with-taps.ts';

const SURE_MS = 5_000;

/** A press that asks for a second one, so that a sleeve does not take back what was recorded. */
function useTwice(onDone: () => void): [boolean, () => void] {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked) return;
    const timer = window.setTimeout(() => setAsked(false), SURE_MS);
    return () => window.clearTimeout(timer);
  }, [asked]);
  return [
    asked,
    () => {
      setAsked(!asked);
      if (asked) onDone();
    },
  ];
}

/** A glove bounces: so long after a button has come or has changed its meaning, a press was not meant for it. */
const BOUNCE_MS = 600;

/** A button that takes no press before its meaning could be read. */
const Press = ({
  means = '',
  onClick,
  ...rest
}: Pick<ButtonBaseProps, 'aria-label' | 'onClick' | 'sx' | 'children'> & { means?: string | undefined }) => {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(means), BOUNCE_MS);
    return () => window.clearTimeout(timer);
  }, [means]);
  const ready = settled === means;
  return <ButtonBase {...rest} aria-disabled={ready ? undefined : true} onClick={ready ? onClick : undefined} />;
};

/** Phrases side by side: a line ends between them, inside one only where it is longer than the line. */
const Phrases = ({ words }: { words: readonly string[] }) => (
  <Box component="span" sx={{ wordBreak: 'auto-phrase' }}>
    {words.map((phrase) => (
      <Box component="span" key={phrase} sx={{ display: 'inline-block' }}>
        {phrase}
      </Box>
    ))}
  </Box>
);

const base = { height: BUTTON_HEIGHT, borderRadius: 2, gap: 1, fontWeight: 700, px: 1 } as const;
/** As high as the question beside it. */
const GROWS = { height: 'auto', minHeight: BUTTON_HEIGHT } as const;

/** What is pressed, for those who do not see it, and what stands against it. */
interface Asked {
  kind: 'start' | 'finish';
  label: string;
  questions: Questions;
  onPress(): void;
}

/** A press that counts at once, or where something stands against it asks for a second one; `words`: the question, while it is asked. */
function useAsking({ kind, label, questions, onPress }: Asked): { label: string; words: readonly string[] | undefined; onClick(): void } {
  const [asked, press] = useTwice(onPress);
  if (questions.length === 0) return { label, words: undefined, onClick: onPress };
  const words = asked ? TODAY.sure(kind, questions) : undefined;
  return { label: words?.join('') ?? label, words, onClick: press };
}

/** 開始 or 終了 at the foot of a card. */
const Big = (asked: Asked) => {
  const { kind } = asked;
  const { label, words, onClick } = useAsking(asked);
  return (
    <Press
      aria-label={label}
      means={words?.join('')}
      onClick={onClick}
      sx={{
        ...base,
        // A question of more lines than the button has makes it higher.
        ...(words ? { ...GROWS, px: 0.75, py: 0.75, fontSize: { xs: 13, md: 17 } } : { fontSize: { xs: 20, md: 24 } }),
        flex: 1,
        lineHeight: 1.25,
        bgcolor: tint(kind),
        color: tint('white'),
        '&.Mui-focusVisible': { outline: '3px solid', outlineOffset: 2 },
      }}
    >
      {words ? null : kind === 'start' ? <PlayArrow sx={{ fontSize: 30 }} aria-hidden /> : <Stop sx={{ fontSize: 30 }} aria-hidden />}
      {words ? <Phrases words={words} /> : TODAY[kind]}
    </Press>
  );
};

/** 開始 at the end of a row. */
export const StartRow = ({ label, questions, onClick }: { label: string; questions: Questions; onClick(): void }) => {
  const asking = useAsking({ kind: 'start', label, questions, onPress: onClick });
  return (
    <Press
      aria-label={asking.label}
      means={asking.words?.join('')}
      onClick={asking.onClick}
      sx={{
        width: asking.words ? 168 : 96,
        minHeight: TARGET_PX,
        flexShrink: 0,
        borderRadius: 2,
        border: `2px solid ${tint('start')}`,
        color: 'success.main',
        fontSize: asking.words ? 13 : 18,
        lineHeight: 1.25,
        fontWeight: 700,
        gap: 0.5,
        px: asking.words ? 0.75 : 0,
      }}
    >
      {asking.words ? null : <PlayArrow aria-hidden />}
      {asking.words ? <Phrases words={asking.words} /> : TODAY.start}
    </Press>
  );
};

/** What cannot be done now stays in its place and says why. */
const NotYet = ({ reason, wide = false }: { reason: string; wide?: boolean }) => (
  <Box
    sx={{
      ...base,
      ...GROWS,
      width: wide ? 'auto' : { xs: 110, md: 150 },
      flexShrink: 0,
      display: 'grid',
      placeItems: 'center',
      border: '1px dashed',
      borderColor: 'text.secondary',
      color: 'text.secondary',
      textAlign: 'center',
      fontSize: { xs: 14, md: 16 },
    }}
  >
    {reason}
  </Box>
);

/** When it was started; what was started by mistake is taken back here. */
const Started = ({ at, what, onUndo }: { at: Instant; what: string; onUndo: (() => void) | undefined }) => {
  const [asked, press] = useTwice(() => onUndo?.());
  const sx = {
    ...base,
    ...GROWS,
    width: { xs: 110, md: 150 },
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 0.25,
    border: 1,
    borderColor: 'success.main',
    color: 'success.main',
    bgcolor: tint('started-ground'),
  } as const;
  const since = (
    <Box component="span" sx={{ fontSize: { xs: 16, md: 18 }, whiteSpace: 'nowrap' }}>
      {TODAY.started(plantClock(at))}
    </Box>
  );
  if (!onUndo) return <Box sx={sx}>{since}</Box>;
  return (
    <Press
      aria-label={asked ? TODAY.undoSure.join('') : TODAY.undoOf(`${what} ${TODAY.start}`)}
      means={String(asked)}
      onClick={press}
      sx={sx}
    >
      {asked ? null : since}
      <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.5, fontSize: asked ? 13 : 15, lineHeight: 1.3 }}>
        <Undo sx={{ fontSize: 18 }} aria-hidden />
        {asked ? <Phrases words={TODAY.undoSure} /> : TODAY.undo}
      </Box>
    </Press>
  );
};

interface Props {
  /** What is started and finished, for those who do not see it. */
  what: string;
  startedAt: Instant | null;
  /** What stands against 開始, or once it was started against 終了. */
  questions: Questions;
  onStart(): void;
  onFinish(): void;
  /** When it is planned to end, where that is far off. */
  early: string | undefined;
  onUndo: (() => void) | undefined;
  /** 停止, at the end of the row. */
  stop?: ReactNode;
}

/** 開始 and 終了: one is to be pressed, the other says what has been or why not yet. */
export const Actions = (props: Props) => (
  <Box sx={{ borderTop: 1, borderColor: 'divider', bgcolor: 'action.hover' }}>
    <Presses {...props} />
    {props.early === undefined || props.startedAt === null ? null : (
      <Box sx={{ px: 2, pb: 0.75, fontSize: 13.5, fontWeight: 600, color: 'warning.main' }}>{TODAY.early(props.early)}</Box>
    )}
  </Box>
);

const Presses = ({ what, startedAt, questions, onStart, onFinish, onUndo, stop }: Props) => (
  <Box sx={{ display: 'flex', gap: 1, p: { xs: 1, md: 1.25 } }}>
    {startedAt === null ? (
      <>
        <NotYet reason={TODAY.finishLater} />
        <Big key="start" kind="start" label={TODAY.startOf(what)} questions={questions} onPress={onStart} />
      </>
    ) : (
      <>
        <Started at={startedAt} what={what} onUndo={onUndo} />
        <Big key="finish" kind="finish" label={TODAY.finishOf(what)} questions={questions} onPress={onFinish} />
      </>
    )}
    {stop}
  </Box>
);

/** 取り消す of what was said last, perhaps by another device: it asks once, as for a start. */
const UndoLast = ({ label, onUndo }: { label: string; onUndo(): void }) => {
  const [asked, press] = useTwice(onUndo);
  return (
    <Press
      aria-label={asked ? TODAY.undoSure.join('') : label}
      means={String(asked)}
      onClick={press}
      sx={{
        alignSelf: 'stretch',
        minHeight: TARGET_PX,
        maxWidth: 160,
        flexShrink: 0,
        px: 1.75,
        gap: 1,
        lineHeight: 1.25,
        fontSize: asked ? 13 : 16,
        fontWeight: 700,
      }}
    >
      <Undo aria-hidden />
      {asked ? <Phrases words={TODAY.undoSure} /> : TODAY.undo}
    </Press>
  );
};

/** Nothing where nobody counted. */
const amountOf = ({ quantity, pieces }: LastTap['entries'][number]): string =>
  quantity === null ? '' : TODAY.goodOf(quantity, pieces ?? null);

/** The last thing said, as long as it can be taken back. */
export const UndoRow = ({ tap, unsent, onUndo }: { tap: LastTap; unsent: number; onUndo: (() => void) | undefined }) => {
  const { sending, away } = useTaps();
  const [first] = tap.entries;
  const isStop = tap.kind === 'stop' || tap.kind === 'resume';
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        minHeight: TARGET_PX,
        pl: 1.75,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: tint('undo-ground'),
      }}
    >
      <Box sx={{ minWidth: 0, flex: 1, fontSize: 14, lineHeight: 1.3 }}>
        <Box component="strong" sx={{ mr: 1, display: 'inline-block', whiteSpace: 'nowrap' }}>
          {isStop
            ? STOPPING.last(tap.kind === 'stop' ? STOPS[tap.reason as StopReason] : null, plantClock(tap.tapped_at))
            : TODAY.before(plantClock(tap.tapped_at))}
        </Box>
        <Box component="span" sx={{ display: 'inline-block', whiteSpace: 'nowrap' }}>
          {first ? TODAY.lastOf(first.unique_order, tap.entries.length, amountOf(first)) : ''} {tap.worker}
        </Box>
        {unsent > 0 ? (
          <Box component="span" sx={[chip('unsent') as object, { ml: 1 }]}>
            {(sending && !away ? TAPS.sending : TAPS.unsent)(unsent)}
          </Box>
        ) : null}
      </Box>
      {onUndo ? (
        <UndoLast
          label={TODAY.undoOf(isStop ? STOPPING[tap.kind as 'stop' | 'resume'] : `${first?.unique_order ?? ''} ${TODAY.finish}`)}
          onUndo={onUndo}
        />
      ) : null}
    </Box>
  );
};
