import Box from '@mui/material/Box';
import { Segment } from '../../../parts/Segment.tsx';
import { LOADS } from '../../../texts/board/loads.ts';
import { FACILITY_VIEWS, type FacilityView, type View } from '../../search/address.ts';
import { Resorted } from '../../search/OrderingSwitch.tsx';

/** Days of the shorter time that 稼働率 may speak of. */
const FORTNIGHT = 14;

interface CaptionedProps<Value extends string> {
  label: string;
  hint?: string;
  value: Value;
  words: Record<Value, string>;
  onChange(value: Value): void;
}

/** A choice with its name before it. */
function Captioned<Value extends string>({ label, hint, value, words, onChange }: CaptionedProps<Value>) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Box component="span" aria-hidden title={hint} sx={{ fontSize: 13, color: 'text.secondary' }}>
        {label}
      </Box>
      <Segment label={label} values={Object.keys(words) as Value[]} value={value} show={(one) => words[one]} onChange={onChange} />
    </Box>
  );
}

interface Props {
  order: View['facility_order'];
  rate_days: number | undefined;
  onOrder(next: Pick<View, 'facility_order' | 'rate_days'>): void;
  /** What the rows show. */
  what: FacilityView;
  show(what: FacilityView): void;
  /** Brings the rows into their order, where they have stayed in another. */
  onResort: (() => void) | undefined;
}

/** At the right of the conditions: what the rows show, how they follow one another, and the time that 稼働率 speaks of. */
export const CalendarBar = ({ order, rate_days, onOrder, what, show, onResort }: Props) => (
  <Box sx={{ display: 'flex', alignItems: 'center', columnGap: 2, whiteSpace: 'nowrap' }}>
    <Resorted onResort={onResort} />
    <Segment label={LOADS.view} values={FACILITY_VIEWS} value={what} show={(one) => LOADS.views[one]} onChange={show} />
    <Captioned
      label={LOADS.period}
      hint={LOADS.rateHint}
      value={rate_days === undefined ? 'month' : 'fortnight'}
      words={LOADS.periods}
      onChange={(period) => onOrder({ facility_order: order, rate_days: period === 'month' ? undefined : FORTNIGHT })}
    />
    <Captioned
      label={LOADS.order}
      value={order}
      words={LOADS.orders}
      onChange={(facility_order) => onOrder({ facility_order, rate_days })}
    />
  </Box>
);
