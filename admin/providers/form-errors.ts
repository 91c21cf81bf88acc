import type { FieldErrors } from '../../server/domain/ground/errors.ts';

/** Field messages as forms take them: one message a field, nested rows by index (`heat_treatments.0.temperature`). */
export function formErrors(fields: FieldErrors): Record<string, unknown> {
  const errors: Record<string, unknown> = {};
  for (const [field, messages] of Object.entries(fields)) {
    const first = messages[0];
    if (typeof first === 'string') errors[field] = messages.join(' ');
    else errors[field] = (messages as FieldErrors[]).map(formErrors);
  }
  return errors;
}

/** The field messages of an answer, a plain text as a list of one; undefined where it is something else. */
export function fieldMapOf(body: unknown): FieldErrors | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || 'error' in body) return undefined;
  const fields = Object.entries(body).map(([field, said]) => [field, typeof said === 'string' ? [said] : said] as const);
  return fields.every(([, said]) => Array.isArray(said)) ? Object.fromEntries(fields) : undefined;
}
