import Close from '@mui/icons-material/Close';
import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Drawer from '@mui/material/Drawer';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { FIRST_DATE, LAST_DATE, OVERLAY_Z_INDEX } from '../../../server/domain/ground/constants.ts';
import type { PlantDate } from '../../../server/domain/ground/plant-time.ts';
import { SEARCH } from '../../texts/board/board.ts';
import { ChoiceTree } from './ChoiceTree.tsx';
import { type ChoiceGroup, everything, type Ticked, tickOfAll } from './choices.ts';
import { defaultFilters, deliveryErrors, effectiveFrom, type Filters } from './filters.ts';

interface Props {
  filters: Filters;
  today: PlantDate;
  products: readonly ChoiceGroup[];
  tasks: readonly ChoiceGroup[];
  onSearch(filters: Filters): void;
  onClose(): void;
}

const tickedOf = (keys: readonly string[] | null, groups: readonly ChoiceGroup[]): Ticked =>
  keys === null ? everything(groups) : new Set(keys);
const keysOf = (ticked: Ticked, groups: readonly ChoiceGroup[]): string[] | null =>
  tickOfAll(groups, ticked) === 'all' || groups.length === 0 ? null : [...ticked];

const DATE_PROPS = { inputLabel: { shrink: true }, htmlInput: { min: FIRST_DATE, max: LAST_DATE } } as const;

/** The panel 検索条件 at the right; nothing is asked before 検索. */
export const SearchPanel = ({ filters, today, products, tasks, onSearch, onClose }: Props) => {
  const [draft, setDraft] = useState(filters);
  const set = (change: Partial<Filters>) => setDraft({ ...draft, ...change });
  const tickedProducts = tickedOf(draft.products, products);
  const tickedTasks = tickedOf(draft.tasks, tasks);
  const nothing = (products.length > 0 && tickedProducts.size === 0) || tickedTasks.size === 0;
  const errors = deliveryErrors(draft, today);
  const error = nothing ? SEARCH.none : (errors.from ?? errors.to);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!error) onSearch({ ...draft, from: effectiveFrom(draft, today) });
  };
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      sx={{ zIndex: OVERLAY_Z_INDEX }}
      slotProps={{ paper: { sx: { width: 'min(400px, 100vw)' }, 'aria-label': SEARCH.title, role: 'dialog' } }}
    >
      <Box component="form" role="search" noValidate onSubmit={submit} sx={{ display: 'flex', flexDirection: 'column', height: '100%' }}>
        <Box sx={{ display: 'flex', alignItems: 'center', px: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}>
          <Box component="h2" sx={{ typography: 'h2', m: 0, flex: 1 }}>
            {SEARCH.title}
          </Box>
          <IconButton onClick={onClose} aria-label={SEARCH.close} size="small">
            <Close fontSize="small" />
          </IconButton>
        </Box>
        <Box sx={{ flex: 1, overflow: 'auto', p: 2, display: 'grid', gap: 2, alignContent: 'start' }}>
          <TextField
            label={SEARCH.serial}
            helperText={SEARCH.serialHint}
            value={draft.serial}
            onChange={({ target }) => set({ serial: target.value })}
            slotProps={{ htmlInput: { maxLength: 400 } }}
            autoFocus
          />
          <ChoiceTree
            title={SEARCH.products}
            groups={products}
            ticked={tickedProducts}
            onChange={(ticked) => set({ products: keysOf(ticked, products) })}
          />
          <ChoiceTree
            title={SEARCH.tasks}
            groups={tasks}
            ticked={tickedTasks}
            onChange={(ticked) => set({ tasks: keysOf(ticked, tasks) })}
          />
          <Delivery draft={draft} today={today} errors={errors} set={set} />
        </Box>
        {error ? (
          <Box role="alert" sx={{ px: 2, py: 0.75, borderTop: 1, borderColor: 'divider', color: 'error.main', fontSize: '0.8rem' }}>
            {error}
          </Box>
        ) : null}
        <Box sx={{ display: 'flex', gap: 1, p: 1.5, borderTop: 1, borderColor: 'divider' }}>
          <Button onClick={() => setDraft(defaultFilters(today))}>{SEARCH.clear}</Button>
          <Box sx={{ flex: 1 }} />
          <Button type="submit" variant="contained" startIcon={<Search />} disabled={error !== undefined}>
            {SEARCH.submit}
          </Button>
        </Box>
      </Box>
    </Drawer>
  );
};

interface DeliveryProps {
  draft: Filters;
  today: PlantDate;
  errors: ReturnType<typeof deliveryErrors>;
  set(change: Partial<Filters>): void;
}

const Tick = ({ label, checked, onChange }: { label: string; checked: boolean; onChange(checked: boolean): void }) => (
  <FormControlLabel
    sx={{ m: 0, '& .MuiFormControlLabel-label': { fontSize: '0.85rem' } }}
    label={label}
    control={<Checkbox size="small" sx={{ p: 0.25, mr: 0.5 }} checked={checked} onChange={(_, next) => onChange(next)} />}
  />
);

const Delivery = ({ draft, today, errors, set }: DeliveryProps) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.5 }}>
    <TextField
      label={SEARCH.from}
      type="date"
      value={draft.from}
      error={errors.from !== undefined}
      onChange={({ target }) => set({ from: target.value })}
      onBlur={() => set({ from: effectiveFrom(draft, today) })}
      slotProps={DATE_PROPS}
    />
    <TextField
      label={SEARCH.to}
      type="date"
      value={draft.to}
      error={errors.to !== undefined}
      onChange={({ target }) => set({ to: target.value })}
      slotProps={DATE_PROPS}
    />
    <Tick
      label={SEARCH.delivered}
      checked={draft.delivered}
      onChange={(delivered) => set({ delivered, from: effectiveFrom({ from: draft.from, delivered }, today) })}
    />
    <Tick label={SEARCH.openOnly} checked={draft.open_only} onChange={(open_only) => set({ open_only })} />
  </Box>
);
