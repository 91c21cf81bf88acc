import type { Knex } from 'knex';

const letters = (first: number, last: number): string =>
  String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
const HIRAGANA = letters(0x3041, 0x3096);
const KATAKANA = letters(0x30a1, 0x30f6);

/** Each with those that encodings confuse it with. */
const SIGNS: readonly (readonly [string, string])[] = [
  ['-', `\u30fc${letters(0x2010, 0x2015)}\u2043\u02d7\u2212\u2500\u2501`],
  ['~', '\u301c\u223c\u223e\u02dc'],
  ['|', '\u00a6\u2502\u2503'],
  ['\u2016', '\u2225'],
  ['\\', '\u00a5\u2216'],
  ['/', '\u2044\u2215'],
  ["''", '\u2018\u2019\u201b\u2032\u02bc'],
  ['"', '\u201c\u201d\u201f\u301d\u301e\u301f'],
  ['\u30fb', '\u00b7\u2022\u2027\u2219\u22c5'],
];
const CONFUSED = SIGNS.map(([, others]) => others).join('');
const MEANT = SIGNS.map(([one, others]) => one.repeat(others.length)).join('');

/** What NFKC would take apart goes before it. */
const NORMAL = `normalize(translate(content, '\u203e\uffe3\u22ef', '~~\u2026'), NFKC)`;
const INVISIBLE = '\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u00ad';
/** Blanks that NFKC leaves as they are. */
const BLANKS = '\t-\r \u1680\u2028\u2029';
const trimmed = (text: string): string => `upper(btrim(regexp_replace(${text}, '[${BLANKS}]+', ' ', 'g')) collate "default")`;

const CODE_FOLD = trimmed(
  `translate(${NORMAL.replace('content', `regexp_replace(content, '[${INVISIBLE}]', '', 'g')`)}, '${CONFUSED}', '${MEANT}')`,
);
const SEARCH_FOLD = `
  when ${NORMAL} ~ '[${HIRAGANA.at(0)}-${HIRAGANA.at(-1)}]'
    then translate(lower(${NORMAL} collate "default"), '${HIRAGANA}${CONFUSED}', '${KATAKANA}${MEANT}')
  when ${NORMAL} ~ '[${CONFUSED}]' then translate(lower(${NORMAL} collate "default"), '${CONFUSED}', '${MEANT}')
  else lower(${NORMAL} collate "default")`;

/** As it was: dashes alone, and the long vowel mark where no kana follows. */
const FORMER_DASHES = '\u2010-\u2015\u2212\u2500\u2501';
const FORMER_CODE_FOLD = trimmed(
  `regexp_replace(normalize(regexp_replace(regexp_replace(content, '[${INVISIBLE}]', '', 'g'),
     '[${FORMER_DASHES}\uff0d\u30fc\uff70](\\?![\u3040-\u30ff])', '-', 'g'), NFKC), '[${FORMER_DASHES}]', '-', 'g')`,
);
const FORMER_SEARCH_FOLD = `
  when normalize(content, NFKC) ~ '[${HIRAGANA.at(0)}-${HIRAGANA.at(-1)}]'
    then translate(lower(normalize(content, NFKC) collate "default"), '${HIRAGANA}', '${KATAKANA}')
  else lower(normalize(content, NFKC) collate "default")`;

const folds = (code: string, search: string): string => `
  create or replace function code_fold(content text) returns text language sql immutable parallel safe as
    $$ select case when content ~ '^[!-~]*$' then upper(content collate "default") else ${code} end $$;
  create or replace function search_fold(content text) returns text language sql immutable parallel safe as
    $$ select case when octet_length(content) = char_length(content) then lower(content collate "default") ${search} end $$;`;

/** Every key of a code, the code that it is made of, and what it is unique within. */
const KEYS: readonly (readonly [string, string, string, string?])[] = [
  ['tasks', 'code_key', 'task_code'],
  ['facilities', 'code_key', 'facility_code'],
  ['outsourcings', 'code_key', 'outsourcing_code'],
  ['products', 'code_key', 'product_code'],
  ['employees', 'employee_key', 'employee_id'],
  ['orders', 'serial_key', 'serial_number'],
  ['completed_orders', 'serial_key', 'serial_number'],
  ['lots', 'lot_key', 'lot_number', 'order_id'],
  ['terminals', 'name_key', 'name'],
];

/** Of several that are one by now the first gets the key; the others keep what they had, and are found by their spelling in the lists. */
const rekey = (): string => `
  ${KEYS.map(([table, key, code, within]) => {
    const group = within ? `t.${within}, ` : '';
    return `
      with stale as (select distinct on (${group}code_fold(t.${code})) t.${key} as old, ${group}code_fold(t.${code}) as new
        from ${table} t where t.${key} <> code_fold(t.${code}) order by ${group}code_fold(t.${code}), t.${key})
      update ${table} k set ${key} = s.new from stale s
      where k.${key} = s.old ${within ? `and k.${within} = s.${within}` : ''}
        and not exists (select 1 from ${table} o where o.${key} = s.new ${within ? `and o.${within} = s.${within}` : ''});`;
  }).join('')}
  update orders set product_key = code_fold(product_code) where product_key <> code_fold(product_code);
  update orders o set product_id = p.id from products p where o.product_id is null and p.active and o.product_key <> '' and p.code_key = o.product_key;
  -- What was kept by the former text.
  update audit set kind = kind where part_of is null and subject_key is distinct from search_fold(audit_subject(kind, key, old, new));
  do $$ begin
    if to_regclass('orders_serial_search') is not null then reindex index orders_serial_search; end if;
  end $$;`;

/**
 * One fold of characters for keys and searches: 〜 and ～, − and －, ‖ and ∥ and others that two decoders of the same bytes spell differently are one sign.
 * code_fold says what codeKey of domain/ground/fold says, search_fold what searchKey says.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(folds(CODE_FOLD, SEARCH_FOLD));
  await knex.raw(rekey());
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(folds(FORMER_CODE_FOLD, FORMER_SEARCH_FOLD));
  await knex.raw(`${rekey()} drop function code_fold(text);`);
}
