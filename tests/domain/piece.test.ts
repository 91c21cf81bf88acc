import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Random, streamOf, whole } from '../../seeds/demo/random.ts';
import {
  brokenLimits,
  carries,
  DEFAULT_PIECE_SETTINGS,
  inTonnes,
  type Piece,
  type PieceLimits,
  type PieceSettings,
  pieceFits,
  piecesOf,
  piecesPerRun,
  readPiece,
  sizeAgainst,
} from '../../server/domain/plant/piece.ts';
import { findingsOf } from '../../server/features/master-check/findings.ts';
import type { Masters } from '../../server/features/master-check/master-check.store.ts';
import { addOrder, facility, foundry, HEAT, product, read, settings, TODAY, treatment } from '../scheduling/plant.ts';

const limits = { max_weight: 1000, depth: 2, width: 1, height: 1, volume: 2 };
const piece = (parts: Parameters<typeof product>[0], weight = 100, by: PieceSettings = DEFAULT_PIECE_SETTINGS) =>
  readPiece({ weight }, product(parts), by);

describe('a piece', () => {
  test.each([
    [{ volume: null, volume_factor: 1.2 }, 0.12, false],
    [{ volume: 0.1, volume_factor: 1.2 }, 0.12, false],
    [{ volume: 0.1019, volume_factor: 1.2 }, 0.1019 * 1.2, false],
    [{ volume: 0.12, volume_factor: 1.2 }, 0.12, false],
    [{ volume: 0.3, volume_factor: 1.2 }, 0.3, true],
    [{ volume: 0.12, volume_factor: 1.2, round_up: 0.15 }, 0.15, false],
    [{ volume: 0.12, volume_factor: 1.2, round_up: 0.1 }, 0.12, false],
    [{ depth: 500, width: 500, height: 400, volume: 100_000_000 }, 0.1, false],
    [{ depth: null, volume: 0.3 }, 0.3, false],
    [{ depth: 0.03, width: 0.02, height: 0.55, volume: 0.0004 }, 0.0004, false],
  ])('of %o takes %d m³', (parts, volume, oddVolume) => {
    const found = piece(parts);
    expect(found.volume).toBeCloseTo(volume, 9);
    expect(found.oddVolume).toBe(oddVolume);
  });

  test('is the same in millimetres and in metres', () => {
    const size = fc.integer({ min: 21, max: 3000 });
    fc.assert(
      fc.property(
        size,
        size,
        size,
        fc.constantFrom(null, 0, 1, 1.2),
        fc.constantFrom(0, 0.5, 1, 1.2, 3),
        (depth, width, height, volume_factor, share) => {
          const volume = depth * width * height * share || null;
          const [mm, m] = [
            piece({ depth, width, height, volume, volume_factor }),
            { depth: depth / 1000, width: width / 1000, height: height / 1000 },
          ];
          expect(mm).toEqual({ ...piece({ ...m, volume: volume && volume / 1e9, volume_factor }), volume: expect.closeTo(mm.volume, 9) });
        },
      ),
      { examples: [[21, 1, 1, null, 0]] },
    );
    expect(readPiece({ weight: null }, product({}), DEFAULT_PIECE_SETTINGS).weight).toBe(0);
    // One side tells; a small volume beside it is in cubic metres already.
    expect(piece({ depth: 20, width: 20, height: 20, volume: 1001 })).toMatchObject({ depth: 20, volume: 1001 });
    expect(piece({ depth: 20.5, width: 1, height: 1, volume: 1000 })).toMatchObject({ depth: 0.0205, width: 0.001, volume: 1000 });
    expect([null, 0, 0.5, 49, 50].map(inTonnes)).toEqual([false, false, true, true, false]);
  });

  test('goes in where no limit is below it, either way round, and each that is below it is named; empty and 0 limits do not bind', () => {
    const of = (most: number) => fc.integer({ min: 0, max: most }).map((step) => step / 10);
    const limit = (most: number) => fc.option(of(most), { freq: 4 });
    const pieces = fc.record<Piece>({
      ...{ weight: of(8), volume: of(8), depth: of(8), width: of(8), height: of(8) },
      box: fc.constant(0),
      oddVolume: fc.constant(false),
    });
    const chambers = fc.record<PieceLimits>({ max_weight: limit(8), volume: limit(8), depth: limit(8), width: limit(8), height: limit(8) });
    fc.assert(
      fc.property(pieces, chambers, (one, most) => {
        const within = (value: number, bound: number | null): boolean => !bound || value <= bound;
        const floor = [one.depth, one.width].some((side, at, sides) => within(side, most.depth) && within(sides[1 - at]!, most.width));
        const kept = {
          weight: within(one.weight, most.max_weight),
          floor,
          height: within(one.height, most.height),
          volume: within(one.volume, most.volume),
        };
        const broken = Object.entries(kept).flatMap(([name, keeps]) => (keeps ? [] : [name]));
        expect([brokenLimits(one, most), pieceFits(one, most), carries(one.weight, most)]).toEqual([
          broken,
          broken.length === 0,
          kept.weight,
        ]);
        const tenths = (value: number | null): number => Math.round((value || Number.POSITIVE_INFINITY) * 10);
        const run = Math.min(
          Math.floor(tenths(most.max_weight) / tenths(one.weight || 0)),
          Math.floor(tenths(most.volume) / tenths(one.volume)),
        );
        if (one.weight > 0 && one.volume > 0) expect(piecesPerRun(one, most)).toBe(run);
      }),
      { numRuns: 400 },
    );
    expect(piecesPerRun(piece({}, 0), { ...limits, volume: null })).toBe(Number.POSITIVE_INFINITY);
  });

  test('is one of those that the row has still to do, else of the share of its lot; of a lot there is one at least', () => {
    const of = (order_quantity: number, received_quantity: number) => piecesOf({ number: 7 }, { order_quantity, received_quantity }, 3);
    expect([of(5, 2), of(5, 5), of(5, 9), of(0, 0), piecesOf({ number: 7 }, null, 3), piecesOf({ number: 0 }, null, 0)]).toEqual([
      ...[3, 1, 1, 3, 3, 1],
    ]);
  });

  test('is said against a limit as both stand in the masters', () => {
    const sizes = { weight: 12, depth: 2.5, width: null, height: 1, volume: null };
    expect((['weight', 'floor', 'height', 'volume'] as const).map((limit) => sizeAgainst(limit, sizes))).toEqual([12, '2.5×0', 1, 0]);
    expect(sizeAgainst('floor', { ...sizes, depth: null, width: 3 })).toBe('0×3');
  });
});

const choice = <Value>(random: Random, values: readonly Value[]): Value => values[whole(random, 0, values.length - 1)]!;
const some = (random: Random, ...values: (number | null)[]): number | null => choice(random, values);

/** A furnace or two, a product and an order that asks for its treatment. */
function smallPlant(random: Random) {
  const rows = foundry();
  const chamber = () => ({
    ...{ depth: some(random, null, 0, 0.9, 2), width: some(random, null, 0.6, 1), height: some(random, null, 0.5, 1) },
    ...{ max_weight: some(random, null, 0, 300, 1000), volume: some(random, null, 0, 0.2, 0.5, 2) },
  });
  rows.facilities = [facility(13, [HEAT], chamber()), ...(random() < 0.5 ? [facility(14, [HEAT], chamber())] : [])];
  const scale = choice(random, [1, 1000]);
  const size = (...values: (number | null)[]) =>
    choice(
      random,
      values.map((value) => value && value * scale),
    );
  rows.products = [
    product({
      ...{ depth: size(null, 0.5, 0.8, 1.5), width: size(0.5, 0.7, 1.2), height: size(0.4, 0.6, 1.1) },
      ...{ volume: some(random, null, 0.1, 0.2, 0.48, 1.9), volume_factor: some(random, null, 1, 1.3) },
      round_up: some(random, null, 0.25, 0.6),
    }),
  ];
  rows.heat_treatments = [treatment()];
  addOrder(rows, { order: { weight: some(random, null, 100, 500, 1200) }, tasks: [HEAT] });
  return rows;
}

function mastersOf(rows: ReturnType<typeof smallPlant>): Masters {
  const [order] = rows.orders;
  const need = {
    ...{ product_id: 1, product_code: 'P-1', task_id: HEAT, orders: [1], serials: ['S1'], weight: order!.weight },
    without_frame_days: false,
  };
  return {
    ...{ needs: [need], tasks: rows.tasks.map((task) => ({ ...task, code_key: task.task_code })), products: rows.products.slice() },
    ...{ heats: rows.heat_treatments.map((row) => ({ ...row, work_settings: [...row.work_settings] })), processings: [] },
    ...{ demoldings: [], facilities: rows.facilities.map((row) => ({ ...row, units: row.availability, task_ids: [...row.task_ids] })) },
    ...{ holidays: [], lastDelivery: null, doubles: [] },
  };
}

test('マスタ点検 says of a piece what a run says of it, whatever the settings', () => {
  const random = streamOf(7, 'pieces');
  const said = { refused: 0, odd: 0, quiet: 0 };
  for (let plant = 0; plant < 400; plant += 1) {
    const rows = smallPlant(random);
    const by = settings({ metre_limit: choice(random, [20, 900, 1000]), volume_match_tolerance: choice(random, [0, 0.02, 0.3]) });
    const run = read(rows, by).messages.map(({ code }) => code);
    const check = findingsOf(mastersOf(rows), by, TODAY).map(({ code }) => code);
    expect([check.includes('M110'), check.includes('M109')]).toEqual([run.includes('E105'), run.includes('I305')]);
    said.refused += Number(run.includes('E105'));
    said.odd += Number(run.includes('I305'));
    said.quiet += Number(!run.includes('E105'));
  }
  expect(Math.min(said.refused, said.odd, said.quiet)).toBeGreaterThan(40);
});
