/** A limit of a facility in words, and what of a piece stands against it. */
const LIMITS: Record<string, { piece: string; most: string; unit: string }> = {
  weight: { piece: '単重量', most: '最大重量', unit: 'kg' },
  floor: { piece: '奥行×幅', most: '奥行×幅', unit: 'm' },
  height: { piece: '高さ', most: '高さ', unit: 'm' },
  volume: { piece: '容積', most: '容積', unit: 'm³' },
};

type Value = string | number | undefined;

/** A weight or size to the gram or cubic centimetre; of a floor both sides, a side that does not bind by a dash. */
export function measured(value: Value): string {
  const sides = String(value).split('×');
  const side = (each: string): string =>
    sides.length > 1 && Number(each) === 0 ? '−' : Number(each).toLocaleString('ja-JP', { maximumFractionDigits: 6 });
  return sides.map(side).join('×');
}

/** `奥行×幅 2.5×2m`: what a piece has against a limit of this name, or what a facility takes. Empty for an unknown name. */
export function sizeOf(limit: string, whose: 'piece' | 'most', value: Value): string {
  const words = LIMITS[limit];
  return words ? `${words[whose]} ${measured(value)}${words.unit}` : '';
}
