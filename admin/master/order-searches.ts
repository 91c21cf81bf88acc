import type { ListSearch } from '../parts/columns.ts';
import { ORDER_WORDS as WORDS } from '../texts/master.ts';

/** The three searches that the lists over orders share. */
export const ORDER_SEARCHES: readonly ListSearch[] = [
  { source: 'serial_number_search', label: WORDS.serial },
  { source: 'product_code_search', label: WORDS.productCode },
  { source: 'product_name_search', label: WORDS.productName },
];
