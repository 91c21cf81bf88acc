import { FILE_TEXTS as TEXTS } from '../../server/domain/texts/files/imports.ts';
import { joined, utf8 } from '../hazards/parts.ts';
import { HEADERS, type HostileFile } from './parts.ts';

const HEAD = HEADERS.join(',');
const ROW = '02640123,01,2026-04-20';
const NO_COLUMNS = HEADERS.map((header) => `「${header}」の列が見つかりませんでした。`).join(' / ');
const MOST = 19 * 1024 * 1024;

/** Texts that mean harm. */
export function hostileTexts(): HostileFile[] {
  const bytes = (what: string, said: string | null, rows: number, make: () => Uint8Array, more: { large?: true } = {}): HostileFile => ({
    what: `CSV: ${what}`,
    said,
    rows,
    make,
    ...more,
  });
  const text = (what: string, said: string | null, rows: number, content: string): HostileFile =>
    bytes(what, said, rows, () => utf8(content));
  const cell = (what: string, said: string | null, value: string, rows = 1): HostileFile =>
    text(what, said, rows, `${HEAD}\r\n${value},01,2026-04-20\r\n`);
  return [
    bytes('19 MB of bare line ends', TEXTS.tooManyRows(200_000), 0, () => utf8('\n'.repeat(MOST))),
    bytes('19 MB of bare commas', TEXTS.tooManyColumns(200), 0, () => utf8(`a${','.repeat(MOST)}`)),
    bytes('19 MB of quotes', TEXTS.tooMuchContent, 0, () => utf8('"'.repeat(MOST)), { large: true }),
    bytes('19 MB of one letter', TEXTS.tooMuchContent, 0, () => utf8('a'.repeat(MOST)), { large: true }),
    bytes('200,001 rows', TEXTS.tooManyRows(200_000), 0, () => utf8(`${HEAD}\n${`${ROW}\n`.repeat(200_001)}`), { large: true }),
    bytes('one byte beyond 20 MiB', TEXTS.tooLarge, 0, () => new Uint8Array(20 * 1024 * 1024 + 1)),
    text('nothing', TEXTS.empty, 0, ''),
    text('blanks alone', 'ファイルにデータがありません。', 0, '  \r\n \t \r\n'),
    text('a mark of order alone', TEXTS.empty, 0, '\ufeff'),
    text('two marks of order', null, 1, `\ufeff\ufeff${HEAD}\r\n${ROW}\r\n`),
    text('a header alone', '取り込む行がありません。', 0, `${HEAD}\r\n`),
    text('no header', NO_COLUMNS, 0, `${ROW}\r\n${ROW}\r\n`),
    text('a NUL', TEXTS.notWorkbook, 0, `${HEAD}\r\n0264\u00000123,01,2026-04-20\r\n`),
    text('an open quote', '行2: 引用符(")が閉じられていません。', 0, `${HEAD}\r\n"02640123,01,2026-04-20\r\n`),
    text('a quote in the middle', null, 1, `${HEAD}\r\n0264"0123,01,2026-04-20\r\n`),
    text('quotes in quotes', null, 1, `${HEAD}\r\n"02640""123",01,2026-04-20\r\n`),
    text('line ends of three kinds', null, 3, `${HEAD}\r\n${ROW}\n02640124,01,2026-04-20\r02640125,01,2026-04-20\n`),
    text('line separators of Unicode', null, 1, `${HEAD}\r\n02640123\u2028,01,2026-04-20\r\n`),
    text('201 columns', TEXTS.tooManyColumns(200), 0, `${HEAD}\r\n${'a,'.repeat(200)}a\r\n`),
    text('a line sep=,', '行2を見出しとして読みました。', 1, `sep=,\r\n${HEAD}\r\n${ROW}\r\n`),
    text('lines of comment', '行2を見出しとして読みました。', 1, `# made by hand\r\n${HEAD}\r\n${ROW}\r\n`),
    text('JSON', NO_COLUMNS, 0, '{"rows":[{"serial_number":"02640123"}]}'),
    text('a page', TEXTS.notWorkbook, 0, '<!DOCTYPE html><html><script>alert(1)</script></html>'),
    text('XML', TEXTS.notWorkbook, 0, '<?xml version="1.0"?><a/>'),
    text('a script of a shell', NO_COLUMNS, 0, '#!/bin/sh\nrm -rf /\n'),
    bytes('bytes of no encoding', TEXTS.encoding(25), 0, () => joined(utf8(`${HEAD}\r\n`), new Uint8Array([0x82, 0xa0, 0xff, 0x41]))),
    bytes('an overlong slash', TEXTS.encoding(26), 0, () => joined(utf8(`\ufeff${HEAD}\r\n`), new Uint8Array([0xc0, 0xaf]))),
    bytes('a lone surrogate', TEXTS.encoding(27), 0, () => joined(utf8(`\ufeff${HEAD}\r\n`), new Uint8Array([0xed, 0xa0, 0x80]))),
    bytes('UTF-16 with half a letter', TEXTS.encoding(67), 0, () =>
      joined(new Uint8Array(Buffer.from(`\ufeff${HEAD}\r\n${ROW}`, 'utf16le')), new Uint8Array([0x30])),
    ),
    bytes('UTF-16 in reverse', null, 1, () => new Uint8Array(Buffer.from(`\ufeff${HEAD}\r\n${ROW}`, 'utf16le').swap16())),
    bytes('escapes of ISO-2022-JP that lead nowhere', TEXTS.encoding(26), 0, () =>
      joined(utf8(`${HEAD}\r\n`), new Uint8Array([0x1b, 0x24, 0x42, 0xff])),
    ),
    cell('a formula', null, '=1+1'),
    cell('a formula that calls a program', null, "=cmd|' /c calc'!A0"),
    cell('a formula behind a tab', null, '"\t=1+1"'),
    cell('a line break in a serial', null, '"0264\r\n0123"'),
    cell('SQL', null, "' or 1=1 --"),
    cell('an escape of a terminal', '行2「製番」: 読めない文字が含まれています。', '\u001b[31m0264'),
    cell('letters of no width', null, '0264\u200b0123'),
    { ...cell('letters that run the other way', null, '\u202e0264\u20660123'), serial: '02640123' },
    cell('a million digits', TEXTS.tooMuchContent, '9'.repeat(1_000_000), 0),
    cell('a letter beyond the plane', null, '𠮷0123'),
    cell('__proto__', null, '__proto__'),
  ];
}
