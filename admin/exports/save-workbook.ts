import type { Success } from '../../server/contract/handlers.ts';
import { saveFile, servedName } from '../parts/download.ts';
import type { PlannerDataProvider } from '../providers/data-provider.ts';

type ExcelFile = Success<'listExcels'>['results'][number];
type Provider = Pick<PlannerDataProvider, 'call' | 'callRaw'>;

const WATCH_MS = 2_000;
/** A workbook that is not there by then is fetched on ファイルダウンロード. */
const PATIENCE_LOOKS = 90;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Fetches a workbook with the token, saves it under the name that the server gives, and gives that name. */
export async function saveWorkbook({ callRaw }: Provider, { id, file_type }: Pick<ExcelFile, 'id' | 'file_type'>): Promise<string> {
  const response = await callRaw('getExcelFile', { id });
  const name = servedName(response, `${file_type}.xlsx`);
  saveFile(name, await response.blob());
  return name;
}

/** Waits until the workbook that was asked for is made, and saves it: its name, 'error' when it could not be made, undefined when it takes too long. */
export async function saveWhenMade(provider: Provider, id: number): Promise<string | undefined> {
  for (let look = 0; look < PATIENCE_LOOKS; look++) {
    await pause(WATCH_MS);
    const { results } = await provider.call('listExcels');
    const file = results.find((row) => row.id === id);
    if (!file || file.status === 'error') return 'error';
    if (file.status === 'complete') return saveWorkbook(provider, file);
  }
  return undefined;
}
