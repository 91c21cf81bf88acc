import type { WorkDetail } from './outsourcing.service.ts';
import { identityOf, markText as textOf } from './sheet-mark.ts';

/** The hidden cell of the work's row in a request sheet. */
export const markText = (work: WorkDetail): string => textOf(work.order_task_id, work, identityOf(work));
