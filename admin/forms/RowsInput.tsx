import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useContext } from 'react';
import { ArrayInput, SimpleFormIterator, useSimpleFormIterator, useSimpleFormIteratorItem } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { NotAllowed } from '../parts/RoleButton.tsx';
import { ROW_WORDS as WORDS } from '../texts/parts.ts';
import { Cell, RowsTitle } from './Cell.tsx';
import { FormMode } from './contract.ts';

const AddRow = () => {
  const { add } = useSimpleFormIterator();
  const { readOnly } = useContext(FormMode);
  const button = (
    <Button startIcon={<Add />} disabled={readOnly} onClick={() => add()} aria-label={WORDS.addTo(useContext(RowsTitle))}>
      {WORDS.add}
    </Button>
  );
  return readOnly ? <NotAllowed>{button}</NotAllowed> : button;
};

const RemoveRow = () => {
  const { remove, index } = useSimpleFormIteratorItem();
  const { readOnly } = useContext(FormMode);
  const title = useContext(RowsTitle);
  return (
    <Cell head={'\u00a0'} width={40}>
      <IconButton disabled={readOnly} onClick={() => remove()} aria-label={WORDS.removeOf(title, index + 1)}>
        <DeleteOutlined fontSize="small" />
      </IconButton>
    </Cell>
  );
};

/** The fields of a row beside one another at every width, each with a line for its message; their heads above the first row alone. */
const rowsSx = {
  '& .RaSimpleFormIterator-line': { display: 'flex', borderBottom: 0 },
  '& .RaSimpleFormIterator-form': { flexDirection: 'row', flexShrink: 0, gap: 1 },
  '& .RaSimpleFormIterator-action': { visibility: 'visible', mt: 0 },
  '& .column-head': { typography: 'body2', fontWeight: 600, color: 'text.secondary', py: 0.75 },
  '& li + li .column-head': { display: 'none' },
  '& .MuiFormHelperText-root': { mx: 0 },
  // Buttons have no pointer of their own where they may not be pressed.
  '& .RaSimpleFormIterator-list .Mui-disabled': { pointerEvents: 'auto', cursor: 'not-allowed' },
} as const;

interface RowsInputProps {
  source: string;
  title: string;
  /** A field each, of the row's own names. */
  children: ReactNode;
}

/** An editable list of rows inside a form. */
export const RowsInput = ({ source, title, children }: RowsInputProps) => {
  const rows = useWatch({ name: source }) as unknown[] | undefined;
  return (
    <RowsTitle value={title}>
      <Box sx={{ overflowX: 'auto', minWidth: 0 }} role="group" aria-label={title} tabIndex={0}>
        {rows?.length ? null : <Box sx={{ color: 'text.secondary', typography: 'body2', py: 1 }}>{WORDS.none}</Box>}
        <ArrayInput
          source={source}
          label={false}
          helperText={false}
          margin="none"
          sx={{ '& > .MuiFormHelperText-root': { display: 'none' } }}
        >
          <SimpleFormIterator inline disableReordering disableClear addButton={<AddRow />} removeButton={<RemoveRow />} sx={rowsSx}>
            {children}
          </SimpleFormIterator>
        </ArrayInput>
      </Box>
    </RowsTitle>
  );
};
