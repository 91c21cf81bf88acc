import { pino } from 'pino';

/** JSON lines on standard error; the fields that can hold a secret are redacted. */
export type Log = ReturnType<typeof createLog>;

/** A logger of this level (`silent` in tests). */
export function createLog(level: string) {
  return pino(
    {
      level,
      base: null,
      redact: {
        paths: ['password', '*.password', 'token', '*.token', 'authorization', '*.authorization', 'headers.cookie'],
        censor: '[…]',
      },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
