import Lock from '@mui/icons-material/Lock';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { dateOfDay, toneOfDay, weekdayOfDay } from '../../../../server/domain/ground/plant-time.ts';
import { tint } from '../../../layout/palette.ts';
import { useWidth } from '../../../parts/hooks/use-width.ts';
import {
  boxTitle,
  dayHead,
  kindCount,
  lockedCount,
  lotsText,
  notBefore,
  percentText,
  WHY,
  weekdaysText,
} from '../../../texts/board/why.ts';
import {
  inFront,
  KIND_COLORS,
  kindsOf,
  type Box as Place,
  SHUT_COLORS,
  type Shut,
  shutDays,
  type Timeline,
  timelineOf,
  type Wait,
} from './layout.ts';
import { Swatch } from './Swatch.tsx';

const HEAD_PX = 20;
const LANE_PX = 40;
/** Lanes of a facility that does several at once; so many that they fit. */
const LEAST_LANE_PX = 4;
const FOOT_PX = 16;
/** From this width on a box has words, and whole ones. */
const WORDS_PX = { least: 15, whole: 34 } as const;
const OWN_PX = { least: 28, whole: 50 } as const;
/** The fill from which a charge is a full one. */
const FULL_PERCENT = 80;

const share = (of: number): string => `${of * 100}%`;

interface Props {
  wait: Wait;
  /** Shows a bar on the board. */
  onShow(bar: { entry_id: number; order_id: number; serial_number: string }): void;
}

/** What stands on the facility while the order waits for it. The list beside says the same to those who do not see it. */
export const WaitTimeline = ({ wait, onShow }: Props) => {
  const [frame, width] = useWidth<HTMLDivElement>();
  const timeline = timelineOf(wait);
  const ownPx = timeline.own ? width * (timeline.own.to - timeline.own.from) : 0;
  const lane = Math.max(LEAST_LANE_PX, Math.floor((LANE_PX + 4) / timeline.lanes));
  return (
    <Box>
      <Box
        ref={frame}
        aria-hidden
        sx={{ position: 'relative', height: HEAD_PX + LANE_PX + 8 + FOOT_PX, fontSize: 10.5, lineHeight: 1.2, overflow: 'hidden' }}
      >
        <Days timeline={timeline} wait={wait} width={width} />
        <Box
          sx={{
            position: 'absolute',
            top: HEAD_PX,
            left: 0,
            right: 0,
            height: LANE_PX + 8,
            border: 1,
            borderColor: tint('line'),
            borderWidth: '1px 0',
          }}
        />
        {wait.in_the_way.map((use, at) => {
          const place = timeline.boxes[at]!;
          const lot = use.lots[0]!;
          const [ground, edge] = KIND_COLORS[use.kind];
          return (
            <ButtonBase
              key={`${use.start_date} ${lot.entry_id}`}
              tabIndex={-1}
              title={boxTitle(use)}
              onClick={() => onShow(lot)}
              sx={{
                ...boxAt(place, lane),
                bgcolor: tint(ground),
                border: `1px solid ${tint(edge)}`,
                ...(use.kind === 'later_late' ? LATE : {}),
              }}
            >
              <Words px={width * (place.to - place.from)} lane={lane} fill={use.fill_percent} lots={use.lots.length} locked={use.locked} />
            </ButtonBase>
          );
        })}
        {timeline.own ? (
          <Box sx={{ ...boxAt(timeline.own, LANE_PX + 4), ...OWN }}>
            {ownPx < OWN_PX.whole ? null : <b>{WHY.own}</b>}
            {wait.fill_percent === null || ownPx < OWN_PX.least ? null : <span>{percentText(wait.fill_percent)}</span>}
          </Box>
        ) : null}
        <Arrivals timeline={timeline} wait={wait} />
      </Box>
      <Legend wait={wait} />
    </Box>
  );
};

const boxAt = ({ from, to, lane }: Place, height: number) =>
  ({
    position: 'absolute',
    left: share(from),
    width: `max(3px, calc(${share(to - from)} - 1px))`,
    top: HEAD_PX + 3 + lane * height,
    height: height - 2,
    borderRadius: '3px',
    overflow: 'hidden',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    color: tint('ink'),
    font: 'inherit',
    fontVariantNumeric: 'tabular-nums',
  }) as const;

/** The flag of a late bar, as on the board. */
const LATE = {
  '&::before': {
    content: '""',
    position: 'absolute',
    left: 0,
    top: 0,
    borderTop: `6px solid ${tint('past-edge')}`,
    borderRight: '6px solid transparent',
  },
} as const;

const OWN = {
  alignItems: 'center',
  bgcolor: tint('past'),
  border: `2.3px solid ${tint('primary')}`,
  boxShadow: `0 0 4px ${tint('primary')}`,
} as const;

interface WordsProps {
  px: number;
  lane: number;
  fill: number | null;
  lots: number;
  locked: boolean;
}

/** Fill, lots and a meter, as far as there is room. */
const Words = ({ px, lane, fill, lots, locked }: WordsProps) => {
  if (px < WORDS_PX.least || lane < 16) return null;
  const whole = px >= WORDS_PX.whole;
  return (
    <>
      <Box component="span" sx={{ fontSize: px < 22 ? 9.5 : 10.5 }}>
        {locked ? <Lock sx={{ fontSize: 10, mr: '1px', verticalAlign: '-1px' }} /> : null}
        {fill === null ? '' : whole ? <b>{percentText(fill)}</b> : fill}
      </Box>
      {lane < 30 ? null : <span>{lotsText(lots, px < 50)}</span>}
      {fill === null || lane < 30 ? null : <Meter percent={fill} />}
    </>
  );
};

/** How full a charge is; brown from 80 per cent. */
export const Meter = ({ percent, height = 2.5 }: { percent: number; height?: number }) => (
  <Box sx={{ width: '80%', height, borderRadius: 1, bgcolor: tint('line'), overflow: 'hidden', flexShrink: 0 }}>
    <Box
      sx={{
        width: `${Math.min(100, percent)}%`,
        height: '100%',
        bgcolor: tint(percent >= FULL_PERCENT ? 'load-near-edge' : 'locked-edge'),
      }}
    />
  </Box>
);

const hatching = (shut: Shut): string => {
  const [ground, line] = SHUT_COLORS[shut];
  return `repeating-linear-gradient(135deg, ${tint(ground)} 0 4px, ${tint(line)} 4px 5px)`;
};

/** Days under which the days' heads would touch. */
const HEAD_WIDTH_PX = { whole: 34, day: 17 } as const;

const Days = ({ timeline: { days }, wait, width }: { timeline: Timeline; wait: Wait; width: number }) => {
  const px = width / days.length;
  const shut = shutDays(wait);
  // Of many days the first of each week.
  const every = px >= HEAD_WIDTH_PX.day ? 1 : 7;
  return days.map((day, at) => {
    const weekday = weekdayOfDay(day);
    const shutBy = shut.get(dateOfDay(day));
    const allowed = wait.weekdays.includes(weekday);
    const headed = every === 1 || at === 0 || (weekday === 1 && at > 3);
    const tone = toneOfDay(weekday, shutBy !== undefined);
    return (
      <Box
        key={day}
        sx={{
          position: 'absolute',
          left: share(at / days.length),
          width: share(1 / days.length),
          top: 0,
          height: HEAD_PX + LANE_PX + 8,
          ...(shutBy ? { background: hatching(shutBy) } : {}),
          borderLeft: at === 0 ? 0 : `1px solid ${tint('line-soft')}`,
          whiteSpace: 'nowrap',
        }}
      >
        <Box
          component="span"
          sx={{
            position: 'absolute',
            zIndex: 1,
            left: every === 1 ? 0 : 1,
            right: every === 1 ? 0 : 'auto',
            textAlign: 'center',
            top: 1,
            fontWeight: allowed ? 700 : 400,
            color: tone === 'saturday' ? tint('saturday') : tone ? tint('late') : tint('soft'),
          }}
        >
          {headed
            ? dayHead(
                day,
                px >= HEAD_WIDTH_PX.whole,
                (at === 0 || dateOfDay(day).endsWith('-01') || every > 1) && px * every >= HEAD_WIDTH_PX.whole,
              )
            : ''}
        </Box>
        {allowed ? (
          <Box sx={{ position: 'absolute', left: '10%', right: '10%', top: HEAD_PX - 3, height: 3, bgcolor: tint('mark') }} />
        ) : null}
      </Box>
    );
  });
};

/** Where the process before ends, and until when the mate is not there. */
const Arrivals = ({ timeline: { ready, mate }, wait }: { timeline: Timeline; wait: Wait }) => {
  const top = HEAD_PX + LANE_PX + 9;
  const rightHalf = mate !== undefined && mate > 0.6;
  return (
    <Box sx={{ color: tint('mark'), fontWeight: 700, whiteSpace: 'nowrap' }}>
      {wait.before ? (
        <>
          <Box
            sx={{ position: 'absolute', left: share(ready), top: HEAD_PX, height: LANE_PX + 8, borderLeft: `1.5px solid ${tint('mark')}` }}
          />
          <Box component="span" sx={{ position: 'absolute', left: share(ready), top }}>
            {WHY.ready}
          </Box>
        </>
      ) : null}
      {mate === undefined || !wait.mate ? null : (
        <>
          <Box
            sx={{
              position: 'absolute',
              left: `calc(${share(ready)} + 58px)`,
              right: share(1 - mate),
              top: top + 6,
              borderTop: `1px dashed ${tint('mark')}`,
            }}
          />
          <Box
            sx={{ position: 'absolute', left: share(mate), top: HEAD_PX, height: LANE_PX + 20, borderLeft: `1px dashed ${tint('mark')}` }}
          />
          <Box
            component="span"
            sx={{
              position: 'absolute',
              top,
              px: 0.5,
              bgcolor: 'background.paper',
              ...(rightHalf ? { right: share(1 - mate) } : { left: share(mate) }),
            }}
          >
            {notBefore(wait.mate.bar.unique_order, wait.mate.ready)}
          </Box>
        </>
      )}
    </Box>
  );
};

/** What the colours mean, with their counts. */
const Legend = ({ wait }: { wait: Wait }) => {
  const locked = inFront(wait).filter((use) => use.locked).length;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.25,
        fontSize: 11,
        color: 'text.secondary',
        whiteSpace: 'nowrap',
      }}
    >
      {kindsOf(wait.in_the_way).map(({ kind, count }) => (
        <Box key={kind} sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <Swatch colors={KIND_COLORS[kind]} />
          {kindCount(kind, count)}
        </Box>
      ))}
      {locked > 0 ? <span>{lockedCount(locked)}</span> : null}
      {(['stopped', 'closed'] as const)
        .filter((shut) => [...shutDays(wait).values()].includes(shut))
        .map((shut) => (
          <Box key={shut} sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
            <Swatch colors={shut === 'closed' ? ['hatch', 'hatch'] : SHUT_COLORS.stopped} />
            {WHY[shut]}
          </Box>
        ))}
      {wait.weekdays.length > 0 ? (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <Box aria-hidden sx={{ width: 14, height: 3, bgcolor: tint('mark') }} />
          {weekdaysText(wait.weekdays)}
        </Box>
      ) : null}
    </Box>
  );
};
