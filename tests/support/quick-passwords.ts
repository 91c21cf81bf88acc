import { deepEqual } from 'node:assert/strict';
import argon2, { type Options } from 'argon2';

/** What the program hashes a password with: OWASP's parameters for argon2id. */
const OWASP = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const { hash } = argon2;

/**
 * Within the tests a hash takes a twentieth of the memory and the time that the program asks for, which must be OWASP's: hundreds of users sign in there. Programs in
 * processes of their own and the long tests, which measure sign-ins, take it all.
 */
if (!process.env.LONG_TESTS)
  Object.assign(argon2, {
    hash: (plain: string, options?: Options) => {
      deepEqual(options, OWASP);
      return hash(plain, { ...options, memoryCost: 1_024 });
    },
  });
