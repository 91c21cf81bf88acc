import type { ReactNode } from 'react';
import type { Instant } from '../../server/domain/ground/plant-time.ts';
import type { SheetPart } from '../../server/domain/plant/charge-sheet.ts';
import * as TEXT from '../../server/domain/texts/plan/charges.ts';
import { PRODUCT } from '../texts/shell.ts';
import { CurveChart } from './CurveChart.tsx';
import { MembersTable } from './MembersTable.tsx';
import type { Run } from './run.ts';

const { CHARGE_SHEET: WORDS } = TEXT;
const CURVE_PX = 205;
/** Beside a long list. */
const LOW_CURVE_PX = 140;
/** With this many members the list begins to be long. */
const LONG = 6;

const Cell = ({ label, value, hint, className }: { label: string; value: string; hint: ReactNode; className?: string }) => (
  <div className={className}>
    <div className="label">{label}</div>
    <div className="value">{value}</div>
    <div className="hint">{hint}</div>
  </div>
);

const Head = ({ run, plan }: Pick<SheetProps, 'run' | 'plan'>) => (
  <>
    <header>
      <div>
        <b>{PRODUCT}</b>
        <br />
        {WORDS.furnaces}
      </div>
      <h2>{WORDS.title}</h2>
      <div>
        {WORDS.number} <b className="number">{run.charge_number}</b>
        <br />
        {plan === undefined ? TEXT.plannedText(run.planned_at) : <b>{plan}</b>}
      </div>
    </header>
    <div className="what">
      <Cell label={WORDS.facility} value={TEXT.furnaceText(run)} hint={TEXT.furnaceFacts(run)} />
      <Cell
        label={WORDS.process}
        value={TEXT.processText(run)}
        hint={TEXT.recipeFacts(run).map(([word, value], at) => (
          <span key={word}>
            {at > 0 ? TEXT.DOT : null}
            {word} <b>{value}</b>
          </span>
        ))}
      />
    </div>
    <div className="when">
      <Cell label={WORDS.start} value={TEXT.startText(run.run_start)} hint={TEXT.loadingText} />
      <Cell
        className="latest"
        label={WORDS.latest}
        value={run.latest_start ? TEXT.startText(run.latest_start.at) : WORDS.none}
        hint={TEXT.latestText(run.latest_start)}
      />
      <Cell label={WORDS.retention} value={TEXT.retentionText(run)} hint={TEXT.retentionHint(run)} />
      <Cell label={WORDS.end} value={TEXT.endText(run.run_end)} hint={TEXT.endHint(run)} />
    </div>
  </>
);

const Fill = ({ label, share, text }: { label: string; share: number | null; text: readonly [string, string] }) => (
  <div className="fill">
    <div>
      {label} <b>{TEXT.shareText(share)}</b>
    </div>
    <div className="bar">{share === null ? null : <div style={{ width: `${Math.min(100, share)}%` }} />}</div>
    <div className="load">
      <b>{text[0]}</b>
      {text[1]}
    </div>
  </div>
);

const Section = ({ title, hint, children }: { title: string; hint: string; children: ReactNode }) => (
  <section>
    <h3>
      {title} <small>{hint}</small>
    </h3>
    {children}
  </section>
);

/** What is written by hand. */
const Records = () => {
  const { record } = WORDS;
  return (
    <Section title={WORDS.records} hint={WORDS.recordsHint}>
      <table className="records">
        <tbody>
          <tr>
            {[record.started, record.held, record.ended].map((word) => [
              <th key={word} scope="row">
                {word}
              </th>,
              <td key={`${word}:`} className="clock">
                {WORDS.colon}
              </td>,
            ])}
          </tr>
          <tr>
            {[record.recorder, record.measured, record.defective].map((word) => [
              <th key={word} scope="row">
                {word}
              </th>,
              <td key={`${word}:`} />,
            ])}
          </tr>
          <tr>
            <th scope="row">{record.notes}</th>
            <td colSpan={3} />
            <th scope="row">{record.worker}</th>
            <td />
          </tr>
        </tbody>
      </table>
    </Section>
  );
};

interface SheetProps {
  run: Run;
  sheet: SheetPart<Run['members'][number]>;
  page: number;
  pages: number;
  printed: Instant;
  /** What is said of a plan that is not the published one. */
  plan: string | undefined;
}

/** One page of paper: a furnace run, or what its first page had no room for. */
export const Sheet = ({ run, sheet, page, pages, printed, plan }: SheetProps) => {
  const { part, parts, members } = sheet;
  return (
    <article className="sheet" aria-label={`${WORDS.title} ${run.charge_number} ${TEXT.partText(part, parts)}`.trim()}>
      <Head run={run} plan={plan} />
      {part === 1 ? (
        <>
          <div className="fills">
            <Fill label={WORDS.weight} share={run.weight_share} text={TEXT.weightText(run.load_weight, run.max_weight)} />
            <Fill label={WORDS.volume} share={run.volume_share} text={TEXT.volumeText(run.load_volume, run.volume)} />
          </div>
          <Section title={WORDS.chart} hint={WORDS.chartHint}>
            <div className="curve">
              <CurveChart run={run} height={members.length < LONG ? CURVE_PX : LOW_CURVE_PX} />
            </div>
          </Section>
        </>
      ) : null}
      <Section
        title={`${TEXT.membersText(run.members.length, run.pieces)}${TEXT.partText(part, parts)}`}
        hint={part < parts ? WORDS.continued : WORDS.membersHint}
      >
        <MembersTable run={run} sheet={sheet} />
      </Section>
      {part === 1 ? <Records /> : null}
      <footer>
        <div>{run.charge_number}</div>
        <b>{TEXT.pageText(page, pages)}</b>
        <div>{TEXT.printedText(printed)}</div>
      </footer>
    </article>
  );
};
