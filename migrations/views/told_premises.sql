-- On which changes of the plant the plans stand that lie in a layer, one row each. The published plan stands on none.
create view told_premises as
select p.layer, told.place, told.premise ->> 'kind' as kind, told.premise
from plans p cross join lateral jsonb_array_elements(p.premises) with ordinality as told (premise, place) where p.layer is not null;
