import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { z } from 'zod';

const ISSUER = 'production-planner';
const AUDIENCE = 'production-planner-api';
/** A token lives seven days at most; twelve idle hours end it before (session.service). */
const MAX_AGE_SECONDS = 7 * 24 * 60 * 60;

/** What a token says. */
export interface TokenClaims {
  employee: number;
  session_number: number;
  jti: string;
  /** Seconds since the epoch. */
  expires_at: number;
}

/** The secret may be known to others: what it has signed must still be of a kind that we write, before the database is asked. */
const PAYLOAD = z.object({
  sub: z
    .string()
    .regex(/^[1-9]\d*$/)
    .transform(Number)
    .pipe(z.int()),
  sn: z.int32(),
  jti: z.uuid(),
  exp: z.int(),
});

/** What is made of a secret once. */
interface Signer {
  /** A key object: with a bare text the library makes one at every call, which costs fifty times as much. */
  key: KeyObject;
  /** Tokens whose signature has been judged; the oldest are forgotten. */
  read: Map<string, TokenClaims>;
}
const SIGNERS = new Map<string, Signer>();
const MOST_READ = 1_000;

function signerOf(secret: string): Signer {
  const known = SIGNERS.get(secret) ?? { key: createSecretKey(Buffer.from(secret, 'utf8')), read: new Map() };
  SIGNERS.set(secret, known);
  return known;
}

/** A signed token for an employee's session, and its claims. */
export function signToken(
  employee: { id: number; session_number: number },
  secret: string,
  nowMs: number,
): { token: string; claims: TokenClaims } {
  const now = Math.floor(nowMs / 1000);
  const claims = { employee: employee.id, session_number: employee.session_number, jti: randomUUID(), expires_at: now + MAX_AGE_SECONDS };
  const payload = { sub: String(employee.id), sn: employee.session_number, jti: claims.jti, iat: now, exp: claims.expires_at };
  return { token: jwt.sign(payload, signerOf(secret).key, { algorithm: 'HS256', issuer: ISSUER, audience: AUDIENCE }), claims };
}

/** The claims of a token that we signed and that has not expired; undefined for any other text. */
export function readToken(token: string, secret: string, nowMs: number): TokenClaims | undefined {
  const { key, read } = signerOf(secret);
  const known = read.get(token);
  if (known) return nowMs < known.expires_at * 1000 ? known : undefined;
  const claims = verified(token, key, nowMs);
  if (!claims) return undefined;
  if (read.size >= MOST_READ) read.delete(read.keys().next().value as string);
  read.set(token, claims);
  return claims;
}

function verified(token: string, key: KeyObject, nowMs: number): TokenClaims | undefined {
  try {
    const payload = jwt.verify(token, key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      clockTimestamp: Math.floor(nowMs / 1000),
    });
    const { sub, sn, jti, exp } = PAYLOAD.parse(payload);
    return { employee: sub, session_number: sn, jti, expires_at: exp };
  } catch {
    return undefined;
  }
}
