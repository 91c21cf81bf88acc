-- Whether a process is done by a partner. It folds only what may be one of the words: nothing else folds to these two characters, and each word has one of them.
create or replace function is_outsourced(arrangement text, outsourcing_code text) returns boolean language sql immutable as $$
  select (outsourcing_code <> '' and btrim(normalize(outsourcing_code, NFKC)) <> '')
    or ((strpos(arrangement, '外') > 0 or strpos(arrangement, '購') > 0) and btrim(normalize(arrangement, NFKC)) in ('外注', '外作', '外', '購入')) $$;
