import type { Stage } from '../support/browser.ts';

/** The code by which a device becomes a new terminal of a facility. */
export async function terminalCode({ elsewhere }: Stage, name: string, facility: number): Promise<string> {
  const { id } = await elsewhere<{ id: number }>('1001', 'POST', '/api/terminals/', { name, facility_ids: [facility] });
  return (await elsewhere<{ code: string }>('1001', 'POST', `/api/terminals/${id}/code/`, {})).code;
}
