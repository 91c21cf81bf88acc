import type { Worksheet } from 'exceljs';
import type { PlantDate } from '../../../domain/ground/plant-time.ts';
import { OUTSOURCING_TEXTS, REQUEST_SHEET as TEXTS } from '../../../domain/texts/outsourcing.ts';
import type { Neighbour, WorkDetail } from '../../outsourcing/outsourcing.service.ts';
import { CHAIN_ORDER, CHAIN_TITLE, STEPS } from './styles.ts';

/** Whether another partner gives the work or takes it. */
export const isChained = ({ previous, next }: WorkDetail): boolean => Boolean(previous?.outsourcing_name ?? next?.outsourcing_name);

/** The partner as people call it. */
export const partnerName = (work: Pick<WorkDetail, 'outsourcing_name'>): string => work.outsourcing_name ?? OUTSOURCING_TEXTS.nobody;

/** Where the steps stand: the cells of name and dates of each; the last, too narrow for both, takes them in one. */
const PLACES = [
  ['C', 'E', 'F', 'G'],
  ['H', 'I', 'J', 'J'],
  ['K', 'L', 'M', 'M'],
  ['N', 'O', null, null],
] as const;

const short = (date: PlantDate): string => date.slice(5).replace('-', '/');
const span = (from: PlantDate, to: PlantDate): string => (from === to ? short(from) : `${short(from)}〜${short(to)}`);

interface Step {
  kind: keyof typeof STEPS;
  name: string;
  dates: string;
}

const stepOf = ({ task_name, outsourcing_name, start_date, end_date }: Neighbour, last: boolean): Step => ({
  kind: outsourcing_name === null ? 'house' : 'partner',
  name: `${outsourcing_name ?? OUTSOURCING_TEXTS.inHouse} ${task_name}`,
  dates: last && outsourcing_name === null ? TEXTS.since(short(start_date)) : span(start_date, end_date),
});

/** 渡り外注の流れ: for each work that comes from another partner or goes to one, what is before and behind it. Gives the last row written. */
export function writeChains(sheet: Worksheet, works: readonly WorkDetail[], from: number): number {
  const chained = works.filter(isChained);
  if (chained.length === 0) return from - 2;
  const title = sheet.getRow(from);
  title.getCell('A').value = TEXTS.chains(chained.length);
  title.getCell('A').style = CHAIN_TITLE;
  title.height = 20;
  title.commit();
  chained.forEach((work, index) => {
    writeChain(sheet, work, from + 1 + index);
  });
  return from + chained.length;
}

function writeChain(sheet: Worksheet, work: WorkDetail, at: number): void {
  const row = sheet.getRow(at);
  row.height = 18;
  row.getCell('A').value = work.unique_order;
  row.getCell('A').style = CHAIN_ORDER;
  sheet.mergeCells(`A${at}:B${at}`);
  const own: Step = { kind: 'own', name: partnerName(work), dates: span(work.handover_date, work.answered_date ?? work.return_date) };
  const behind = [work.next, work.after].flatMap((step, index) => (step ? [stepOf(step, index === 1 || work.after === null)] : []));
  const steps = [...(work.previous ? [stepOf(work.previous, false)] : []), own, ...behind];
  steps.slice(0, PLACES.length).forEach(({ kind, name, dates }, index) => {
    const [a, b, c, d] = PLACES[index]!;
    const text = index === 0 ? name : `→ ${name}`;
    row.getCell(a).value = c === null ? `${text}　${dates}` : text;
    row.getCell(a).style = c === null ? STEPS[kind].whole : STEPS[kind].name;
    sheet.mergeCells(`${a}${at}:${b}${at}`);
    if (c === null) return;
    row.getCell(c).value = dates;
    row.getCell(c).style = STEPS[kind].dates;
    if (c !== d) sheet.mergeCells(`${c}${at}:${d}${at}`);
  });
  row.commit();
}
