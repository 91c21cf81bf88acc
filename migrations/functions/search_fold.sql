-- What searches compare, as searchKey of domain/ground/fold says it: in lower case, hiragana as katakana, each sign one with those that encodings confuse it with. It leaves
-- out what a text does not need. A column of audit and an index of orders are made of it: who changes it makes them anew.
create or replace function search_fold(content text) returns text language sql immutable parallel safe as $$
  select case
    when octet_length(content) = char_length(content) then lower(content collate "default")
    when normalize(translate(content, '‾￣⋯', '~~…'), NFKC) ~ '[ぁ-ゖ]'
      then translate(lower(normalize(translate(content, '‾￣⋯', '~~…'), NFKC) collate "default"),
        'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖー‐‑‒–—―⁃˗−─━〜∼∾˜¦│┃∥¥∖⁄∕‘’‛′ʼ“”‟〝〞〟·•‧∙⋅',
        'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ------------~~~~|||‖\\//''''''''''""""""・・・・・')
    when normalize(translate(content, '‾￣⋯', '~~…'), NFKC) ~ '[ー‐‑‒–—―⁃˗−─━〜∼∾˜¦│┃∥¥∖⁄∕‘’‛′ʼ“”‟〝〞〟·•‧∙⋅]'
      then translate(lower(normalize(translate(content, '‾￣⋯', '~~…'), NFKC) collate "default"), 'ー‐‑‒–—―⁃˗−─━〜∼∾˜¦│┃∥¥∖⁄∕‘’‛′ʼ“”‟〝〞〟·•‧∙⋅', '------------~~~~|||‖\\//''''''''''""""""・・・・・')
    else lower(normalize(translate(content, '‾￣⋯', '~~…'), NFKC) collate "default")
  end $$;
