/** placeholder */
export async function benchGrowth(
  _sizes: number[],
  _withPlant: (orders: number, work: (url: string, folder: string) => Promise<void>) => Promise<void>,
): Promise<void> {}
