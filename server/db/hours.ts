import { DEFAULT_HOUR_SETTINGS } from '../domain/hours.ts';

/** Working hours of an order task `ot` in SQL, as domain/hours reads them (tests/db/hours.test.ts compares); null where a bar has none. */

/** Hours of a row that says none; a setting of another type is refused where it is kept. */
const DEFAULT = `coalesce((select (value ->> 'default_work_hours')::numeric from settings
  where key = 'plan_settings' and jsonb_typeof(value -> 'default_work_hours') = 'number'), ${DEFAULT_HOUR_SETTINGS.default_work_hours})`;

/** The hours of a row, whatever has been received of it. */
export const WHOLE_HOURS = `case when ot.id is not null then coalesce(nullif(ot.setup_hours + ot.work_hours, 0), ${DEFAULT}) end`;

/** The hours that a row has still to do: of one that was received in part its share of the work, without set-up. */
export const WORK_HOURS = `case when ot.received_quantity > 0 and ot.received_quantity < ot.order_quantity
  then case when ot.setup_hours + ot.work_hours > 0 then ot.work_hours else ${DEFAULT} end
    * (ot.order_quantity - ot.received_quantity) / ot.order_quantity
  else ${WHOLE_HOURS} end`;
