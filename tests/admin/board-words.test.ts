import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Placement, placeWords, SMALL, type Wording } from '../../admin/board/chart/scene/place-words.ts';
import type { Extent } from '../../admin/board/chart/scene/press.ts';
import { abbreviationOf, shortForm } from '../../server/domain/plant/abbreviation.ts';

const BAR: Wording = { id: '1', bar: { from: 100, to: 160 }, left: 4, right: 4, before: 0, sign: 0, main: 33, second: 44, short: 22 };
const LANE: Extent = { from: 0, to: 1000 };
const placed = (changed: Partial<Wording>, markers: Extent[] = [], lane = LANE, others: Wording[] = []) =>
  placeWords([{ ...BAR, ...changed }, ...others], markers, lane).get('1')!;
const inside = (from: number, to: number) => ({ bar: { from, to } });

describe('the words of a bar', () => {
  it.each<[string, Partial<Wording>, Extent[], string]>([
    ['all inside where there is room', inside(100, 200), [], 'inside'],
    ['the place beside, where only the task has room', {}, [], 'second_beside'],
    ['all beside a short bar', inside(100, 120), [], 'beside'],
    ['the task alone where something stands close by', inside(100, 120), [{ from: 170, to: 175 }], 'main_beside'],
    ['left of the bar where there is none', inside(100, 120), [{ from: 122, to: 130 }], 'left'],
    [
      'two characters where there is none at all',
      inside(100, 132),
      [
        { from: 90, to: 100 },
        { from: 132, to: 140 },
      ],
      'short',
    ],
    [
      'two smaller ones on a half day',
      inside(100, 120),
      [
        { from: 90, to: 100 },
        { from: 120, to: 130 },
      ],
      'small',
    ],
    [
      'nothing rather than one character',
      inside(100, 110),
      [
        { from: 90, to: 100 },
        { from: 110, to: 130 },
      ],
      'none',
    ],
    ['the task inside, where its place has no room anywhere', {}, [{ from: 160, to: 170 }], 'inside'],
  ])('stand %s', (_, changed, markers, rule) => {
    expect(placed(changed, markers).rule).toBe(rule);
  });

  it('stand left of the mark of a conflict', () => {
    const { main, taken } = placed({ ...inside(100, 120), before: 17 }, [{ from: 122, to: 130 }]);
    expect(main! + BAR.main).toBeLessThanOrEqual(83);
    expect(taken.from).toBe(main);
  });

  it('heed the end of the timeline, but no line that crosses the bar itself', () => {
    expect(placed(inside(100, 120), [], { from: 0, to: 140 }).rule).toBe('left');
    expect(placed(inside(100, 120), [{ from: 108, to: 112 }]).rule).toBe('beside');
  });

  it('keep off the words that the bar before them has beside it', () => {
    const next: Wording = { ...BAR, id: '2', ...inside(255, 275) };
    const found = placeWords([{ ...BAR, ...inside(100, 120) }, next], [{ from: 277, to: 285 }], LANE);
    expect(found.get('1')!.rule).toBe('beside');
    expect(found.get('2')!.main!).toBeGreaterThan(found.get('1')!.taken.to);
  });
});

/** Where words are drawn. */
const drawn = (words: Wording, { main, second, short, rule }: Placement): Extent[] => [
  ...(main === undefined ? [] : [{ from: main, to: main + words.main }]),
  ...(second === undefined ? [] : [{ from: second, to: second + words.second }]),
  ...(short === undefined ? [] : [{ from: short, to: short + words.short * (rule === 'small' ? SMALL : 1) }]),
];
const apart = (one: Extent, other: Extent): boolean => one.to <= other.from || other.to <= one.from;
const within = (one: Extent, { from, to }: Extent): boolean => one.from >= from && one.to <= to;

const wordings = fc
  .array(
    fc.record({
      ...{ gap: fc.integer({ min: 0, max: 160 }), width: fc.integer({ min: 2, max: 140 }), left: fc.integer({ min: 3, max: 10 }) },
      ...{ right: fc.constantFrom(4, 16), before: fc.constantFrom(0, 0, 0, 17), sign: fc.constantFrom(0, 14, 15) },
      ...{ main: fc.integer({ min: 20, max: 100 }), second: fc.constantFrom(0, 20, 60, 110), short: fc.constantFrom(0, 14, 22) },
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((given) => {
    let at = 0;
    return given.map(({ gap, width, ...words }, index): Wording => {
      const from = at + gap;
      at = from + width;
      return { id: String(index), bar: { from, to: at }, ...words };
    });
  });
const markers = fc.array(
  fc
    .record({ from: fc.integer({ min: 0, max: 2500 }), width: fc.constantFrom(4, 6, 90) })
    .map(({ from, width }) => ({ from, to: from + width })),
  { maxLength: 6 },
);

describe('the words of random lanes', () => {
  it('never overlap other bars, their marks, other words or markers, stay in the lane, and are never cut', () => {
    fc.assert(
      fc.property(wordings, markers, (bars, marks) => {
        const lane = { from: 0, to: bars.at(-1)!.bar.to + 120 };
        const found = placeWords(bars, marks, lane);
        const all = bars.flatMap((words) => drawn(words, found.get(words.id)!).map((extent) => ({ words, extent })));
        for (const { words, extent } of all) {
          const own = { from: words.bar.from, to: words.bar.to };
          const isInside = within(extent, own);
          // On the bar in full, or beside it in full.
          expect(isInside || apart(extent, own)).toBe(true);
          if (isInside) continue;
          expect(within(extent, lane)).toBe(true);
          for (const mark of marks) expect(apart(extent, mark)).toBe(true);
          for (const other of bars)
            if (other !== words) expect(apart(extent, { from: other.bar.from - other.before, to: other.bar.to })).toBe(true);
        }
        for (const [at, one] of all.entries()) for (const other of all.slice(at + 1)) expect(apart(one.extent, other.extent)).toBe(true);
      }),
    );
  });

  it('say the task or its short form wherever either fits', () => {
    fc.assert(
      fc.property(wordings, markers, (bars, marks) => {
        const found = placeWords(bars, marks, { from: 0, to: bars.at(-1)!.bar.to + 120 });
        for (const words of bars) {
          const { rule, main, short } = found.get(words.id)!;
          if (main !== undefined || short !== undefined) continue;
          expect(rule).toBe('none');
          expect(words.short === 0 || words.short * SMALL > words.bar.to - words.bar.from - 2).toBe(true);
        }
      }),
    );
  });
});

describe('two characters for a task', () => {
  it.each([
    ['外観検査', '外検'],
    ['荒加工', '荒加'],
    ['焼戻し', '焼戻'],
    ['グラインダー仕上', '仕上'],
    ['ショットブラスト', 'ショ'],
    ['外注塗装', '塗装'],
    ['外注', '外注'],
    ['外注Ａ', '外注'],
    ['外注 荒 加工', '荒加'],
    ['外観検査Ａ', '外観'],
    ['ア外観検査', '外観'],
    ['三次元測定', '三次'],
    ['仕 上', '仕上'],
    ['Ｎ Ｃ', 'NC'],
    ['NC', 'NC'],
  ])('of %s are %s', (name, short) => {
    expect(abbreviationOf(name)).toBe(short);
  });

  it('are the chosen ones where somebody chose', () => {
    expect(shortForm({ task_name: '焼なまし', abbreviation: '焼鈍' })).toBe('焼鈍');
    expect(shortForm({ task_name: '焼戻し', abbreviation: '' })).toBe('焼戻');
  });
});
