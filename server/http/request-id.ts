import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

const HEADER = 'X-Request-Id';
/** What a proxy in front may have given: nothing that could break a line of the log or fill it. */
const SANE = /^[\w.:=+/-]{1,100}$/;

/** Every call has a number, the caller's where it is sane, told in the answer and in every line of the log that speaks of it. */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.get(HEADER);
  response.set(HEADER, given !== undefined && SANE.test(given) ? given : randomUUID());
  next();
};

/** The number of the call that this answers. */
export const requestIdOf = (response: Response): string => String(response.get(HEADER) ?? '');
