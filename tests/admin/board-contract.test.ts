import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Gantt from 'frappe-gantt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

// The board replaces methods of frappe-gantt 1.2.2. This holds each of them against the package: that it exists, takes what ours takes,
// and is the very code that was read when ours was written. A new version of the package fails here first.

/** As little of a document as the package needs to make one bar. */
class InertElement {
  classList = { add: () => undefined };
  style = {};
  setAttribute = () => undefined;
  getAttribute = () => '0';
  appendChild = () => undefined;
  querySelector = () => null;
  dispatchEvent = () => true;
}
const inertDocument = { createElementNS: () => new InertElement(), createEvent: () => ({ initEvent: () => undefined }) };

type Methods = Record<string, (...given: unknown[]) => unknown>;
let bar: { base: Methods; ours: Methods; overrides: readonly string[] };
let gantt: { base: Methods; ours: Methods; overrides: readonly string[] };

beforeAll(async () => {
  vi.stubGlobal('document', inertDocument);
  vi.stubGlobal('SVGElement', InertElement);
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const { baseBarClass } = await import('../../admin/board/chart/paint/bars/package-bar.ts');
  const { BAR_OVERRIDES, makePlannerBar } = await import('../../admin/board/chart/paint/bars/planner-bar.ts');
  const { GANTT_OVERRIDES, PlannerGantt } = await import('../../admin/board/chart/paint/bars/planner-gantt.ts');
  const methodsOf = (one: { prototype: unknown }) => one.prototype as Methods;
  bar = { base: methodsOf(baseBarClass()), ours: methodsOf(makePlannerBar()), overrides: BAR_OVERRIDES };
  gantt = { base: methodsOf(Gantt), ours: methodsOf(PlannerGantt), overrides: GANTT_OVERRIDES };
});

afterAll(() => {
  vi.unstubAllGlobals();
});

const own = (methods: Methods): string[] => Object.getOwnPropertyNames(methods).filter((name) => name !== 'constructor');

const fingerprint = (methods: Methods): string =>
  createHash('sha256')
    .update(
      own(methods)
        .map((name) => `${name}:${methods[name]}`)
        .join('\n'),
    )
    .digest('hex')
    .slice(0, 16);

it.each([
  ['gantt', () => gantt],
  ['bar', () => bar],
] as const)(
  'the %s names every method that it replaces, has none of the package by chance, and takes no more arguments than are passed',
  (_, sides) => {
    const { base, ours, overrides } = sides();
    expect(overrides.filter((name) => typeof base[name] !== 'function')).toEqual([]);
    const shared = own(ours).filter((name) => name in base);
    expect(shared.sort()).toEqual([...overrides].sort());
    for (const name of overrides) expect([name, ours[name]!.length <= base[name]!.length]).toEqual([name, true]);
  },
);

describe('the package', () => {
  it('is the version that was read', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../node_modules/frappe-gantt/package.json', import.meta.url), 'utf8'));
    expect(version).toBe('1.2.2');
  });

  it('still has the code that was read when its methods were replaced', () => {
    expect({ gantt: fingerprint(gantt.base), bar: fingerprint(bar.base) }).toEqual({ gantt: '8dd442a5add7cfe5', bar: 'e3cc303ae4a6a064' });
  });

  it('draws its frame in the order that the board counts on', () => {
    const steps = 'clear setup_layers make_grid make_dates make_grid_extras make_bars set_dimensions set_scroll_position'.split(' ');
    const called: string[] = [];
    const spy = Object.fromEntries(
      [...steps, 'make_arrows', 'map_arrows_on_bars'].map((name) => [name, () => steps.includes(name) && called.push(name)]),
    );
    Gantt.prototype.render.call({ ...spy, options: { scroll_to: null } });
    expect(called).toEqual(steps);
  });

  it('gets back what its first bar adds to SVGElement.prototype', () => {
    expect(Object.getOwnPropertyNames(SVGElement.prototype)).toEqual(['constructor']);
  });
});
