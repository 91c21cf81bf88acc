import { zipSync } from 'fflate';
import { FILE_TEXTS } from '../../server/domain/texts/files/imports.ts';
import { rawWorkbook } from '../files/raw-workbook.ts';
import { csv, type HazardFile, hazard, headersOf, utf8 } from './parts.ts';

/** Sheets, and files that are no whole workbook. */
export function bookFiles(): HazardFile[] {
  const kind = 'castings' as const;
  const rows = [headersOf(kind), ['02640123', '01', { date: '2026-04-20' }]] as const;
  const other = [headersOf(kind), ['02640999', '01', { date: '2026-04-21' }]] as const;
  const refused = (what: string, bytes: Uint8Array, text: string): HazardFile =>
    hazard(`H21 F castings 0: ${what}`, bytes, { errors: [text] });
  const whole = rawWorkbook({ sheets: [{ name: 'S', rows }] });
  const old = new Uint8Array(2_048);
  old.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  const encrypted = Uint8Array.from(old);
  encrypted.set(Buffer.from('EncryptedPackage', 'utf16le'), 1_024);
  return [
    hazard(
      'H17 A castings 1: a cover sheet first',
      rawWorkbook({
        sheets: [
          { name: '表紙', rows: [['鋳込']] },
          { name: '明細', rows },
        ],
      }),
      { values: [{ serial_number: '02640123' }] },
    ),
    hazard(
      'H17 A castings 1: a hidden sheet first',
      rawWorkbook({
        sheets: [
          { name: '旧', rows: other, state: 'hidden' },
          { name: '明細', rows },
        ],
      }),
      { values: [{ serial_number: '02640123' }] },
    ),
    hazard(
      'H17 W castings 1: two that fit',
      rawWorkbook({
        sheets: [
          { name: '4月', rows },
          { name: '5月', rows: other },
        ],
      }),
      { values: [{ serial_number: '02640123' }], warnings: ['取り込めるシートが複数あります。「4月」を読みました(ほか: 5月)。'] },
    ),
    hazard(
      'H17 A castings 1: the one that was chosen',
      rawWorkbook({
        sheets: [
          { name: '旧', rows: other, state: 'veryHidden' },
          { name: '明細', rows },
        ],
      }),
      { sheet: '旧', values: [{ serial_number: '02640999' }] },
    ),
    refused('an old workbook', old, FILE_TEXTS.oldExcel),
    refused('a workbook with a password', encrypted, FILE_TEXTS.encrypted),
    refused('a web page named .xls', utf8('<html><body><table><tr><td>製番</td></tr></table>'), FILE_TEXTS.notWorkbook),
    refused(
      'a binary workbook',
      zipSync({ '[Content_Types].xml': utf8('<Types/>'), 'xl/workbook.bin': new Uint8Array(9) }),
      FILE_TEXTS.notWorkbook,
    ),
    hazard('H21 A castings 1: a CSV named .xlsx is read as what it is', utf8(csv(kind, ['02640123,01,2026-04-20']))),
    { ...refused('a workbook saved half', whole.subarray(0, Math.floor(whole.length / 2)), FILE_TEXTS.damaged), code: 'H28' },
    { ...refused('a workbook without its end', whole.subarray(0, whole.length - 1), FILE_TEXTS.damaged), code: 'H28' },
    { ...refused('an empty file', new Uint8Array(), FILE_TEXTS.empty), code: 'H28' },
  ];
}
