/** A seeded source of random numbers; the same seed gives the same plan. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform integer in [0, n); 0 for n < 1. */
  below(n: number): number;
}

/** sfc32 (Chris Doty-Humphrey, PractRand), seeded from one integer by splitmix32; 128 bits of state, period beyond any run. */
export function createRandom(seed: number): Random {
  let mixer = seed | 0;
  const mix = (): number => {
    mixer = (mixer + 0x9e3779b9) | 0;
    let z = mixer ^ (mixer >>> 16);
    z = Math.imul(z, 0x21f0aaad);
    z ^= z >>> 15;
    z = Math.imul(z, 0x735a2d97);
    return z ^ (z >>> 15);
  };
  let a = mix();
  let b = mix();
  let c = mix();
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 4294967296;
  };
  for (let i = 0; i < 12; i += 1) next();
  return { next, below: (n) => (n < 1 ? 0 : Math.floor(next() * n)) };
}
