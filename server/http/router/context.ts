import type { Request, Response } from 'express';
import type { CurrentUser, OperationId, UploadedFile } from '../../contract/handlers.ts';
import type { Operation } from '../../contract/operations.ts';

/** What the layer knows about one call on its way from the socket to the handler. */
export interface CallState {
  operationId: OperationId;
  operation: Operation;
  user: CurrentUser | undefined;
  raw: Buffer | undefined;
  file: UploadedFile | undefined;
  /** The handler has begun: what fails from now on is no longer an error of form. */
  handling: boolean;
  /** Gives back the place that an upload holds. */
  leave?: () => void;
}

/** Any request; the state is put beside it, so that Express's own types stay as they are. */
const STATES = new WeakMap<Request, CallState>();

/** Remembers the state of a call. */
export const setState = (request: Request, state: CallState): void => {
  STATES.set(request, state);
};
/** The state of a call; undefined before its operation is known. */
export const stateOf = (request: Request): CallState | undefined => STATES.get(request);
/** The state of a call that has been routed. Throws when it has not. */
export function routed(request: Request): CallState {
  const state = STATES.get(request);
  if (!state) throw new Error('the call has not been routed');
  return state;
}

/** The path of the request without its query, as it came. */
export const pathOf = (request: Request): string => request.originalUrl.split('?', 1)[0] ?? '/';

/** Whether an answer is on its way already. */
export const answered = (response: Response): boolean => response.headersSent || response.writableEnded;
