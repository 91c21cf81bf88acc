import { createHmac, createSecretKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { beforeAll, describe, expect, test } from 'vitest';
import { testConfig } from '../support/demos.ts';
import { tell } from '../support/figures.ts';
import { serverHere } from '../support/here.ts';

const OURS = { issuer: 'production-planner', audience: 'production-planner-api' } as const;
const START = Math.floor(Date.parse('2026-04-01T00:00:00+09:00') / 1000);
const DAY = 24 * 60 * 60;

const server = serverHere({ demo: false });
let good = '';
const secret = String(testConfig('postgres://x@127.0.0.1/x').secret);
beforeAll(() => {
  good = server.own;
});

const statusOf = async (authorization: string): Promise<number> => {
  const answer = await fetch(`${server.url}/api/me/`, { headers: { authorization } });
  if (answer.status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  await answer.arrayBuffer();
  return answer.status;
};
const base64 = (value: unknown): string => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const hmac = (text: string, key: string, hash = 'sha256'): string => createHmac(hash, key).update(text).digest('base64url');

/** Forged tokens by what is wrong with them. `real`: the claims of one that is good. */
function forgeries(real: jwt.JwtPayload): Record<string, string> {
  const key = createSecretKey(Buffer.from(secret));
  const [head, body, signature] = good.split('.') as [string, string, string];
  const signed = (claims: object, options: jwt.SignOptions = {}): string =>
    jwt.sign({ ...real, ...claims }, key, { algorithm: 'HS256', ...options });
  /** A head of one's own, signed as that says with the true secret or another key. */
  const headed = (header: object, { claims = real as object, by = secret } = {}): string => {
    const text = `${base64({ typ: 'JWT', ...header })}.${base64(claims)}`;
    return `${text}.${hmac(text, by)}`;
  };
  const without = (...names: string[]): object => Object.fromEntries(Object.entries(real).filter(([name]) => !names.includes(name)));
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    ...{ 'alg none': `${base64({ alg: 'none', typ: 'JWT' })}.${body}.`, 'alg None': `${base64({ alg: 'None', typ: 'JWT' })}.${body}.` },
    ...{ 'alg NONE with the true signature': `${base64({ alg: 'NONE' })}.${body}.${signature}`, 'no alg': headed({}) },
    ...{ 'alg null': headed({ alg: null }), 'alg a list': headed({ alg: ['HS256'] }), 'alg RS256 by HMAC': headed({ alg: 'RS256' }) },
    ...{ 'alg RS256': jwt.sign(real, pair.privateKey, { algorithm: 'RS256' }), 'alg HS384': signed({}, { algorithm: 'HS384' }) },
    ...{ 'alg HS512': signed({}, { algorithm: 'HS512' }), 'alg HS256 in small letters': headed({ alg: 'hs256' }) },
    'another secret': headed({ alg: 'HS256' }, { by: 'another secret of the right length!!' }),
    'an empty secret': headed({ alg: 'HS256' }, { by: '' }),
    'the secret with a blank': headed({ alg: 'HS256' }, { by: `${secret} ` }),
    'a kid that names a file, signed with nothing': headed({ alg: 'HS256', kid: '/dev/null' }, { by: '' }),
    'a kid with SQL': headed({ alg: 'HS256', kid: "x' union select 'k" }, { by: 'k' }),
    'a key of its own': headed({ alg: 'HS256', jwk: { kty: 'oct', k: base64('k') } }, { by: 'k' }),
    'a key of another server': headed({ alg: 'HS256', jku: 'http://127.0.0.1:1/keys' }, { by: 'k' }),
    'a key in its x5c': headed({ alg: 'HS256', x5c: ['a'] }, { by: 'a' }),
    'claims of another under the true signature': `${head}.${base64({ ...real, sub: '2' })}.${signature}`,
    ...{ 'no signature': `${head}.${body}.`, 'two parts': `${head}.${body}`, 'four parts': `${good}.${signature}` },
    'a signature cut short': good.slice(0, -1),
    'a signature with one letter changed': good.slice(0, -3) + (good.at(-3) === 'A' ? 'B' : 'A') + good.slice(-2),
    'a signature in another alphabet': `${head}.${body}.${hmac(`${head}.${body}`, secret, 'sha1')}`,
    ...{ 'another issuer': signed({ iss: 'someone' }), 'another audience': signed({ aud: 'someone' }) },
    ...{ 'no issuer': jwt.sign(without('iss'), key), 'no audience': jwt.sign(without('aud'), key) },
    ...{ 'no subject': jwt.sign(without('sub'), key), 'no id': jwt.sign(without('jti'), key) },
    ...{ 'no session number': jwt.sign(without('sn'), key), 'no end': jwt.sign(without('exp'), key) },
    'an end that is past': signed({ exp: START - 1 }),
    'an end that is a text': headed({ alg: 'HS256' }, { claims: { ...real, exp: '9999999999' } }),
    'an end beyond numbers': headed({ alg: 'HS256' }, { claims: { ...real, exp: 1e300 } }),
    'a beginning to come': signed({ nbf: START + 30 * DAY }),
    'a beginning that is a text': headed({ alg: 'HS256' }, { claims: { ...real, nbf: 'x' } }),
    ...{ 'never given out': signed({ jti: randomUUID() }), 'an id that is none': signed({ jti: 'x' }) },
    'an id with SQL': signed({ jti: "' or '1'='1" }),
    'an id that is a list': headed({ alg: 'HS256' }, { claims: { ...real, jti: [real.jti] } }),
    'a subject that is a number': headed({ alg: 'HS256' }, { claims: { ...real, sub: Number(real.sub) } }),
    ...{ 'a subject of nobody': signed({ sub: '999999' }), 'a subject beyond numbers': signed({ sub: '9'.repeat(30) }) },
    ...{ 'a subject in hexadecimal': signed({ sub: '0x1' }), 'a subject below zero': signed({ sub: '-1' }) },
    ...{ 'a session number too high': signed({ sn: Number(real.sn) + 1 }), 'a session number of half': signed({ sn: 1.5 }) },
    'a session number beyond 32 bits': signed({ sn: 2 ** 40 }),
    'claims that are no object': headed({ alg: 'HS256' }, { claims: [real] }),
    ...{ 'claims that are no JSON': `${head}.${base64('{')}.${hmac(`${head}.${base64('{')}`, secret)}`, 'an unsigned word': 'null' },
    ...{ 'a word of 4,097 letters': 'a'.repeat(4_097), dots: '..' },
  };
}

describe('a forged token', () => {
  test('is refused, whatever is wrong with it', async ({ task }) => {
    const real = jwt.decode(good) as jwt.JwtPayload;
    // The claims are those of a good token: only what is named is wrong.
    expect(await statusOf(`Bearer ${jwt.sign(real, createSecretKey(Buffer.from(secret)), { algorithm: 'HS256' })}`)).toBe(200);
    expect(real).toMatchObject({ iss: OURS.issuer, aud: OURS.audience });
    const forged = Object.entries(forgeries(real));
    const answers = await Promise.all(forged.map(async ([what, token]) => [what, await statusOf(`Bearer ${token}`)]));
    tell(task, { part: 'security', what: 'forged tokens', found: `${answers.length} × 401`, wanted: '≥ 40, all 401' });
    expect(answers.filter(([, status]) => status !== 401)).toEqual([]);
    expect(answers.length).toBeGreaterThanOrEqual(40);
    expect(await statusOf(`Bearer ${good}`)).toBe(200);
  });

  test('is not taken from the address, the body or a cookie', async () => {
    for (const cookie of ['x=1', `token=${good}; production-planner.token=${good}; Authorization=Bearer ${good}`])
      expect((await fetch(`${server.url}/api/me/?token=${good}&access_token=${good}`, { headers: { cookie } })).status).toBe(401);
    const body = JSON.stringify({ token: good });
    expect(
      (await fetch(`${server.url}/api/logout/`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status,
    ).toBe(401);
  });
});

describe('a token dies', () => {
  const password = 'kagi-no-kakatta-tobira';
  const admin = <Body>(method: string, path: string, body?: object) => server.call<Body>(method, path, { token: good, body });

  test.each<[how: string, employee_id: string, method: string, change: object]>([
    ['a change of role', '2001', 'PATCH', { permission: 'planning_manager' }],
    ['a change of the password by an administrator', '2002', 'PATCH', { password: 'mizu-ni-ukabu-tsuki' }],
    ['the employee', '2003', 'DELETE', {}],
  ])('with %s', async (_, employee_id, method, change) => {
    const employee = { employee_id, name: employee_id, permission: 'manager', password };
    const { id, version } = (await admin<{ id: number; version: number }>('POST', '/api/employees/', employee)).body;
    const { token } = (await server.call<{ token: string }>('POST', '/api/login/', { body: { employee_id, password } })).body;
    expect(await statusOf(`Bearer ${token}`)).toBe(200);
    const { status } = await admin(method, `/api/employees/${id}/?version=${version}`, { version, ...change });
    expect([200, 204]).toContain(status);
    expect(await statusOf(`Bearer ${token}`)).toBe(401);
  });
});
