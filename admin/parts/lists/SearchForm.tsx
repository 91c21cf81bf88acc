import Clear from '@mui/icons-material/Clear';
import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import { Form, TextInput, useListContext } from 'react-admin';
import { COMMON } from '../../texts/parts.ts';

type Values = Record<string, string | null>;

const filled = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])));

/** The search boxes of a list: nothing is asked before 検索 or Enter, and the same conditions are asked anew. */
export const SearchForm = ({ children }: { children: ReactNode }) => {
  const { filterValues, setFilters, refetch } = useListContext();
  const submit = (values: object) => {
    const next = filled(values as Values);
    if (JSON.stringify(next) === JSON.stringify(filled(filterValues))) refetch();
    setFilters(next, []);
  };
  // Conditions that came from elsewhere (cleared, a saved query, the address) make a new form.
  return (
    <Paper role="search" variant="outlined" sx={{ flex: 1, p: 1.5, mb: 1.5, displayPrint: 'none', '& form': FORM_SX }}>
      <Form key={JSON.stringify(filterValues)} record={filterValues} onSubmit={submit} disableInvalidFormNotification>
        {children}
        <Box sx={{ ml: 'auto', display: 'flex', gap: 1.25 }}>
          <Button startIcon={<Clear />} onClick={() => setFilters({}, [])}>
            {COMMON.clear}
          </Button>
          <Button type="submit" variant="contained" startIcon={<Search />}>
            {COMMON.search}
          </Button>
        </Box>
      </Form>
    </Paper>
  );
};

const FORM_SX = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1.25,
  alignItems: 'center',
  '& .MuiFormControl-root': { width: 200, m: 0 },
  '& .RaSelectInput-input': { minWidth: 0 },
  '& .MuiFormControl-root:has([type=date])': { width: 160 },
  '&:has(.ra-input:nth-of-type(5)) .MuiFormControl-root': { width: 150 },
};

/** Boxes of the search form: react-admin's inputs without the room for messages. */
export const SearchBox = ({ source }: { source: string }) => (
  <TextInput source={source} helperText={false} slotProps={{ htmlInput: { maxLength: 200 } }} />
);
