import type { Knex } from 'knex';

/** Pieces of each lot of an order: the order's, evenly and rounded up. */
const SHARE = `(select ceil(max(o.number)::numeric / count(*))::integer
  from lots own join orders o on o.id = own.order_id join lots s on s.order_id = o.id where own.id = ot.lot_id)`;

const PIECES = `case when ot.order_quantity > 0 then ot.order_quantity else ${SHARE} end`;

/** Hours of a process of which nobody said any. */
const DEFAULT_HOURS = `coalesce((select (value ->> 'default_work_hours')::numeric from settings
  where key = 'plan_settings' and jsonb_typeof(value -> 'default_work_hours') = 'number'), 4)`;

const ANSWERED = `order_tasks ot left join outsourcing_answers a
  on a.order_task_id = ot.id and (a.task_id, a.outsourcing_code) = (ot.task_id, ot.outsourcing_code)`;

/** Whether a partner has completed more than has come, and all: asked in one go where nobody answered. */
const PARTNER_DONE = `coalesce(a.completed_quantity > ot.received_quantity and is_outsourced(ot.arrangement, ot.outsourcing_code)
  and a.completed_quantity >= ${PIECES}, false)`;
/** The same, asked of answers alone: with an unknown on its left, \`and\` looks at the rest, and a partner's code is dear to read. */
const PARTNER_DONE_OF_ANSWERS = `coalesce(a.completed_quantity > ot.received_quantity, false) and is_outsourced(ot.arrangement, ot.outsourcing_code)
  and a.completed_quantity >= ${PIECES}`;

const allReceived = (partnerDone: string): string =>
  `(all_received(ot.received, ot.order_quantity, ot.received_quantity) or (${partnerDone}))`;

const statesView = (partnerDone: string): string => `
  create or replace view order_task_states as
  select ot.id, ot.lot_id, ot.task_id, ot.task_sort, ot.last_reception_date, ${allReceived(partnerDone)} as all_received, ${PIECES} as pieces,
    coalesce(nullif(ot.setup_hours + ot.work_hours, 0), ${DEFAULT_HOURS}) as whole_hours,
    -- Of a row that was received in part its share of the work, without set-up.
    case when ot.received_quantity > 0 and ot.received_quantity < ot.order_quantity
      then case when ot.setup_hours + ot.work_hours > 0 then ot.work_hours else ${DEFAULT_HOURS} end
        * (ot.order_quantity - ot.received_quantity) / ot.order_quantity
      else coalesce(nullif(ot.setup_hours + ot.work_hours, 0), ${DEFAULT_HOURS}) end as work_hours
  from ${ANSWERED};`;

const PUBLISHED = '(select id from plans where published)';

/**
 * open_steps: the rows of lot_steps that are not finished, without the bars of order tasks, for who looks at what is left of every lot: it reads the few bars that are marked
 * instead of joining all; entry_id is that of a bar by hand. And order_task_states reads no partner's code that nobody answered for.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ${statesView(PARTNER_DONE_OF_ANSWERS)}
    create index plan_entries_received on plan_entries (order_task_id) where received_locked;
    create view open_steps as
    select ot.lot_id, ot.id as order_task_id, ot.task_id, ot.task_sort, null::bigint as entry_id, ot.arrangement, ot.outsourcing_code,
      is_outsourced(ot.arrangement, ot.outsourcing_code) as outsourced, ot.solution_frame_days
    from ${ANSWERED}
    where not ${allReceived(PARTNER_DONE_OF_ANSWERS)}
      and not exists (select 1 from plan_entries e where e.order_task_id = ot.id and e.received_locked and e.plan_id = ${PUBLISHED})
    union all
    select e.lot_id, null, e.task_id, e.task_sort, e.id, '', '', e.outsourced, null
    from plan_entries e where e.order_task_id is null and not e.received_locked and e.plan_id = ${PUBLISHED}`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop view open_steps; drop index plan_entries_received; ${statesView(PARTNER_DONE)}`);
}
