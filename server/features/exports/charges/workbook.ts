import type ExcelJS from 'exceljs';
import { endOf } from '../../../domain/ground/cut.ts';
import { endClock, endDate, formatMonthDay, type Instant, plantMinutes, toInstant } from '../../../domain/ground/plant-time.ts';
import { type SheetPart, sheetParts } from '../../../domain/plant/charge-sheet.ts';
import * as TEXT from '../../../domain/texts/plan/charges.ts';
import { streamWorkbook } from '../../../files/stream-workbook.ts';
import { sheetNamer } from '../../../files/workbook-text.ts';
import type { FurnaceRun } from '../../schedule/charges/furnace-runs.service.ts';
import type { Advance, ExportHeading } from '../kind.ts';
import { COLOR } from '../palette.ts';
import type { SheetStyle } from '../paper.ts';
import { bandOf } from './band.ts';
import { COLUMNS, line, pageOptions, type Span, setColumns } from './grid.ts';
import { INSTANT, LOOKS, standingOut } from './styles.ts';

const { CHARGE_SHEET: WORDS } = TEXT;
type Member = FurnaceRun['members'][number];
type Part = SheetPart<Member>;

/** Points for all members of a page together, and for one at most. */
const MEMBERS_POINTS = 300;
const MEMBER_POINTS = 28;
/** Two lines of a lower row take smaller letters. */
const DENSE_POINTS = 24;

const span = (from: number, to: number, value: Span['value'], look: SheetStyle): Span => ({ from, to, value, look });
/** A moment as the plant's clock shows it. */
const moment = (instant: Instant): Date => new Date(plantMinutes(instant) * 60_000);
/** An end at midnight is shown as 24:00 of the day it belongs to, and is still that moment. */
const endFormat = (instant: Instant): string =>
  endClock(instant) === '24:00' ? `"${formatMonthDay(endDate(instant))} ${endClock(instant)}"` : INSTANT;

/** Writes 炉チャージ表: a sheet a page, the runs in the order in which they start. */
export async function writeCharges(runs: readonly FurnaceRun[], heading: ExportHeading, advance: Advance): Promise<Uint8Array> {
  // The end of a charge number tells it from its neighbours.
  const nameOf = sheetNamer(WORDS.title, endOf);
  return streamWorkbook(async (book) => {
    const footer = TEXT.sheetFooter(toInstant(heading.now_ms));
    for (const [at, run] of runs.entries()) {
      for (const part of sheetParts(run.members)) {
        const sheet = book.add(nameOf(run.charge_number, part.parts > 1 ? ` (${part.part})` : ''), pageOptions(footer));
        writeSheet(sheet, run, part, heading.plant_name);
        await book.pace();
      }
      advance((at + 1) / runs.length);
    }
  });
}

function writeSheet(sheet: ExcelJS.Worksheet, run: FurnaceRun, part: Part, plantName: string): void {
  setColumns(sheet);
  writeHead(sheet, run, part, plantName);
  if (part.part === 1) {
    writeFills(sheet, run);
    writeBand(sheet, run);
  }
  writeMembers(sheet, run, part);
  if (part.part === 1) writeRecords(sheet);
  sheet.commit();
}

const QUARTERS = [1, 13, 25, 37];
const quarters = (values: readonly Span['value'][], looks: readonly SheetStyle[]): Span[] =>
  values.map((value, at) => span(QUARTERS[at] as number, (QUARTERS[at] as number) + 11, value, looks[at] as SheetStyle));

/** Furnace, process and times. */
function writeHead(sheet: ExcelJS.Worksheet, run: FurnaceRun, { part, parts }: Part, plantName: string): void {
  const halves = (left: string, right: string, look: SheetStyle): Span[] => [span(1, 26, left, look), span(27, COLUMNS, right, look)];
  const recipe = TEXT.recipeFacts(run).map((fact) => fact.join(' '));
  const latest = run.latest_start;
  line(sheet, 26, [
    span(1, 16, plantName || null, LOOKS.plant),
    span(17, 30, WORDS.title, LOOKS.title),
    span(31, 37, WORDS.number, LOOKS.smallRight),
    span(38, COLUMNS, run.charge_number, LOOKS.chargeNumber),
  ]);
  line(sheet, 15, [
    span(1, 16, `${WORDS.furnaces} ${TEXT.partText(part, parts)}`.trim(), LOOKS.small),
    span(33, COLUMNS, TEXT.plannedText(run.planned_at) || null, LOOKS.smallRight),
  ]);
  line(sheet, 15, halves(WORDS.facility, WORDS.process, LOOKS.label));
  line(sheet, 29, halves(TEXT.furnaceText(run), TEXT.processText(run), LOOKS.what));
  line(sheet, 17, halves(TEXT.furnaceFacts(run), recipe.join(TEXT.DOT), LOOKS.facts));
  const { label, when, hint } = LOOKS;
  line(sheet, 15, quarters([WORDS.start, WORDS.latest, WORDS.retention, WORDS.end], [label, standingOut(label), label, label]));
  line(
    sheet,
    22,
    quarters(
      [moment(run.run_start), latest ? moment(latest.at) : WORDS.none, TEXT.retentionText(run), moment(run.run_end)],
      [{ ...when, numFmt: INSTANT }, standingOut({ ...when, numFmt: INSTANT }), when, { ...when, numFmt: endFormat(run.run_end) }],
    ),
  );
  const hints = [TEXT.loadingText, TEXT.latestText(latest), TEXT.retentionHint(run), TEXT.endHint(run)];
  line(sheet, 15, quarters(hints, [hint, standingOut(hint), hint, hint]));
}

/** Weight and volume against the furnace's limits, as data bars. */
function writeFills(sheet: ExcelJS.Worksheet, run: FurnaceRun): void {
  line(sheet, 7, []);
  const fill = (word: string, share: number | null, load: number, limit: string, look: SheetStyle): void => {
    const part = share === null ? null : share / 100;
    const row = line(sheet, 17, [
      span(1, 3, word, LOOKS.fillLabel),
      span(4, 6, part, LOOKS.fillShare),
      span(7, 38, part, LOOKS.fillBar),
      span(39, 42, load, look),
      span(43, COLUMNS, limit, LOOKS.limit),
    ]);
    sheet.addConditionalFormatting({
      ref: `G${row}:AL${row}`,
      rules: [
        {
          type: 'dataBar',
          priority: row,
          gradient: false,
          showValue: false,
          minLength: 0,
          maxLength: 100,
          cfvo: [
            { type: 'num', value: 0 },
            { type: 'num', value: 1 },
          ],
          color: { argb: COLOR.sheetFill },
        } as ExcelJS.DataBarRuleType,
      ],
    });
  };
  fill(WORDS.weight, run.weight_share, run.load_weight, TEXT.weightText(run.load_weight, run.max_weight)[1], LOOKS.load);
  fill(WORDS.volume, run.volume_share, run.load_volume, TEXT.volumeText(run.load_volume, run.volume)[1], LOOKS.volume);
}

const headed = (title: string, hint: string): Span[] => {
  const columns = Math.ceil(title.length * 0.95) + 1;
  return [span(1, columns, title, LOOKS.heading), span(columns + 1, COLUMNS, hint, LOOKS.headingHint)];
};

function writeBand(sheet: ExcelJS.Worksheet, run: FurnaceRun): void {
  line(sheet, 22, headed(WORDS.chart, run.recipe.temperature > 0 ? WORDS.chartHint : WORDS.noTreatment));
  if (run.recipe.temperature <= 0) return;
  const band = bandOf(run, COLUMNS);
  line(sheet, 15, band.words);
  for (const level of band.levels) line(sheet, 9, level);
  line(sheet, 14, band.clocks);
}

/** From which to which column each column of the list reaches. */
const LIST: Record<keyof typeof WORDS.columns, readonly [number, number]> = {
  position: [1, 2],
  check: [3, 4],
  order: [5, 11],
  product: [12, 18],
  material: [19, 21],
  pieces: [22, 24],
  unit_weight: [25, 28],
  weight: [29, 32],
  size: [33, 38],
  next: [39, 48],
};

const listed = (values: Record<keyof typeof LIST, readonly [Span['value'], SheetStyle]>): Span[] =>
  Object.entries(LIST).map(([name, [from, to]]) => span(from, to, ...values[name as keyof typeof LIST]));

function writeMembers(sheet: ExcelJS.Worksheet, run: FurnaceRun, { part, parts, before, members }: Part): void {
  const title = `${TEXT.membersText(run.members.length, run.pieces)}${TEXT.partText(part, parts)}`;
  line(sheet, 22, headed(title, part < parts ? WORDS.continued : WORDS.membersHint));
  line(
    sheet,
    20,
    Object.entries(LIST).map(([name, [from, to]]) => span(from, to, WORDS.columns[name as keyof typeof LIST], LOOKS.head)),
  );
  const height = Math.min(MEMBER_POINTS, MEMBERS_POINTS / Math.max(1, members.length));
  const text = height < DENSE_POINTS ? LOOKS.denseText : LOOKS.text;
  for (const [at, member] of members.entries())
    line(
      sheet,
      height,
      listed({
        position: [before + at + 1, LOOKS.position],
        check: [WORDS.box, LOOKS.box],
        order: [member.unique_order, LOOKS.order],
        product: [member.product_name, text],
        material: [member.material, LOOKS.shrunk],
        pieces: [member.pieces, LOOKS.pieces],
        unit_weight: [member.unit_weight, LOOKS.number],
        weight: [member.weight, LOOKS.number],
        size: [TEXT.sizeText(member), LOOKS.shrunk],
        next: [TEXT.nextText(member.next), text],
      }),
    );
  if (part < parts) return;
  line(sheet, 23, [
    span(1, 21, WORDS.total, LOOKS.total),
    span(22, 24, run.pieces, LOOKS.total),
    span(25, 28, null, LOOKS.total),
    span(29, 32, run.load_weight, LOOKS.total),
    span(33, COLUMNS, null, LOOKS.total),
  ]);
}

/** What is written by hand. */
function writeRecords(sheet: ExcelJS.Worksheet): void {
  const { record } = WORDS;
  line(sheet, 22, headed(WORDS.records, WORDS.recordsHint));
  const three = (words: readonly string[], blank: string | null): Span[] =>
    words.flatMap((word, at) => [span(at * 16 + 1, at * 16 + 6, word, LOOKS.record), span(at * 16 + 7, at * 16 + 16, blank, LOOKS.blank)]);
  line(sheet, 31, three([record.started, record.held, record.ended], WORDS.colon));
  line(sheet, 31, three([record.recorder, record.measured, record.defective], null));
  line(sheet, 31, [
    span(1, 6, record.notes, LOOKS.record),
    span(7, 32, null, LOOKS.blank),
    span(33, 38, record.worker, LOOKS.record),
    span(39, COLUMNS, null, LOOKS.blank),
  ]);
}
