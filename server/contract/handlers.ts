import type { Readable } from 'node:stream';
import type { Permission } from '../domain/ground/permissions.ts';
import type { operations } from './types.ts';

/** The name of an operation, as openapi.yaml gives it; handlers bear it. */
export type OperationId = keyof operations & string;

type Json<T> = T extends { content: { 'application/json': infer Body } }
  ? Body
  : T extends { content: Record<string, unknown> }
    ? Uint8Array
    : undefined;
/** The query parameters of an operation. */
export type Query<Id extends OperationId> = operations[Id]['parameters'] extends { query?: infer Q }
  ? NonNullable<Q>
  : Record<string, never>;
/** The JSON body of an operation. */
export type Body<Id extends OperationId> = operations[Id] extends { requestBody?: infer B } ? Json<NonNullable<B>> : undefined;
type Responses<Id extends OperationId> = operations[Id]['responses'];
/** The JSON body of its successful answer. */
export type Success<Id extends OperationId> =
  | (Responses<Id> extends { 200: infer R } ? Json<R> : never)
  | (Responses<Id> extends { 201: infer R } ? Json<R> : never)
  | (Responses<Id> extends { 202: infer R } ? Json<R> : never)
  | (Responses<Id> extends { 204: unknown } ? undefined : never);

/** Who calls: read from the database for each call. */
export interface CurrentUser {
  id: number;
  employee_id: string;
  name: string;
  name_furigana: string;
  permission: Permission;
  jti: string;
  token_expires_at: number;
  /** The device of the shop floor that calls instead of a person: it may do what the contract gives terminals, at these facilities. */
  terminal?: { facilities: readonly number[] };
}

/** A file that came with the call as multipart/form-data. */
export interface UploadedFile {
  name: string;
  bytes: Buffer;
}

/** Who tries a password or a token: the names under which wrong ones are counted. */
export interface Claim {
  address: string;
  /** The id and where it is tried (an address, a browser, a session), or the token. */
  pair: string;
  /** The pair has been right before: only its own limit holds it, and it is judged apart from strangers. */
  known: boolean;
}

/** A try of a password or a token while it is judged. */
export interface Attempt extends Claim {
  /** Counts it as a wrong one. Throws too many where its address is over the limit: it is told the same as everybody there. */
  fail(): Promise<void>;
}

/** One validated call, free of Express. */
export interface Call<Id extends OperationId = OperationId> {
  /** Path parameters; `id` is an integer already. */
  params: { id: number; kind: string };
  query: Query<Id>;
  body: Body<Id>;
  /** The other fields of a multipart body, as texts. */
  fields: Record<string, string>;
  file: UploadedFile | undefined;
  /** The raw body of an operation marked `x-raw-body` (imports). */
  raw: Buffer | undefined;
  /** The signed-in user; absent only on public operations. */
  user: CurrentUser;
  /** Absent on operations at which no password and no token is tried. */
  attempt: Attempt;
  address: string;
  /** The origin that the connection reached, `http://10.0.0.5:3000`: no header can say another. */
  reached: string;
  /** Whether who called has gone away. */
  gone(): boolean;
  /** A request header, lower-case name. */
  header(name: string): string | undefined;
}

/** What a handler answers. A handler that returns a bare value answers 200 (204 for undefined). */
export interface Answer<Body = unknown> {
  status: number;
  body?: Body;
  headers?: Record<string, string>;
  /** Instead of a body: what is sent as it comes, until it ends or nobody reads it any more. */
  stream?: Readable;
}

/** Marks an answer with a status of its own. */
export const answer = <Body>(status: number, body?: Body, headers?: Record<string, string>): Reply<Body> => ({
  reply: { status, body: body as Body, headers: headers ?? {} },
});
/** An answer that is sent as it comes. */
export const streamed = (stream: Readable, headers: Record<string, string>): Reply<never> => ({ reply: { status: 200, stream, headers } });
export interface Reply<Body> {
  reply: Answer<Body>;
}

/** The function behind an operation. */
export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<Success<Id> | Reply<Success<Id>>>;
/** The handlers of a feature: any subset of the contract. */
export type Handlers<Ids extends OperationId = OperationId> = { [Id in Ids]: Handler<Id> };
