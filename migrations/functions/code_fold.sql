-- The key of a code, as codeKey of domain/ground/fold says it: in upper case, without what cannot be seen, and each sign one with those that encodings confuse
-- it with (〜 and ～, − and －, ‖ and ∥). Keys that are kept were made by it: who changes it makes them anew.
create or replace function code_fold(content text) returns text language sql immutable parallel safe as $$
  select case
    when content ~ '^[!-~]*$' then upper(content collate "default")
    else upper(btrim(regexp_replace(translate(
      normalize(translate(regexp_replace(content, U&'[\200B-\200F\202A-\202E\2060\2066-\2069\FEFF\00AD]', '', 'g'), '‾￣⋯', '~~…'), NFKC),
      'ー‐‑‒–—―⁃˗−─━〜∼∾˜¦│┃∥¥∖⁄∕‘’‛′ʼ“”‟〝〞〟·•‧∙⋅', '------------~~~~|||‖\\//''''''''''""""""・・・・・'),
      -- Blanks that NFKC leaves as they are.
      U&'[\0009-\000D \1680\2028\2029]+', ' ', 'g')) collate "default")
  end $$;
