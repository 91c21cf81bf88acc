import { addDays } from '../../server/domain/ground/plant-time.ts';
import { createRandom } from '../../server/scheduling/random.ts';
import {
  addLot,
  addOrder,
  DEMOLDING,
  facility,
  foundry,
  HEAT,
  MACHINING,
  MOULDING,
  product,
  SHAKE_OUT,
  TEMPERING,
  TODAY,
  treatment,
} from './plant.ts';

/** A random small foundry that uses every field: several products, treatments, weekdays, waiting days, overrides, partners, part receipts. */
export function randomPlant(seed: number, orders: number) {
  const random = createRandom(seed);
  const { below } = random;
  const any = <T>(...values: T[]): T => values[below(values.length)]!;
  const rows = foundry();
  rows.facilities.push(
    facility(21, [HEAT, TEMPERING], { max_weight: 1500, volume: 3, availability: any(1, 2) }),
    facility(22, [MACHINING, SHAKE_OUT], { availability: any(1, 2) }),
  );
  for (let id = 2; id <= 4; id += 1)
    rows.products.push(
      product({ id, product_code: `P-${id}`, volume_factor: any(null, 1.1), volume: any(null, 0.1, 0.2), round_up: any(null, 0.15) }),
    );
  for (let product_id = 1; product_id <= 4; product_id += 1) addMasters(product_id);
  for (let i = 0; i < 12; i += 1)
    rows.facility_availabilities.push({
      facility_id: any(11, 12, 13, 14, 21, 22),
      date: addDays(TODAY, i * 2 + below(2)),
      units: any(0, 1, 2),
    });
  for (let i = 0; i < orders; i += 1) addRandomOrder();
  return rows;

  function addMasters(product_id: number): void {
    const recipe = {
      temperature: any(880, 900),
      retention_time: any(0, 3, 4, 6),
      cooling_method: any('空冷', '炉冷', '水冷'),
      cooling_time: any(0, 4, 12),
    };
    const when = { work_settings: any<string[]>([], ['月', '水', '金'], ['火']), waiting_days: below(3) };
    if (below(5) > 0) rows.heat_treatments.push(treatment({ product_id, facility_id: any(null, null, 21), ...recipe, ...when }));
    if (below(2) > 0)
      rows.heat_treatments.push(
        treatment({ product_id, task_id: TEMPERING, temperature: 620, retention_time: any(2, 4), cooling_time: 2, waiting_days: 1 }),
      );
    if (below(3) === 0) rows.product_processings.push({ product_id, task_id: MACHINING, facility_id: any(14, 22), waiting_days: below(2) });
    if (below(2) > 0) rows.demoldings.push({ product_id, task_id: DEMOLDING, demolding_time: any(0, 8, 30) });
  }

  function addRandomOrder(): void {
    const parts = {
      product_id: any(1, 2, 3, 4),
      number: 1 + below(12),
      weight: any(20, 90, 160, null),
      delivery_date: any(null, addDays(TODAY, below(25) - 3)),
    };
    const casting = (): string | null => any(null, addDays(TODAY, below(12) - 8));
    addOrder(rows, { order: { ...parts, casting_date: addDays(TODAY, below(6) - 5) }, casting_date: casting(), tasks: route() });
    if (below(3) === 0) addLot(rows, rows.orders.length, '02', casting(), route());
  }

  function route() {
    const steps = [MOULDING, DEMOLDING, SHAKE_OUT, HEAT, MACHINING, TEMPERING, MACHINING].filter(() => below(4) > 0);
    const done = below(6) === 0 ? below(steps.length + 1) : 0;
    return steps.map((task_id, index) => ({
      ...{ task_id, setup_hours: any(0, 0.5, 1), work_hours: any(0, 0.75, 3, 11), solution_frame_days: any(0, 0, 2) },
      ...{ arrangement: any('内作', '内作', '内作', '内作', '外注'), received: index < done },
      ...{ last_reception_date: index < done ? any(null, addDays(TODAY, -2)) : null, order_quantity: any(0, 4) },
      received_quantity: any(0, 0, 1),
    }));
  }
}
