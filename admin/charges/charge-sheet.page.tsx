import Print from '@mui/icons-material/PrintOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import GlobalStyles from '@mui/material/GlobalStyles';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { Title } from 'react-admin';
import { useSearchParams } from 'react-router';
import { asStarted } from '../../server/domain/bars/marks.ts';
import { FIRST_DATE, LAST_DATE } from '../../server/domain/ground/constants.ts';
import { isPlanDate, plantDate, toInstant } from '../../server/domain/ground/plant-time.ts';
import { sheetParts } from '../../server/domain/plant/charge-sheet.ts';
import { isHeatCode } from '../../server/domain/plant/task-purpose.ts';
import { PageActions } from '../layout/PageActions.tsx';
import { Refused } from '../parts/Refused.tsx';
import { NotPublished } from '../plans/NotPublished.tsx';
import { usePlanOf } from '../plans/use-plans.ts';
import { messageOf } from '../providers/client.ts';
import { now } from '../providers/clock.ts';
import { useActiveFacilities } from '../providers/masters.ts';
import { useShownKey, useShownPlan } from '../providers/plan/shown-plan.ts';
import { useCalls } from '../providers/queries.ts';
import { CHARGES as WORDS } from '../texts/charges.ts';
import { COMMON } from '../texts/parts.ts';
import { PLANS } from '../texts/plans.ts';
import { NextCharges } from './NextCharges.tsx';
import type { Run } from './run.ts';
import { Sheet } from './Sheet.tsx';
import { PRINT_STYLES, SHEETS_SX } from './sheet-style.ts';

/** More paper at once would only stop the browser. */
const MOST_PAGES = 200;

/** What the address asks for: one run, or those of a furnace or of all that start within some days. */
function useAsked() {
  const [search, setSearch] = useSearchParams();
  const date = (name: string, otherwise: string): string => {
    const text = search.get(name) ?? '';
    return isPlanDate(text) ? text : otherwise;
  };
  const from = date('from', plantDate(now()));
  const to = date('to', from);
  const id = (name: string): string => (/^[1-9][0-9]{0,14}$/.test(search.get(name) ?? '') ? (search.get(name) as string) : '');
  const [run, facility] = [id('run'), id('facility')];
  const plan: Record<string, string> = search.has('plan') ? { plan: id('plan') } : {};
  const ask = (change: Record<string, string>) =>
    setSearch({ from, to: to < from ? from : to, facility, ...plan, ...change }, { replace: true });
  return { from, to: to < from ? from : to, facility, run, ask };
}

function useRuns({ from, to, facility, run }: ReturnType<typeof useAsked>) {
  const { call, callAll } = useCalls();
  return useQuery({
    queryKey: useShownKey()(['chargeSheets', run, from, to, facility]),
    queryFn: async ({ signal }): Promise<Run[]> => {
      const runs = run
        ? [await call('getFurnaceRun', { id: run, signal })]
        : await callAll('listFurnaceRuns', { from_date: from, to_date: to, facility_ids: facility }, signal);
      return runs.map(asStarted);
    },
  });
}

/** Days and furnace of the sheets; a run that was asked for by itself has none to choose. */
const Choice = ({ asked }: { asked: ReturnType<typeof useAsked> }) => {
  const { data: facilities = [] } = useActiveFacilities();
  const furnaces = facilities.filter(({ task_codes }) => task_codes.some(isHeatCode));
  const limits = { inputLabel: { shrink: true }, htmlInput: { min: FIRST_DATE, max: LAST_DATE } };
  const day = (name: 'from' | 'to', label: string) => (
    <TextField
      type="date"
      label={label}
      value={asked[name]}
      onChange={({ target }) =>
        isPlanDate(target.value) && asked.ask(name === 'from' ? { from: target.value, to: target.value } : { to: target.value })
      }
      sx={{ width: 160 }}
      slotProps={limits}
    />
  );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 2, displayPrint: 'none' }}>
      {day('from', WORDS.from)}
      {day('to', WORDS.to)}
      <TextField
        select
        label={WORDS.furnace}
        value={furnaces.some(({ id }) => String(id) === asked.facility) ? asked.facility : ''}
        onChange={({ target }) => asked.ask({ facility: target.value })}
        sx={{ width: 220 }}
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      >
        <MenuItem value="">{WORDS.every}</MenuItem>
        {furnaces.map(({ id, facility_name }) => (
          <MenuItem key={id} value={String(id)}>
            {facility_name}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  );
};

const Sheets = ({ runs }: { runs: readonly Run[] }) => {
  const printed = toInstant(now());
  const { data: plan } = usePlanOf(useShownPlan());
  const sheets = runs.flatMap((run) => sheetParts(run.members).map((sheet) => ({ run, sheet })));
  return (
    <>
      <PageActions>
        <Box component="span" role="status" sx={{ typography: 'body2', color: 'text.secondary' }}>
          {WORDS.pages(sheets.length)}
        </Box>
        <Button variant="contained" startIcon={<Print />} disabled={sheets.length === 0} onClick={() => window.print()}>
          {WORDS.print}
        </Button>
      </PageActions>
      {sheets.length > MOST_PAGES ? <Alert severity="warning">{WORDS.tooMany(MOST_PAGES)}</Alert> : null}
      <Box component="section" className="charge-sheets on-paper" aria-label={WORDS.sheets} tabIndex={0} sx={SHEETS_SX}>
        {sheets.slice(0, MOST_PAGES).map(({ run, sheet }, at) => (
          <Sheet
            key={`${run.id}-${sheet.part}`}
            run={run}
            sheet={sheet}
            page={at + 1}
            pages={Math.min(sheets.length, MOST_PAGES)}
            printed={printed}
            plan={plan && plan.kind !== 'published' ? PLANS.notPublished(plan.name) : undefined}
          />
        ))}
      </Box>
    </>
  );
};

/** Says that the chosen days have no charge, and leads to the next that has one. */
const NoCharges = ({ asked: { to, facility, ask } }: { asked: ReturnType<typeof useAsked> }) => (
  <Box sx={{ color: 'text.secondary' }}>
    {WORDS.empty}
    <NextCharges after={to} facilities={facility} onDay={(next) => ask({ from: next, to: next })} />
  </Box>
);

/** 炉チャージ表 to be printed: a page a furnace run. */
const ChargeSheetPage = () => {
  const asked = useAsked();
  const { data, error, isPending } = useRuns(asked);
  return (
    <>
      <Title title={WORDS.title} preferenceKey={false} />
      <GlobalStyles styles={PRINT_STYLES} />
      <NotPublished />
      {asked.run ? null : <Choice asked={asked} />}
      <Refused message={error ? messageOf(error) : undefined} />
      {isPending ? <CircularProgress aria-label={COMMON.loading} /> : null}
      {data ? <Sheets runs={data} /> : null}
      {data?.length === 0 && !asked.run ? <NoCharges asked={asked} /> : null}
    </>
  );
};

export default ChargeSheetPage;
