import { LANDINGS } from '../../ground/constants.ts';

/** What a value may be, as the end of a sentence: in Japanese and in English. */
interface May {
  ja: string;
  en: string;
}

/** What the variables of the environment may be; a wrong one stops the start with one sentence in both languages. */
export const CONFIG_MAY: Readonly<Record<string, May>> = {
  PORT: { ja: '0〜65535 の整数', en: 'a whole number from 0 to 65535' },
  HOST: { ja: 'アドレス (例 127.0.0.1、0.0.0.0)', en: 'an address such as 127.0.0.1 or 0.0.0.0' },
  DATABASE_URL: {
    ja: 'postgres://ユーザー:パスワード@ホスト:ポート/データベース の形',
    en: 'postgres://user:password@host:port/database',
  },
  DATA_DIR: { ja: 'フォルダーのパス', en: 'the path of a folder' },
  DEMO: { ja: '0 か 1、または空', en: '0 or 1, or empty' },
  TODAY: {
    ja: '実在する日付 YYYY-MM-DD (時刻を付けるなら YYYY-MM-DDTHH:MM)、または空',
    en: 'a real date YYYY-MM-DD, with a time as YYYY-MM-DDTHH:MM, or empty',
  },
  PUBLIC_URL: {
    ja: 'https://planner.example.co.jp のようなアドレス、または空',
    en: 'an address such as https://planner.example.co.jp, or empty',
  },
  PLANT_NAME: { ja: '100文字以内の文字列', en: 'a text of at most 100 characters' },
  LANDING: { ja: `次のいずれか: ${LANDINGS.join('、')}`, en: `one of ${LANDINGS.join(', ')}` },
  INBOX_DIR: { ja: 'フォルダーのパス、または空', en: 'the path of a folder, or empty' },
  OUTBOX_DIR: { ja: 'フォルダーのパス、または空', en: 'the path of a folder, or empty' },
  NIGHTLY_CRON: {
    ja: '「30 2 * * *」(毎日2時30分) のような cron の形、または空',
    en: 'a timetable of cron such as 30 2 * * * (02:30 every day), or empty',
  },
  SECRET: { ja: '32文字以上の文字列、または空', en: 'a text of 32 characters or more, or empty' },
  METRICS_TOKEN: { ja: '空白を含まない16文字以上の文字列、または空', en: 'a text of 16 characters or more without spaces, or empty' },
  LOG_LEVEL: { ja: 'silent, error, warn, info, debug のいずれか', en: 'silent, error, warn, info or debug' },
  NODE_ENV: { ja: '文字列', en: 'a text' },
  TRUST_PROXY: { ja: '0 以上の整数 (前段のプロキシの数)', en: 'a whole number from 0 (how many proxies stand in front)' },
  PROPOSAL_SECONDS: { ja: '0〜60の整数 (秒)', en: 'a whole number from 0 to 60 (seconds)' },
  ROLE: { ja: 'all, api, worker のいずれか', en: 'all, api or worker' },
};

/** `value` is undefined where it must not be shown. */
export const wrongVariable = (name: string, value: string | undefined, may: May = { ja: '正しい値', en: 'another value' }): string =>
  `環境変数 ${name}${value === undefined ? ' の値' : ` の「${value}」`}は使えません。${may.ja}を指定してください。 / ${name}${value === undefined ? '' : `=${value}`} cannot be used: it may be ${may.en}.`;

/** A timetable alone would look as if there were nights. */
export const CRON_WITHOUT_INBOX =
  '環境変数 NIGHTLY_CRON には INBOX_DIR (受付フォルダ) も必要です。 / NIGHTLY_CRON needs INBOX_DIR, the folder of the files.';
