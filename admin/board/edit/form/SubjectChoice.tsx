import Autocomplete from '@mui/material/Autocomplete';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { Success } from '../../../../server/contract/handlers.ts';
import { useCall } from '../../../providers/queries.ts';
import { ADDING } from '../../../texts/board/adding.ts';
import { BOARD, FORM } from '../../../texts/board/board.ts';
import type { Facility, Order, Subject, Turn } from './adding.ts';

export type OrderRow = Success<'listOrders'>['results'][number];

const AUTOCOMPLETE_WORDS = {
  noOptionsText: BOARD.noOption,
  openText: BOARD.openList,
  closeText: BOARD.closeList,
  clearText: BOARD.clear,
};

/** 製番, found by a part of it. */
export const OrderChoice = ({ order, onChange }: { order: OrderRow | null; onChange(order: OrderRow | null): void }) => {
  const [typed, setTyped] = useState('');
  const orders = useCall('listOrders', { query: { serial_number_search: typed, limit: 20 } }).data?.results ?? [];
  return (
    <Autocomplete
      options={orders}
      value={order}
      getOptionLabel={({ serial_number }) => serial_number}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      filterOptions={(all) => all}
      {...AUTOCOMPLETE_WORDS}
      onInputChange={(_, text) => setTyped(text)}
      onChange={(_, chosen) => onChange(chosen)}
      renderInput={(params) => <TextField {...params} label={FORM.order} required autoFocus />}
    />
  );
};

interface LotProps {
  order: Order | undefined;
  lot: string | undefined;
  onChange(lot: string): void;
}

/** 追番 among the order's lots. */
export const LotChoice = ({ order, lot, onChange }: LotProps) => (
  <TextField
    select
    required
    label={FORM.lot_number}
    // A lot without a number has the empty one, which a select takes for none.
    value={lot === undefined ? '' : `=${lot}`}
    disabled={!order}
    onChange={({ target }) => onChange(target.value.slice(1))}
  >
    {(order?.lots ?? []).map(({ id, lot_number }) => (
      <MenuItem key={id} value={`=${lot_number}`}>
        {lot_number || BOARD.unknown}
      </MenuItem>
    ))}
  </TextField>
);

const wordOf = ({ task_sort, task_name, task_code }: Subject): string =>
  ADDING.coded(task_sort === undefined ? task_name : ADDING.sorted(task_sort, task_name), task_code);

interface SubjectProps {
  subjects: readonly Subject[] | undefined;
  chosen: Subject | undefined;
  /** A facility narrows them. */
  narrowed: boolean;
  onChange(key: string): void;
}

/** 工程名: the order tasks without a bar, then what can be added by hand; the code beside the name. */
export const SubjectChoice = ({ subjects, chosen, narrowed, onChange }: SubjectProps) => {
  const open = subjects?.filter(({ order_task }) => order_task !== undefined) ?? [];
  const others = subjects?.filter(({ order_task }) => order_task === undefined) ?? [];
  const none = subjects && !chosen && open.length === 0 ? (narrowed ? ADDING.noneHere : ADDING.noneLeft) : undefined;
  const item = (subject: Subject) => (
    <MenuItem key={subject.key} value={subject.key}>
      {wordOf(subject)}
    </MenuItem>
  );
  return (
    <TextField
      select
      required
      label={FORM.task_name}
      value={chosen?.key ?? ''}
      disabled={!subjects}
      helperText={none}
      onChange={({ target }) => onChange(target.value)}
    >
      {open.map(item)}
      {others.length > 0 ? (
        <MenuItem disabled divider>
          {ADDING.byHand}
        </MenuItem>
      ) : null}
      {others.map(item)}
    </TextField>
  );
};

interface TurnProps {
  turns: readonly Turn[];
  turn: number | null;
  onChange(turn: number | null): void;
}

/** The turn that a process by hand takes in its lot. */
export const TurnChoice = ({ turns, turn, onChange }: TurnProps) => (
  <TextField
    select
    label={ADDING.turn}
    value={turn ?? ''}
    helperText={turn === null ? ADDING.noTurnHint : undefined}
    slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
  >
    <MenuItem value="">{ADDING.noTurn}</MenuItem>
    {turns.map(({ task_sort, behind }) => (
      <MenuItem key={task_sort} value={task_sort}>
        {behind === undefined ? ADDING.firstTurn : ADDING.turnBehind(behind)}
      </MenuItem>
    ))}
  </TextField>
);

interface FacilityProps {
  facilities: readonly Facility[];
  facility: number | null;
  outsourced: boolean;
  onChange(facility: number | null): void;
}

/** 生産設備 among those that may do the task, the code beside the name, and なし. */
export const FacilityChoice = ({ facilities, facility, outsourced, onChange }: FacilityProps) => (
  <TextField
    select
    label={FORM.facility}
    value={facility ?? 0}
    helperText={outsourced ? ADDING.outsourced : undefined}
    onChange={({ target }) => onChange(Number(target.value) || null)}
  >
    <MenuItem value={0}>{ADDING.anyFacility}</MenuItem>
    {facilities.map(({ id, facility_name, facility_code }) => (
      <MenuItem key={id} value={id}>
        {ADDING.coded(facility_name, facility_code)}
      </MenuItem>
    ))}
  </TextField>
);
