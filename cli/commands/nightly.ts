import { Command } from 'commander';
import { readConfig } from '../../server/config.ts';
import { takenInWords } from '../../server/domain/files/change-words.ts';
import { importKind } from '../../server/domain/files/imports.ts';
import { NIGHT_TEXTS } from '../../server/domain/texts/nightly.ts';
import { counted } from '../../server/domain/texts/numbers.ts';
import { CLI } from '../../server/domain/texts/program/cli.ts';
import { nightFolders, withServices } from '../../server/services.ts';
import { EXIT, type OutputOptions, progressBar, table, write } from '../output.ts';
import { plantConfig } from '../plant.ts';

const ACTOR = 'cli';

type Ended = Awaited<ReturnType<Parameters<Parameters<typeof withServices>[1]>[0]['nights']['nightAndWait']>>;
type Night = NonNullable<Ended['night']>;

const count = (number: number | null): string => (number === null ? '' : counted(number));

/** The files as a table, then rows left out, the lateness of orders, moved bars, and failures. */
export function report(night: Night): string[] {
  const files = night.files.map((file) => {
    const { kind: name, outcome, new_count, changed_count, unchanged_count = null, deleted_count = null, left_out_count, message } = file;
    const kind = name === null ? undefined : importKind(name);
    return [
      kind?.label ?? name ?? '',
      file.name,
      CLI.nightOutcomes[outcome],
      ...(outcome === 'done'
        ? [takenInWords(kind, file), ...[new_count, changed_count, unchanged_count, deleted_count, left_out_count].map(count)]
        : ['', '', '', '', '', '']),
      outcome === 'done' ? '' : (message ?? ''),
    ];
  });
  // Where something went wrong nobody knows that there were none.
  const none = night.problems.length === 0 ? [CLI.nightNoFiles] : [];
  return [
    ...(files.length === 0 ? none : table(CLI.nightHeaders, files)),
    ...night.left_out.map(({ kind, reason }) => CLI.nightLeftOut(importKind(kind)?.label ?? kind, reason)),
    ...(night.planned ? [CLI.runLate(night.late_before_count ?? 0, night.late_after_count ?? 0)] : []),
    ...(night.planned && !night.moved.first_plan ? [CLI.runMoved(night.moved.orders, night.moved.count)] : []),
    ...night.workbooks.map(({ file_name, message }) => message ?? file_name),
    ...night.problems,
    CLI.nightEnded(NIGHT_TEXTS.statuses[night.status]),
  ];
}

interface NightlyOptions extends OutputOptions {
  check?: boolean;
}

/** Looks at the folders of the night, and does nothing else. */
async function check(options: NightlyOptions): Promise<void> {
  const folders = await nightFolders(readConfig());
  if (folders.some(({ code }) => code !== null)) process.exitCode = EXIT.refused;
  const said = folders.map(({ variable, folder, code }) =>
    code === null ? NIGHT_TEXTS.folderUsable(variable, folder) : NIGHT_TEXTS.folderUnusable(variable, folder, code),
  );
  write(options, { folders }, said);
}

async function nightly(options: NightlyOptions): Promise<void> {
  if (options.check) return check(options);
  const bar = progressBar(options, CLI.nightWorking);
  const { job, night } = await withServices(plantConfig(), ({ nights }) => nights.nightAndWait(ACTOR, bar.update)).finally(() =>
    bar.stop(),
  );
  // The night was worked, but some of its files need a person; or a step of it failed.
  if (night?.status === 'partial') process.exitCode = EXIT.refused;
  if (job.status !== 'complete') process.exitCode = EXIT.failed;
  write(options, night ?? { status: job.status, error: job.error }, night ? report(night) : [job.error ?? NIGHT_TEXTS.interrupted]);
}

/** `planner nightly`. */
export function nightlyCommand(): Command {
  return new Command('nightly').description(CLI.nightly).option('--check', CLI.nightCheck).option('--json', CLI.json).action(nightly);
}
