import Box from '@mui/material/Box';
import { addDays, formatMonthDay, type Instant, type PlantDate, plantClock, plantDate } from '../../server/domain/ground/plant-time.ts';
import { TERMINAL } from '../texts/terminals.ts';
import { TODAY } from '../texts/today.ts';
import { card } from '../today/look.ts';
import type { Today } from '../today/with-taps.ts';

interface Line {
  key: string;
  at: Instant;
  what: string;
  amount: string;
}

const dayAfter = (now: Instant): PlantDate => addDays(plantDate(now), 1);

/** What begins tomorrow: the runs of a furnace by start, or the tasks of another facility. */
function linesOf({ now, units, tasks }: Today): Line[] {
  const tomorrow = dayAfter(now);
  const runs = units.flatMap(({ unit, tomorrow: coming }) =>
    coming.map((run) => ({
      key: `${run.id}`,
      at: run.run_start,
      what: `${units.length > 1 ? `${TODAY.unit(unit)} ` : ''}${run.task_names.join(TODAY.dot)} ${run.recipe.temperature}℃`,
      amount: TODAY.count(run.members.length, run.pieces, Math.round(run.load_weight).toLocaleString('ja-JP')),
    })),
  );
  const own = tasks
    .filter((task) => task.started_at === null && plantDate(task.start_date) === tomorrow)
    .map((task) => ({
      key: `task ${task.entry_id}`,
      at: task.start_date,
      what: `${task.task_name} ${task.unique_order} ${task.product_name}`,
      amount: TODAY.pieces(task.pieces),
    }));
  return [...runs, ...own].sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** What begins tomorrow at a facility, to be made ready today. */
export const Tomorrow = ({ today, title }: { today: Today; title: string }) => {
  const lines = linesOf(today);
  return (
    <Box component="section" aria-label={`${title} ${TERMINAL.tomorrow}`} sx={[card(false) as object, { flex: 1, overflow: 'auto' }]}>
      <Box component="h2" sx={{ m: 0, px: 2, py: 1.25, fontSize: 17 }}>
        {title}　{formatMonthDay(dayAfter(today.now))}
      </Box>
      {lines.length === 0 ? <Box sx={{ px: 2, py: 1, fontSize: 17 }}>{TERMINAL.noneTomorrow}</Box> : null}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {lines.map(({ key, at, what, amount }) => (
          <Box
            component="li"
            key={key}
            sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 57, px: 2, borderTop: 1, borderColor: 'divider' }}
          >
            <Box component="strong" sx={{ fontSize: 20, width: 64 }}>
              {plantClock(at)}
            </Box>
            <Box sx={{ flex: 1, minWidth: 0, fontSize: 17, fontWeight: 700 }}>{what}</Box>
            <Box sx={{ color: 'text.secondary', fontSize: 15, whiteSpace: 'nowrap' }}>{amount}</Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
};
