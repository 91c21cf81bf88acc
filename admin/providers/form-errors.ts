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
