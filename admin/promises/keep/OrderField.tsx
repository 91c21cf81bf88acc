import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Success } from '../../../server/contract/handlers.ts';
import { codeKey } from '../../../server/domain/ground/fold.ts';
import { usePaused } from '../../parts/hooks/use-paused.ts';
import { useCall } from '../../providers/queries.ts';
import { BOARD } from '../../texts/board/board.ts';
import { FULFIL } from '../../texts/promises/keep.ts';
import type { Answer } from '../answered.ts';
import { fittingOrders } from './held.ts';

export type RealOrder = Success<'listOrders'>['results'][number];

/** Orders that are asked for at once. */
const MOST = 100;

interface Props {
  answer: Answer;
  order: RealOrder | null;
  onChange(order: RealOrder | null): void;
  /** The order of which the whole number is typed; undefined: there is none. */
  onExact(order: RealOrder | undefined): void;
  /** A number that no such order has; undefined: nothing is typed, or some have it. */
  onUnknown(unknown: Unknown | undefined): void;
}

/** A number that none of the orders has that fit. */
export interface Unknown {
  serial_number: string;
  /** The order that has it all the same; undefined: there is none yet. */
  other: RealOrder | undefined;
}

/** An order of the product of an answer, found by a part of its serial number; those of as many pieces first. */
export const OrderField = ({ answer, order, onChange, onExact, onUnknown }: Props) => {
  const [typed, setTyped] = useState('');
  const serial = usePaused(typed.trim());
  const query = { product_code_search: answer.product_code, serial_number_search: serial, ordering: '-serial_number', limit: MOST };
  const found = useCall('listOrders', { query }, { placeholderData: keepPreviousData });
  const options = fittingOrders(found.data?.results ?? [], answer);
  const exact = options.find((one) => codeKey(one.serial_number) === codeKey(typed));
  useEffect(() => onExact(exact), [exact, onExact]);
  const isNone = !found.isFetching && serial === typed.trim() && serial !== '' && options.length === 0;
  const named = useCall('listOrders', { query: { serial_number_search: serial, limit: MOST } }, { enabled: isNone });
  const other = named.data?.results.find((one) => codeKey(one.serial_number) === codeKey(serial));
  const isSettled = isNone && !named.isFetching;
  useEffect(() => onUnknown(isSettled ? { serial_number: serial, other } : undefined), [isSettled, serial, other, onUnknown]);
  return (
    <Autocomplete
      size="small"
      openOnFocus
      clearOnBlur={false}
      options={options}
      value={order}
      getOptionLabel={({ serial_number }) => serial_number}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      onChange={(_, chosen) => onChange(chosen)}
      loading={found.isFetching}
      loadingText={FULFIL.finding}
      noOptionsText={FULFIL.none}
      openText={BOARD.openList}
      closeText={BOARD.closeList}
      clearText={BOARD.clear}
      slotProps={{ listbox: { sx: { maxHeight: 170 } } }}
      renderOption={({ key, ...props }, { serial_number, number, delivery_date }) => (
        <li key={key} {...props}>
          <b>{serial_number}</b>
          <Box component="span" sx={{ ml: 1.5, fontSize: 13 }}>
            {FULFIL.option(number, delivery_date)}
          </Box>
          <Box component="span" sx={{ ml: 1.5, fontSize: 12.5, color: 'success.main', fontWeight: 700 }}>
            {number === answer.pieces ? FULFIL.same : ''}
          </Box>
        </li>
      )}
      renderInput={(params) => <TextField {...params} autoFocus label={FULFIL.order} placeholder={FULFIL.hint} />}
    />
  );
};
