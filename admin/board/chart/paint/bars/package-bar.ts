import Gantt, { type BarBase } from 'frappe-gantt';
import type { Bar } from '../../scene/bars.ts';

/** The class of the package's bars. */
type BarClass = new (gantt: object, task: Bar) => BarBase<Bar>;

/**
 * frappe-gantt exports its chart only; the bar's class is taken from a bar that its own `make_bars` makes for a chart that is none.
 * Whatever that first bar adds to SVGElement.prototype is taken back.
 */
export function baseBarClass(): BarClass {
  const before = new Set(Object.getOwnPropertyNames(SVGElement.prototype));
  const bar = firstBar();
  // Its label would be measured in the next frame, in no document.
  bar.update_label_position = () => undefined;
  for (const name of Object.getOwnPropertyNames(SVGElement.prototype))
    if (!before.has(name)) Reflect.deleteProperty(SVGElement.prototype, name);
  return bar.constructor as BarClass;
}

function firstBar(): BarBase<Bar> {
  const now = new Date(0);
  const chart = Object.assign(Object.create(Gantt.prototype), {
    tasks: [{ id: '', name: '', dependencies: [], invalid: true, _index: 0, _start: now, _end: now, progress: 0 }],
    options: { bar_height: 0, padding: 0, bar_corner_radius: 0, readonly: true },
    config: { column_width: 1, header_height: 0, step: 1, unit: 'day', ignored_dates: [], ignored_positions: [] },
    gantt_start: now,
    layers: { bar: { appendChild: () => undefined } },
  }) as Gantt<Bar>;
  Gantt.prototype.make_bars.call(chart);
  return chart.bars[0]!;
}
