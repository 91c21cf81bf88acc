import Clear from '@mui/icons-material/Clear';
import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import { type FormEvent, useEffect, useState } from 'react';
import { useListContext } from 'react-admin';
import { FIRST_DATE, LAST_DATE } from '../../server/domain/constants.ts';
import { COMMON } from '../texts/parts.ts';
import type { ListSearch } from './columns.ts';

type Values = Record<string, string>;

const filled = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : [])));

/** Search boxes as data; nothing is asked before its button or Enter. What was searched last is remembered. */
export const SearchBar = ({ searches }: { searches: readonly ListSearch[] }) => {
  const { filterValues, setFilters } = useListContext();
  const [values, setValues] = useState<Values>(filterValues as Values);
  // By content: the object is another one after each answer, and would wipe out what is being typed.
  const applied = JSON.stringify(filterValues);
  useEffect(() => setValues(JSON.parse(applied) as Values), [applied]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFilters(filled(values));
  };
  const clear = () => {
    setValues({});
    setFilters({});
  };
  return (
    <Paper
      component="form"
      role="search"
      variant="outlined"
      onSubmit={submit}
      sx={{ p: 1.5, mb: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1.25, alignItems: 'center' }}
    >
      {searches.map((search) => (
        <SearchBox
          key={search.source}
          search={search}
          searches={searches.length}
          value={values[search.source] ?? ''}
          onChange={(value) => setValues({ ...values, [search.source]: value })}
        />
      ))}
      <Box sx={{ ml: 'auto', display: 'flex', gap: 1.25 }}>
        <Button startIcon={<Clear />} onClick={clear}>
          {COMMON.clear}
        </Button>
        <Button type="submit" variant="contained" startIcon={<Search />}>
          {COMMON.search}
        </Button>
      </Box>
    </Paper>
  );
};

interface SearchBoxProps {
  /** How many boxes there are in all. */
  searches: number;
  search: ListSearch;
  value: string;
  onChange(value: string): void;
}

const SearchBox = ({ search, searches, value, onChange }: SearchBoxProps) => (
  <TextField
    id={`search-${search.source}`}
    label={search.label}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    type={search.type === 'date' ? 'date' : 'text'}
    select={search.type === 'select'}
    sx={{ width: search.type === 'date' ? 160 : searches > 4 ? 150 : 200 }}
    slotProps={{
      ...(search.type === 'date' ? { inputLabel: { shrink: true } } : {}),
      htmlInput: { maxLength: 200, ...(search.type === 'date' ? { min: FIRST_DATE, max: LAST_DATE } : {}) },
    }}
  >
    {search.type === 'select'
      ? [
          <MenuItem key="" value="">
            &nbsp;
          </MenuItem>,
          ...(search.choices ?? []).map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          )),
        ]
      : undefined}
  </TextField>
);
