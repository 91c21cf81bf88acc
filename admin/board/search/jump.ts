/** A bar to be shown, whatever the filters say. */
export interface Jump {
  entry_id: number;
  order_id: number;
  serial_number: string;
}
