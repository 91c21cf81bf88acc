import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type ImportKindName, importKind } from '../../server/domain/files/imports.ts';
import { asFile } from '../support/workbook.ts';

/** The headers that a file of this kind must have. */
export const headers = (kind: ImportKindName): string[] =>
  (importKind(kind)?.columns ?? []).filter(({ required }) => required).map(({ header }) => header);

/** An order of the file with its fields in the order of the headers. */
export const order = (serial: string | number, delivery: string, casting = '2026-05-01'): (string | number)[] => [
  serial,
  'NEW-1',
  '新しい製品',
  2,
  10,
  '素材',
  'FC250',
  delivery,
  casting,
];

export const panel = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });
export const importButton = (page: Page, title: string): Locator =>
  panel(page, title).getByRole('button', { name: 'インポート', exact: true });
export const previewRows = (page: Page): Locator =>
  page.getByRole('table', { name: 'プレビュー' }).locator('[role=rowgroup]').nth(1).getByRole('row');

/** Shows what a file would change in place of its rows. */
export const showChanges = (page: Page): Promise<void> => page.getByRole('button', { name: '変わる内容' }).click();

/** Gives a panel its file. */
export async function choose(page: Page, title: string, name: string, buffer: Buffer): Promise<void> {
  await panel(page, title).locator('input[type=file]').setInputFiles(asFile(name, buffer));
}

/** Puts files down on a part of the page, as a pointer does that brings them from a folder. */
export async function drop(place: Locator, ...files: ReturnType<typeof asFile>[]): Promise<void> {
  const brought = files.map(({ name, buffer }) => ({ name, content: buffer.toString('base64') }));
  const isTaken = await place.evaluate((element, all) => {
    const dataTransfer = new DataTransfer();
    for (const { name, content } of all)
      dataTransfer.items.add(new File([Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0))], name));
    const tell = (kind: string): boolean => element.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
    // Nothing is put down where this is not prevented.
    return !tell('dragover') && !tell('drop');
  }, brought);
  expect(isTaken).toBe(true);
}
