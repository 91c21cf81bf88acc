import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useFind } from '../../board/search/quick/use-find.ts';
import { BOARD } from '../../texts/board/board.ts';
import { QUESTION } from '../../texts/promises/question.ts';
import type { Product } from './lines.ts';

interface Props {
  product: Product | null;
  error: string | undefined;
  autoFocus: boolean;
  onChange(product: Product | null): void;
}

const labelOf = ({ product_code, product_name }: Product): string => `${product_name} ${product_code}`.trim();
const isSame = (one: Product, other: Product): boolean => one.id === other.id && one.product_code === other.product_code;

/** 製品, found by a part of its code or name. */
export const ProductField = ({ product, error, autoFocus, onChange }: Props) => {
  const [typed, setTyped] = useState('');
  const { hits, fresh, failed } = useFind(typed);
  const found: Product[] = hits.flatMap((hit) => (hit.kind === 'product' ? [hit] : []));
  // What is chosen is among what can be chosen, whatever is typed.
  const options = product && !found.some((one) => isSame(one, product)) && typed === '' ? [product] : found;
  return (
    <Autocomplete
      size="small"
      options={options}
      value={product}
      getOptionLabel={labelOf}
      getOptionKey={({ id, product_code }) => `${id} ${product_code}`}
      isOptionEqualToValue={isSame}
      filterOptions={(all) => all}
      autoHighlight
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      onChange={(_, chosen) => onChange(chosen)}
      loading={typed.trim() !== '' && !fresh && !failed}
      loadingText={QUESTION.finding}
      noOptionsText={typed.trim() === '' ? QUESTION.typeProduct : QUESTION.noProduct}
      openText={BOARD.openList}
      closeText={BOARD.closeList}
      clearText={BOARD.clear}
      renderOption={({ key, ...props }, { product_code, product_name }) => (
        <li key={key} {...props}>
          <Box sx={{ fontSize: 13.5, minWidth: 0 }}>
            <b>{product_name}</b>
            <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{product_code}</Box>
          </Box>
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          autoFocus={autoFocus}
          label={QUESTION.product}
          placeholder={QUESTION.productHint}
          error={error !== undefined}
          helperText={error}
        />
      )}
    />
  );
};
