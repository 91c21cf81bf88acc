import type { PlantDate } from '../../server/domain/ground/plant-time.ts';
import type { SheetCell } from '../../server/files/write-sheets.ts';
import { beforeName, FIGURES, FURNACES, LOAD, PLACES, TILES, TREND } from '../texts/figures.ts';
import { type Figures, monthDay, percentOf, shownValue, TILE_NAMES } from './format.ts';
import { loadOf, remarkOf } from './load.ts';
import { promisedRows } from './promised.ts';

const day = (date: PlantDate): SheetCell => ({ date });

/** The page as rows of a file: the figures, the weeks, furnaces, places, load and promises, one under the other. */
export function figureRows({ period, comparisons, weeks, furnaces, places, load, promises }: Figures): SheetCell[][] {
  const spans = [period, ...comparisons];
  const before = comparisons[0] ? beforeName(comparisons[0], period.kind) : '';
  return [
    [FIGURES.title, FIGURES.shown[period.kind], ...comparisons.map((before) => beforeName(before, period.kind))],
    [FIGURES.from, ...spans.map(({ from_date }) => day(from_date))],
    [FIGURES.to, ...spans.map(({ to_date }) => day(to_date))],
    ...TILE_NAMES.map((name) => [`${TILES[name].name}(${TILES[name].unit})`, ...spans.map((span) => shownValue(name, span[name]))]),
    [],
    [TREND.week, ...TILE_NAMES.map((name) => `${TILES[name].name}(${TILES[name].unit})`)],
    ...weeks.map((week) => [day(week.from_date), ...TILE_NAMES.map((name) => shownValue(name, week[name]))]),
    [],
    [FURNACES.furnace, `${FURNACES.fill}(%)`, FURNACES.runs, `${before} ${FURNACES.fill}(%)`, `${before} ${FURNACES.runs}`],
    ...furnaces.map((row) => [row.facility_name, percentOf(row.fill), row.runs, percentOf(row.fill_before), row.runs_before]),
    [],
    [PLACES.place, PLACES.lots, before],
    ...places.map(({ place, lots, lots_before }) => [PLACES.names[place], lots, lots_before]),
    [],
    [`${LOAD.title}(%)`, ...load.weeks.map(({ from_date }) => LOAD.weekFrom(monthDay(from_date))), LOAD.remark],
    ...load.facilities.map((facility) => [
      facility.facility_name,
      ...facility.weeks.map((week) => loadOf(week)),
      remarkOf(
        facility,
        load.weeks.map(({ from_date }) => from_date),
      ),
    ]),
    [],
    ...promisedRows(promises),
  ];
}
