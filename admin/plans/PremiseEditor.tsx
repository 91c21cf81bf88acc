import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useImperativeHandle, useState } from 'react';
import { PRIORITIES } from '../../server/domain/plant/priority.ts';
import { PRIORITY_WORDS } from '../../server/domain/texts/plan/priority.ts';
import { messageOf } from '../providers/client.ts';
import { useCalls } from '../providers/queries.ts';
import { PREMISES } from '../texts/plans.ts';
import { DRAFTS, type Draft, premiseOf, type ToldPremise } from './premises.ts';

/** Gives all premises, the one among them that is being entered; undefined: it says what is missing there. */
export type TakeAll = () => Promise<readonly ToldPremise[] | undefined>;

interface Props {
  premises: readonly ToldPremise[];
  /** What is being entered when it opens. */
  first?: Draft | undefined;
  onChange(premises: ToldPremise[]): void;
  /** To be called before the premises are kept. */
  all: RefObject<TakeAll | null>;
}

const SIDE_BY_SIDE = { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(128px, 1fr))', gap: 1 } as const;

/** 前提: the changes of the plant on which a scenario is planned, each a sentence that can be taken out, and one more. */
export const PremiseEditor = ({ premises, first = DRAFTS.availability, onChange, all }: Props) => {
  const names = useNames();
  const [draft, setDraft] = useState<Draft>(first);
  const [error, setError] = useState('');
  const { call } = useCalls();
  const set = (change: object): void => {
    setError('');
    setDraft({ ...draft, ...change } as Draft);
  };
  const entered = async (): Promise<ToldPremise | undefined> => {
    try {
      const made = await premiseOf(draft, names, {
        orders: async (serial) => (await call('listOrders', { query: { serial_number_search: serial, limit: 50 } })).results,
        products: async (code) => (await call('listProducts', { query: { product_code_search: code, limit: 50 } })).results,
      });
      if (typeof made !== 'string') return made;
      setError(made);
    } catch (failed) {
      setError(messageOf(failed));
    }
    return undefined;
  };
  const add = async (): Promise<void> => {
    const made = await entered();
    if (!made) return;
    onChange([...premises, made]);
    setDraft(DRAFTS[draft.kind]);
  };
  useImperativeHandle(all, () => async () => {
    if (JSON.stringify(draft) === JSON.stringify(DRAFTS[draft.kind])) return premises;
    const made = await entered();
    return made && [...premises, made];
  });
  const text = (name: string, label: string, value: string, type: 'date' | 'number' | 'text') => (
    <TextField
      size="small"
      type={type}
      label={label}
      value={value}
      onChange={({ target }) => set({ [name]: target.value })}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
  const choice = (name: string, label: string, value: string, options: readonly (readonly [string, string])[]) => (
    // What is chosen when it opens may be known before the choices are.
    <TextField
      select
      size="small"
      label={label}
      value={options.some(([key]) => key === value) ? value : ''}
      onChange={({ target }) => set({ [name]: target.value })}
    >
      {options.map(([key, word]) => (
        <MenuItem key={key} value={key}>
          {word}
        </MenuItem>
      ))}
    </TextField>
  );
  return (
    <Box component="fieldset" sx={{ border: 1, borderColor: 'divider', borderRadius: 1, px: 1.5, pb: 1.5, m: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ px: 0.5, fontSize: '0.8rem', color: 'text.secondary' }}>
        {PREMISES.title}
      </Box>
      <Box sx={{ mb: 1 }}>
        {premises.map((premise, at) => (
          <Box key={premise.text} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Box sx={{ flex: 1 }}>{premise.text}</Box>
            <IconButton
              size="small"
              aria-label={PREMISES.remove(premise.text)}
              onClick={() => onChange(premises.filter((_, n) => n !== at))}
            >
              <Close fontSize="inherit" />
            </IconButton>
          </Box>
        ))}
        {premises.length === 0 ? <Box sx={{ color: 'text.secondary' }}>{PREMISES.none}</Box> : null}
      </Box>
      <Box sx={SIDE_BY_SIDE}>
        <TextField
          select
          size="small"
          label={PREMISES.kind}
          value={draft.kind}
          onChange={({ target }) => {
            setError('');
            setDraft(DRAFTS[target.value as Draft['kind']]);
          }}
        >
          {Object.entries(PREMISES.kinds).map(([kind, word]) => (
            <MenuItem key={kind} value={kind}>
              {word}
            </MenuItem>
          ))}
        </TextField>
        {draft.kind === 'availability' ? (
          <>
            {choice('facility', PREMISES.facility, draft.facility, [...names.facilities])}
            {text('from_date', PREMISES.from, draft.from_date, 'date')}
            {text('to_date', PREMISES.to, draft.to_date, 'date')}
            {text('units', PREMISES.units, draft.units, 'number')}
          </>
        ) : null}
        {draft.kind === 'holiday' ? (
          <>
            {text('date', PREMISES.day, draft.date, 'date')}
            {choice('closed', PREMISES.becomes, draft.closed, Object.entries(PREMISES.closed))}
          </>
        ) : null}
        {draft.kind === 'partner' ? (
          <>
            {choice('partner', PREMISES.partner, draft.partner, [...names.partners])}
            {text('lead_days', PREMISES.lead, draft.lead_days, 'number')}
          </>
        ) : null}
        {draft.kind === 'stop' ? (
          <>
            {choice('facility', PREMISES.facility, draft.facility, [...names.facilities])}
            {text('from', PREMISES.from, draft.from, 'date')}
            {text('to', PREMISES.to, draft.to, 'date')}
            {text('reason', PREMISES.reason, draft.reason, 'text')}
          </>
        ) : null}
        {draft.kind === 'order' ? (
          <>
            {text('serial', PREMISES.serial, draft.serial, 'text')}
            {text('delivery_date', PREMISES.due, draft.delivery_date, 'date')}
            {choice('priority', PREMISES.priority, draft.priority, [
              ['', PREMISES.unchanged],
              ...PRIORITIES.map((one) => [one, PRIORITY_WORDS[one]] as const),
            ])}
            {text('pieces', PREMISES.pieces, draft.pieces, 'number')}
          </>
        ) : null}
        {draft.kind === 'order_removed' ? text('serial', PREMISES.serial, draft.serial, 'text') : null}
        {draft.kind === 'order_added' ? (
          <>
            {text('product', PREMISES.product, draft.product, 'text')}
            {text('pieces', PREMISES.pieces, draft.pieces, 'number')}
            {text('delivery_date', PREMISES.due, draft.delivery_date, 'date')}
            {text('ready_date', PREMISES.ready, draft.ready_date, 'date')}
          </>
        ) : null}
      </Box>
      <Box role="alert" sx={{ color: 'error.main', fontSize: '0.8rem', '&:not(:empty)': { mt: 0.5 } }}>
        {error}
      </Box>
      <Button size="small" onClick={() => void add()} sx={{ mt: 0.5 }}>
        {PREMISES.add}
      </Button>
    </Box>
  );
};

/** Facilities and partners by their ids. */
function useNames(): { facilities: ReadonlyMap<string, string>; partners: ReadonlyMap<string, string> } {
  const { callAll } = useCalls();
  const { data } = useQuery({
    queryKey: ['premises', 'names'],
    queryFn: async ({ signal }) => {
      const facilities = await callAll('listFacilities', { active_only: 1 }, signal);
      const partners = await callAll('listOutsourcings', {}, signal);
      return {
        facilities: new Map(facilities.map(({ id, facility_name }) => [String(id), facility_name])),
        partners: new Map(partners.map(({ id, name }) => [String(id), name])),
      };
    },
  });
  return data ?? { facilities: new Map(), partners: new Map() };
}
