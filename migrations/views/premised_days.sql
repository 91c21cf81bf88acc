-- Days that are closed, or open, by the premises of a plan.
create view premised_days as
select distinct on (layer, date) layer, date, closed
from (select layer, place, (premise ->> 'date')::date as date, (premise ->> 'closed')::boolean as closed from told_premises where kind = 'holiday') said
order by layer, date, place desc;
