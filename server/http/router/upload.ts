import type { Request, RequestHandler } from 'express';
import { MAX_FIELD_BYTES, MAX_UPLOAD_BYTES, MAX_WAITING_UPLOADS, READING_THREADS } from '../../domain/ground/constants.ts';
import { invalid, unavailable } from '../../domain/ground/errors.ts';
import { plainFileName } from '../../domain/ground/fold.ts';
import { FIELD_ERRORS, HTTP } from '../../domain/texts/program/http.ts';
import { isMultipart, refuseUnstorable } from './body.ts';
import { type CallState, routed } from './context.ts';

/** Bounds of a multipart body; the name of the file is UTF-8, as browsers send it. */
export const UPLOAD_OPTIONS = {
  limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 5, fieldSize: MAX_FIELD_BYTES, fieldNameSize: 100, parts: 25, headerPairs: 50 },
  defParamCharset: 'utf8',
};

const RETRY_AFTER_SECONDS = 10;

/** How many uploads of a process are read or wait for it. */
export interface Uploads {
  inside: number;
}

/**
 * Turns uploads away, before anything of their body is read, while as many as may wait do. A place is held until the work is done, not
 * only until its caller has gone: else calls that are broken off would pile up.
 */
export function uploadGate(uploads: Uploads): RequestHandler {
  return (request, response, next) => {
    const state = routed(request);
    if (!state.operation.raw) return next();
    // Broken off while its session was looked up: its close has been told already, nobody would give the place back.
    if (response.closed) return;
    if (uploads.inside >= READING_THREADS + MAX_WAITING_UPLOADS) throw unavailable(HTTP.unavailable, RETRY_AFTER_SECONDS);
    uploads.inside += 1;
    state.leave = () => {
      uploads.inside -= 1;
      delete state.leave;
    };
    response.once('close', () => {
      if (!state.handling) state.leave?.();
    });
    next();
  };
}

/** What the uploader leaves of a file. */
interface Received {
  fieldname: string;
  originalname: string;
  buffer: Buffer;
}

/** Takes the file and the other fields of a multipart body into the call. Throws a field error when there is no file. */
export function takeUpload(request: Request, state: CallState): Record<string, string> {
  if (!state.operation.raw || !isMultipart(request)) return {};
  const files = (request as { files?: Received[] }).files ?? [];
  const file = files.find((received) => received.fieldname === 'file');
  if (!file) throw invalid({ file: [FIELD_ERRORS.required] });
  state.file = { name: plainFileName(file.originalname), bytes: file.buffer };
  const fields = Object.entries(request.body as Record<string, unknown>).filter(
    (entry): entry is [string, string] => entry[0] !== 'file' && typeof entry[1] === 'string',
  );
  refuseUnstorable(Object.fromEntries(fields));
  return Object.fromEntries(fields);
}
