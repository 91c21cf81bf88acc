-- What the files and the partners say of order tasks becomes a fact, or ceases to be one: its row stays, and says nothing until something is said again. What the shop floor or a planner has said of them stays.
create or replace function settle_receptions(ids bigint[]) returns void language plpgsql as $$ declare came bigint[]; begin
  if coalesce(cardinality(ids), 0) = 0 then return; end if;
  came := array(select id from order_tasks where id = any(ids) and all_received(received, order_quantity, received_quantity)
    union select completed_away(ids));
  perform open_actuals(came);
  update actuals a set received_by = said.received_by, received_on = said.received_on
  from (
    select ot.id, case when not ot.id = any(came) then case when own.received_by = 'casting' then 'casting' end
        when all_received(ot.received, ot.order_quantity, ot.received_quantity) then 'file' else 'partner' end as received_by,
      case when ot.id = any(came) then ot.last_reception_date end as received_on
    from order_tasks ot join actuals own on own.order_task_id = ot.id where ot.id = any(ids)) said
  where a.order_task_id = said.id and (a.received_by, a.received_on) is distinct from (said.received_by, said.received_on);
end $$;
