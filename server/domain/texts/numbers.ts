/** A count as it is read: 9,640. */
export const counted = (count: number): string => count.toLocaleString('ja-JP');
