import ContentCopy from '@mui/icons-material/ContentCopy';
import Edit from '@mui/icons-material/EditOutlined';
import Layers from '@mui/icons-material/LayersOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Waiting } from '../forms/Section.tsx';
import { tint } from '../layout/palette.ts';
import { DeleteButton } from '../master/DeleteAllButton.tsx';
import { RoleButton } from '../parts/RoleButton.tsx';
import { messageOf } from '../providers/client.ts';
import { PLANS_KEY } from '../providers/plan/keys.ts';
import type { Plan } from '../providers/plan/published.ts';
import { useMay } from '../providers/roles.ts';
import {
  ADOPT,
  COMPARE,
  GROUPS,
  LIST_COLUMNS,
  lateFigures,
  movedText,
  PLANS,
  PREMISES,
  PROPOSALS,
  runsText,
  SCENARIO,
  whenText,
} from '../texts/plans.ts';
import { groupsOf } from './groups.ts';
import { ProposalList } from './proposals/ProposalList.tsx';
import { type Naming, ScenarioDialog } from './ScenarioDialog.tsx';
import { SeenNote } from './SeenNote.tsx';
import { StaleMark } from './StaleMark.tsx';
import type { Adopting } from './use-adopt.ts';
import { usePlans } from './use-plans.ts';
import { useSeen } from './use-seen.ts';
import { comparePath, MOST_COMPARED, saidOf } from './ways.ts';

/** Windows without room for a row of the list. */
const NARROW = '@media (max-width: 1099px)';

interface Props {
  /** The plan that is shown here; undefined: the published one, null: none. */
  shown: number | null | undefined;
  adopting: Adopting;
  onLook(plan: number | undefined): void;
}

/** The way to all plans there are. */
export const PlanListButton = (props: Props) => {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <IconButton aria-label={PLANS.list} title={PLANS.list} color="inherit" onClick={() => setOpen(true)}>
        <Layers fontSize="small" />
      </IconButton>
      {open ? <PlanListDialog {...props} onClose={close} /> : null}
    </>
  );
};

interface DialogProps extends Props {
  onClose(): void;
}

/** 計画の一覧: the published one, what can be chosen, and what was published before; each can be looked at, held against the published one, and published. */
export const PlanListDialog = ({ shown, adopting, onLook, onClose }: DialogProps) => {
  const { data, error } = usePlans();
  const seen = useSeen();
  const [naming, setNaming] = useState<Naming>();
  const published = data?.find(({ kind }) => kind === 'published');
  const [ticked, setTicked] = useState<readonly number[]>();
  // To hold a plan against the published one, or against that which is shown, takes one tick.
  const picked = ticked ?? [...new Set([published?.id, shown])].filter((id) => typeof id === 'number');
  const listed = data ? groupsOf(data) : [];
  const compared = listed.flatMap(({ plans }) => plans.map(({ id }) => id)).filter((id) => picked.includes(id));
  const columns = Object.values(LIST_COLUMNS);
  return (
    <Dialog open onClose={onClose} maxWidth="xl" fullWidth aria-labelledby="plans-title">
      <DialogTitle id="plans-title">{PLANS.list}</DialogTitle>
      <DialogContent>
        {error ? <Alert severity="error">{messageOf(error)}</Alert> : null}
        <SeenNote seen={seen} />
        {!data && !error ? <Waiting /> : null}
        {data ? (
          <Box role="region" aria-label={PLANS.list} tabIndex={0} sx={{ overflowX: 'auto' }}>
            <Table size="small" sx={LIST}>
              <TableHead>
                <TableRow>
                  {columns.map((column) => (
                    <TableCell key={column}>{column}</TableCell>
                  ))}
                </TableRow>
              </TableHead>
              {listed.map(({ kind, plans }) => (
                <TableBody key={kind}>
                  <TableRow>
                    <TableCell component="th" scope="rowgroup" colSpan={columns.length} sx={HEAD}>
                      {GROUPS[kind]}
                    </TableCell>
                  </TableRow>
                  {plans.map((plan) => (
                    <PlanRow
                      key={plan.id}
                      plan={plan}
                      isShown={saidOf(plan) === shown}
                      running={seen.running}
                      isTicked={picked.includes(plan.id)}
                      canTick={picked.includes(plan.id) || compared.length < MOST_COMPARED}
                      onTick={(on) => setTicked(on ? [...picked, plan.id] : picked.filter((id) => id !== plan.id))}
                      onAdopt={() => {
                        onClose();
                        void adopting.adopt(plan, seen);
                      }}
                      onLook={() => {
                        onClose();
                        onLook(saidOf(plan));
                      }}
                      onName={(what) => setNaming({ what, plan })}
                    />
                  ))}
                </TableBody>
              ))}
            </Table>
          </Box>
        ) : null}
        {data && data.length < 2 ? <Box sx={{ mt: 2, color: 'text.secondary', fontSize: '0.85rem' }}>{PLANS.empty}</Box> : null}
        <Box component="section" aria-labelledby="proposals-title" sx={{ mt: 2.5 }}>
          <Box component="h3" id="proposals-title" sx={{ typography: 'h3', m: 0, mb: 0.25 }}>
            {PROPOSALS.title}
          </Box>
          <ProposalList
            onLeave={onClose}
            onMade={(plan) => {
              onClose();
              onLook(plan);
            }}
          />
        </Box>
      </DialogContent>
      <DialogActions>
        {published?.figures ? (
          <RoleButton
            operation="createScenario"
            startIcon={<ContentCopy />}
            onClick={() => setNaming({ what: 'create', plan: published })}
            sx={{ mr: 'auto' }}
          >
            {SCENARIO.make}
          </RoleButton>
        ) : null}
        {data && data.length > 1 ? (
          <Button
            component={Link}
            to={comparePath(...compared)}
            variant="outlined"
            disabled={compared.length < 2}
            onClick={onClose}
            title={COMPARE.pick}
          >
            {PLANS.comparePicked(compared.length)}
          </Button>
        ) : null}
        <Button variant="contained" onClick={onClose} autoFocus>
          {PLANS.close}
        </Button>
      </DialogActions>
      {naming ? (
        <ScenarioDialog
          {...naming}
          onClose={() => setNaming(undefined)}
          onDone={({ id }) => {
            setNaming(undefined);
            if (naming.what === 'change') return;
            onClose();
            onLook(id);
          }}
        />
      ) : null}
    </Dialog>
  );
};

/** Where a row has no room, its cells stand below each other as words do. */
const LIST = {
  '& td, & th': { px: 1 },
  // A long name takes lines, not the place of the buttons.
  '& td:first-of-type': { whiteSpace: 'normal', overflowWrap: 'anywhere', minWidth: '15em' },
  [NARROW]: {
    '& thead': { display: 'none' },
    '& tr': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, py: 0.5, borderBottom: 1, borderColor: 'divider' },
    '& td, & th': { border: 0, height: 'auto', p: 0.5, whiteSpace: 'normal' },
    '& td:first-of-type, & th': { flex: '1 0 100%' },
  },
} as const;
const HEAD = { height: 30, fontWeight: 700, fontSize: '0.8rem', color: 'text.secondary', bgcolor: tint('head') } as const;
const ACT = { minHeight: 28, py: 0, px: 1.25 } as const;

interface RowProps {
  plan: Plan;
  isShown: boolean;
  /** A run is pending. */
  running: boolean;
  /** It is to be compared, or may be as well. */
  isTicked: boolean;
  canTick: boolean;
  onTick(on: boolean): void;
  onLook(): void;
  onAdopt(): void;
  onName(what: Naming['what']): void;
}

const PlanRow = ({ plan, isShown, running, isTicked, canTick, onTick, onLook, onAdopt, onName }: RowProps) => {
  const { kind, name, author, figures, stale, stale_of, edited_at, premises } = plan;
  const published = kind === 'published';
  return (
    <TableRow hover aria-current={isShown || undefined} sx={isShown ? { boxShadow: `inset 3px 0 0 ${tint('plan')}` } : {}}>
      <TableCell>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <Checkbox
            size="small"
            checked={isTicked}
            disabled={!canTick}
            onChange={(_, on) => onTick(on)}
            slotProps={{ input: { 'aria-label': COMPARE.tick(name) } }}
            sx={{ p: 0.25, ml: -0.5 }}
          />
          <b>{name}</b>
          {isShown ? <Box sx={{ color: tint('plan'), fontSize: '0.75rem', fontWeight: 700 }}>{PLANS.shown}</Box> : null}
          {edited_at ? <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>{PLANS.edited}</Box> : null}
          {premises.length > 0 ? (
            <Box title={premises.map(({ text }) => text).join('\n')} sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
              {PREMISES.count(premises.length)}
            </Box>
          ) : null}
          {stale ? (
            <Box sx={{ color: 'warning.main' }}>
              <StaleMark parts={stale_of} />
            </Box>
          ) : null}
        </Box>
      </TableCell>
      <TableCell>{figures ? lateFigures(figures) : ''}</TableCell>
      <TableCell>{figures && kind === 'candidate' ? movedText(figures) : ''}</TableCell>
      <TableCell>{figures ? runsText(figures.furnace_runs) : ''}</TableCell>
      <TableCell>{whenText(plan)}</TableCell>
      <TableCell>{author}</TableCell>
      <TableCell>
        <Box sx={{ display: 'flex', gap: 0.75 }}>
          <Button variant="outlined" disabled={isShown} onClick={onLook} sx={ACT}>
            {PLANS.look}
          </Button>
          {published ? null : (
            <RoleButton operation="adoptPlan" variant="outlined" disabled={running} onClick={onAdopt} sx={ACT}>
              {ADOPT.verb(plan)}
            </RoleButton>
          )}
          <Ways plan={plan} onName={onName} />
        </Box>
      </TableCell>
    </TableRow>
  );
};

/** What else can be done with a plan, for who may: a copy of it, and of a scenario another name and its end. */
const Ways = ({ plan, onName }: Pick<RowProps, 'plan' | 'onName'>) => {
  const queries = useQueryClient();
  const { id, kind, name, figures } = plan;
  if (!useMay('createScenario')) return null;
  return (
    <>
      {figures === null ? null : (
        <IconButton size="small" aria-label={SCENARIO.copyOf(name)} title={SCENARIO.copy} onClick={() => onName('create')}>
          <ContentCopy fontSize="inherit" />
        </IconButton>
      )}
      {kind === 'scenario' ? (
        <>
          <IconButton size="small" aria-label={SCENARIO.changeOf(name)} title={SCENARIO.change} onClick={() => onName('change')}>
            <Edit fontSize="inherit" />
          </IconButton>
          <DeleteButton
            operation="dropScenario"
            id={id}
            label={SCENARIO.remove}
            name={SCENARIO.removeOf(name)}
            title={SCENARIO.removeTitle}
            success={SCENARIO.removed(name)}
            count={async () => [SCENARIO.removing(name)]}
            onDeleted={() => void queries.invalidateQueries({ queryKey: PLANS_KEY })}
          />
        </>
      ) : null}
    </>
  );
};
