import { Command, InvalidArgumentError, Option } from 'commander';
import { refused } from '../../server/domain/ground/errors.ts';
import { epochMs, formatInstant } from '../../server/domain/ground/plant-time.ts';
import { FROM_ONE, isWithin, MOVINGS, type Moving, RUN_NUMBERS } from '../../server/domain/plant/run-options.ts';
import { placedFirst } from '../../server/domain/texts/plan/run-report.ts';
import { CLI } from '../../server/domain/texts/program/cli.ts';
import { type RunOutcome, type Services, withServices } from '../../server/services.ts';
import { EXIT, type OutputOptions, progressBar, table, write } from '../output.ts';
import { plantConfig } from '../plant.ts';

const ACTOR = 'cli';
/** The message that says how much was planned. */
const PLANNED = 'I301';

interface RunOptions extends OutputOptions {
  timeLimit?: number;
  moving?: Moving;
  first?: string[];
  wait?: boolean;
}

type Run = NonNullable<Awaited<ReturnType<Parameters<Parameters<typeof withServices>[1]>[0]['runs']['newest']>>>;

/** A whole number of seconds that the contract takes. */
function seconds(text: string): number {
  const value = Number(text);
  if (!isWithin(value, RUN_NUMBERS.time_limit_seconds))
    throw new InvalidArgumentError(CLI.wrongNumber('--time-limit', text, RUN_NUMBERS.time_limit_seconds));
  return value;
}

type Span = Awaited<ReturnType<Parameters<Parameters<typeof withServices>[1]>[0]['figures']>>['weeks'][number];

const fixed = (value: number | null, digits: number, unit: string): string => (value === null ? '-' : `${value.toFixed(digits)}${unit}`);
/** The six figures of the page, as lines of a table. */
const FIGURE_ROWS: readonly { word: string; of: (span: Span) => string }[] = [
  { word: CLI.figures.on_time_rate, of: (span) => fixed(span.on_time_rate === null ? null : span.on_time_rate * 100, 1, '%') },
  { word: CLI.figures.late_days, of: (span) => fixed(span.late_days, 0, '') },
  { word: CLI.figures.furnace_fill, of: (span) => fixed(span.furnace_fill === null ? null : span.furnace_fill * 100, 0, '%') },
  { word: CLI.figures.furnace_runs_a_day, of: (span) => fixed(span.furnace_runs_a_day, 1, '') },
  { word: CLI.figures.lots_in_work, of: (span) => fixed(span.lots_in_work, 0, '') },
  { word: CLI.figures.flow_days, of: (span) => fixed(span.flow_days, 1, '') },
];

const shown = ({ id, status, progress, phase, requested_by, created_at, started_at, finished_at, statistics, error }: Run) => ({
  id,
  status,
  progress,
  phase,
  requested_by,
  created_at,
  started_at,
  finished_at,
  statistics,
  error,
});

/** The story of a run in the words of the night: tasks planned, lateness, moved bars, tasks without a place, messages. */
export function outcomeLines({ report, alternatives, messages }: RunOutcome): string[] {
  const count = (level: string): number => messages.filter((message) => message.level === level).length;
  return [
    ...messages.filter(({ code }) => code === PLANNED).map(({ message }) => message),
    ...(report.unchanged ? [CLI.runUnchanged] : []),
    ...placedFirst(report.first_orders ?? []),
    CLI.runLate(report.late_before, report.late_after),
    // The first plan is compared with nothing: nothing stood that could have moved.
    ...(report.late_before === null ? [] : [CLI.runMoved(report.moved_orders ?? null, report.moved)]),
    ...(alternatives.length > 1 ? alternatives.map(CLI.runPlan) : []),
    ...(report.unplaced > 0 ? [CLI.runUnplaced(report.unplaced)] : []),
    CLI.runMessages(count('error'), count('warning')),
  ];
}

/** The lines of a run, if it is the newest complete one. */
const linesOf = (job: Run | undefined, outcome: RunOutcome | undefined): string[] =>
  job && outcome?.id === job.id ? outcomeLines(outcome) : [];

async function run(options: RunOptions): Promise<void> {
  const { timeLimit, moving, first = [] } = options;
  const own = { ...(timeLimit === undefined ? {} : { time_limit_seconds: timeLimit }), ...(moving && { moving }) };
  const bodyFor = async ({ runs }: Pick<Services, 'runs'>) =>
    first.length === 0 ? own : { ...own, first_orders: await runs.ordersNamed(first) };
  if (!options.wait) {
    const job = await withServices(plantConfig(), async (services) => services.runs.request(await bodyFor(services), ACTOR));
    write(options, { id: job.id, status: job.status }, CLI.queued(job.id));
    return;
  }
  const bar = progressBar(options, CLI.planning);
  const { job, outcome } = await withServices(plantConfig(), async (services) => ({
    job: await services.runs.runAndWait(await bodyFor(services), ACTOR, bar.update),
    outcome: await services.runOutcome(),
  })).finally(() => bar.stop());
  if (job.status !== 'complete') process.exitCode = EXIT.failed;
  write(options, shown(job), [CLI.runEnded(job.id, CLI.statuses[job.status]), ...(job.error ? [job.error] : []), ...linesOf(job, outcome)]);
}

/** The newest run and the plant's figures of this week. */
async function status(options: OutputOptions): Promise<void> {
  const { job, outcome, figures } = await withServices(plantConfig(), async (services) => ({
    job: await services.runs.newest(),
    outcome: await services.runOutcome(),
    figures: await services.figures({}),
  }));
  const when = (instant: string | null): string => (instant ? formatInstant(instant) : '');
  const run = job && [
    String(job.id),
    CLI.statuses[job.status],
    `${Math.round(job.progress * 100)}%`,
    job.requested_by,
    when(job.created_at),
    when(job.started_at),
    when(job.finished_at),
    job.started_at && job.finished_at ? CLI.seconds(Math.round((epochMs(job.finished_at) - epochMs(job.started_at)) / 1000)) : '',
  ];
  const { period, comparisons } = figures;
  const rows = FIGURE_ROWS.map(({ word, of }) => [word, ...[period, ...comparisons].map((span) => of(span))]);
  write(options, { ...(job ? shown(job) : { status: null }), figures }, [
    ...(run ? table(CLI.runHeaders, [run]) : [CLI.noRun]),
    ...(job?.error ? [job.error] : []),
    ...linesOf(job, outcome),
    '',
    ...table(CLI.figureHeaders, rows),
  ]);
}

/** Publishes another plan of the newest run. */
async function adopt(plan: string, options: OutputOptions): Promise<void> {
  const alternative = Number(plan);
  if (!isWithin(alternative, FROM_ONE)) throw refused(CLI.wrongNumber('<plan>', plan, FROM_ONE));
  const { job, outcome } = await withServices(plantConfig(), async (services) => {
    const newest = await services.runOutcome();
    if (!newest) throw refused(CLI.noRun);
    await services.adoptOffered(alternative);
    return { job: await services.runs.newest(), outcome: await services.runOutcome() };
  });
  write(options, job ? shown(job) : {}, [CLI.adopted(alternative), ...linesOf(job, outcome)]);
}

async function cancel(options: OutputOptions): Promise<void> {
  const job = await withServices(plantConfig(), async ({ runs }) => {
    const pending = await runs.pending();
    if (!pending) throw refused(CLI.nothingToCancel);
    return runs.cancel(pending.id);
  });
  write(options, shown(job), CLI.cancelled(job.id));
}

/** `planner schedule run|status|adopt|cancel`. */
export function scheduleCommand(): Command {
  const schedule = new Command('schedule').description(CLI.schedule);
  schedule
    .command('run')
    .description(CLI.scheduleRun)
    .option('--time-limit <seconds>', CLI.timeLimit, seconds)
    .addOption(new Option('--moving <how>', CLI.moving).choices(MOVINGS))
    .option('--first <serials...>', CLI.first)
    .option('--wait', CLI.wait)
    .option('--json', CLI.json)
    .action(run);
  schedule.command('status').description(CLI.scheduleStatus).option('--json', CLI.json).action(status);
  schedule.command('adopt').description(CLI.scheduleAdopt).argument('<plan>', CLI.adoptPlan).option('--json', CLI.json).action(adopt);
  schedule.command('cancel').description(CLI.scheduleCancel).option('--json', CLI.json).action(cancel);
  return schedule;
}
