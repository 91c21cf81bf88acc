/** A field map as the wire carries it: messages per field; nested rows as arrays of maps. */
export type FieldErrors = { [field: string]: string[] | FieldErrors[] };

/** Why a request was refused, in business terms; http/errors is the one place that turns a kind into a status. */
export type ErrorKind =
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'invalid'
  | 'refused'
  | 'conflict'
  | 'too_large'
  | 'too_many'
  | 'unavailable';

/** The one error that features throw on purpose. Anything else that reaches the HTTP layer is a defect (500). */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  readonly fields: FieldErrors | undefined;
  readonly current: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: ErrorKind, message: string, extra: { fields?: FieldErrors; current?: unknown; retryAfterSeconds?: number } = {}) {
    super(message);
    this.name = 'DomainError';
    this.kind = kind;
    this.fields = extra.fields;
    this.current = extra.current;
    this.retryAfterSeconds = extra.retryAfterSeconds;
  }
}

/** 401: no, bad or revoked token. */
export const unauthorized = (message: string): DomainError => new DomainError('unauthorized', message);
/** 403: the role may not, or the anti-forgery header is missing. Never a business refusal. */
export const forbidden = (message: string): DomainError => new DomainError('forbidden', message);
/** 404. */
export const notFound = (message: string): DomainError => new DomainError('not_found', message);
/** 400 with a field map. */
export const invalid = (fields: FieldErrors): DomainError => new DomainError('invalid', 'invalid', { fields });
/** 400 `{error}`: a refusal that belongs to no field. */
export const refused = (message: string): DomainError => new DomainError('refused', message);
/** 409 `{error, current}`: someone else saved first, or a run is pending. */
export const conflict = (message: string, current?: unknown): DomainError => new DomainError('conflict', message, { current });
/** 413. */
export const tooLarge = (message: string): DomainError => new DomainError('too_large', message);
/** 429 with Retry-After. */
export const tooMany = (message: string, retryAfterSeconds: number): DomainError =>
  new DomainError('too_many', message, { retryAfterSeconds });
/** 503 with Retry-After. */
export const unavailable = (message: string, retryAfterSeconds = 5): DomainError =>
  new DomainError('unavailable', message, { retryAfterSeconds });
