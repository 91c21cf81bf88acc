import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Loading, useNotify } from 'react-admin';
import { Navigate } from 'react-router';
import { MAX_LIMIT } from '../../server/domain/ground/constants.ts';
import { formatInstant } from '../../server/domain/ground/plant-time.ts';
import { PageActions } from '../layout/PageActions.tsx';
import { messageOf } from '../providers/client.ts';
import { useCall } from '../providers/queries.ts';
import { useMay } from '../providers/roles.ts';
import { TERMINALS as WORDS } from '../texts/terminals.ts';
import { PairingDialog } from './PairingDialog.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import { TerminalForm } from './TerminalForm.tsx';
import type { Terminal } from './terminal.ts';

const LOOK_MS = 5_000;
const LIST_KEY = ['listTerminals'];

/** What is open over the list. */
type Asked = { what: 'add' } | { what: 'edit' | 'connect' | 'remove'; terminal: Terminal };

const Rows = ({ terminals, onAsk }: { terminals: readonly Terminal[]; onAsk(asked: Asked): void }) => (
  <Table size="small">
    <TableHead>
      <TableRow>
        {Object.values(WORDS.columns).map((label) => (
          <TableCell key={label}>{label}</TableCell>
        ))}
      </TableRow>
    </TableHead>
    <TableBody>
      {terminals.map((terminal) => (
        <TableRow key={terminal.id}>
          <TableCell sx={{ fontWeight: 700 }}>{terminal.name}</TableCell>
          <TableCell>{terminal.facilities.map(({ name }) => name).join('、')}</TableCell>
          <TableCell>{terminal.paired_at ? WORDS.paired(formatInstant(terminal.paired_at)) : WORDS.unpaired}</TableCell>
          <TableCell>{terminal.seen_at ? formatInstant(terminal.seen_at) : WORDS.never}</TableCell>
          <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
            <Button aria-label={WORDS.connectOf(terminal.name)} onClick={() => onAsk({ what: 'connect', terminal })}>
              {terminal.paired_at ? WORDS.again : WORDS.connect}
            </Button>
            <Button aria-label={WORDS.editOf(terminal.name)} onClick={() => onAsk({ what: 'edit', terminal })}>
              {WORDS.edit}
            </Button>
            <Button color="error" aria-label={WORDS.removeOf(terminal.name)} onClick={() => onAsk({ what: 'remove', terminal })}>
              {WORDS.remove}
            </Button>
          </TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
);

const Terminals = () => {
  const queries = useQueryClient();
  const notify = useNotify();
  const [asked, ask] = useState<Asked>();
  const { data, error } = useCall(
    'listTerminals',
    { query: { limit: MAX_LIMIT } },
    { queryKey: LIST_KEY, refetchInterval: asked?.what === 'connect' ? LOOK_MS / 2 : LOOK_MS * 6 },
  );
  const close = (said?: string): void => {
    ask(undefined);
    if (said) notify(said, { type: 'success' });
    void queries.invalidateQueries({ queryKey: LIST_KEY });
  };
  const made = (terminal: Terminal): void => {
    close(WORDS.added);
    ask({ what: 'connect', terminal });
  };
  const known = asked && 'terminal' in asked ? (data?.results.find(({ id }) => id === asked.terminal.id) ?? asked.terminal) : undefined;
  return (
    <>
      <PageActions>
        <Button variant="contained" onClick={() => ask({ what: 'add' })}>
          {WORDS.add}
        </Button>
      </PageActions>
      <Box sx={{ color: 'text.secondary', mb: 1.5 }}>{WORDS.hint}</Box>
      {error ? <Alert severity="error">{messageOf(error)}</Alert> : null}
      {!data && !error ? <Loading /> : null}
      {data?.results.length === 0 ? <Alert severity="info">{WORDS.empty}</Alert> : null}
      {data && data.results.length > 0 ? (
        <Paper variant="outlined" sx={{ overflow: 'auto' }}>
          <Rows terminals={data.results} onAsk={ask} />
        </Paper>
      ) : null}
      {asked?.what === 'add' ? <TerminalForm onClose={() => close()} onSaved={made} /> : null}
      {asked?.what === 'edit' && known ? (
        <TerminalForm terminal={known} onClose={() => close()} onSaved={() => close(WORDS.changed)} />
      ) : null}
      {asked?.what === 'connect' && known ? <PairingDialog terminal={known} before={asked.terminal.paired_at} onClose={close} /> : null}
      {asked?.what === 'remove' && known ? <RemoveDialog terminal={known} onClose={close} /> : null}
    </>
  );
};

/** 現場端末: the devices of the shop floor, added, paired, renamed and cut off; for who may do that. */
const TerminalsPage = () => (useMay('listTerminals') ? <Terminals /> : <Navigate to="/not_found" replace />);

export default TerminalsPage;
