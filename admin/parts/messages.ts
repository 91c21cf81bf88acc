import type { FieldErrors } from '../../server/domain/ground/errors.ts';

/** The first message of a field, when its messages are texts (not nested rows). */
export function firstMessage(messages: FieldErrors[string] | undefined): string | undefined {
  const first = messages?.[0];
  return typeof first === 'string' ? first : undefined;
}
