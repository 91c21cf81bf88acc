import { fileStamp, formatDate } from '../../server/domain/ground/plant-time.ts';
import { saveCsv } from '../parts/download.ts';
import { now } from '../providers/clock.ts';
import { beforeName, FIGURES, FURNACES, LOAD, PLACES, TILES, TREND } from '../texts/figures.ts';
import { type Figures, monthDay, percentOf, shownValue, TILE_NAMES } from './format.ts';
import { loadOf, remarkOf } from './load.ts';

const text = (value: number | null): string => (value === null ? '' : String(value));

/** The page as rows of a file: the figures, the weeks, furnaces, places and load, one under the other. */
function figureRows({ period, comparisons, weeks, furnaces, places, load }: Figures): string[][] {
  const spans = [period, ...comparisons];
  const before = comparisons[0] ? beforeName(comparisons[0].kind, period.kind) : '';
  return [
    [FIGURES.title, FIGURES.shown[period.kind], ...comparisons.map(({ kind }) => beforeName(kind, period.kind))],
    [FIGURES.from, ...spans.map(({ from_date }) => formatDate(from_date))],
    [FIGURES.to, ...spans.map(({ to_date }) => formatDate(to_date))],
    ...TILE_NAMES.map((name) => [`${TILES[name].name}(${TILES[name].unit})`, ...spans.map((span) => text(shownValue(name, span[name])))]),
    [],
    [TREND.week, ...TILE_NAMES.map((name) => `${TILES[name].name}(${TILES[name].unit})`)],
    ...weeks.map((week) => [formatDate(week.from_date), ...TILE_NAMES.map((name) => text(shownValue(name, week[name])))]),
    [],
    [FURNACES.furnace, `${FURNACES.fill}(%)`, FURNACES.runs, `${before} ${FURNACES.fill}(%)`, `${before} ${FURNACES.runs}`],
    ...furnaces.map((row) => [
      row.facility_name,
      text(percentOf(row.fill)),
      String(row.runs),
      text(percentOf(row.fill_before)),
      String(row.runs_before),
    ]),
    [],
    [PLACES.place, PLACES.lots, before],
    ...places.map(({ place, lots, lots_before }) => [PLACES.names[place], String(lots), text(lots_before)]),
    [],
    [`${LOAD.title}(%)`, ...load.weeks.map(({ from_date }) => LOAD.weekFrom(monthDay(from_date))), LOAD.remark],
    ...load.facilities.map((facility) => [
      facility.facility_name,
      ...facility.weeks.map((week) => text(loadOf(week))),
      remarkOf(
        facility,
        load.weeks.map(({ from_date }) => from_date),
      ),
    ]),
  ];
}

/** Saves the figures as a file that Excel opens. */
export const saveFigures = (figures: Figures): void => saveCsv(`${FIGURES.title}${fileStamp(now())}.csv`, figureRows(figures));
