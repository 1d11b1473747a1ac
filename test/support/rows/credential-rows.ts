import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import type { CodePurpose } from '../../../lambdas/contract/people/credential-fields.ts';
import { codeRequestEntity } from '../../../lambdas/data/people/code-request-repository.ts';
import { codeHash } from '../../../lambdas/domain/accounts/code-request.ts';
import { addressHash } from '../../../lambdas/domain/limits/rate-limit.ts';
import { SOME_PASSWORD } from './people-rows.ts';

const CODE = '12345678';
/** More than there are callers of a row, so that each finds an unused code. */
const REQUESTS = 20;

const someAddress = (): string => `row-${randomUUID()}@example.org`;

/** Bodies with another address for every call, because emails and codes are limited by address. */
const newAddress = () => ({
  get email() {
    return someAddress();
  },
});

/** Addresses with a request whose code is known, and bodies that use another one for every call. */
const requested = (purpose: CodePurpose, userId?: string) => {
  const addresses = Array.from({ length: REQUESTS }, someAddress);
  let calls = 0;
  return {
    body: {
      get email() {
        return addresses[calls++ % REQUESTS];
      },
      code: CODE,
    },
    stored: addresses.map((email) => {
      const request_id = ulid();
      return codeRequestEntity.toItem({
        purpose,
        subject: addressHash(email),
        request_id,
        email,
        valid_until: Date.parse('2099-01-01T00:00:00Z'),
        tries: 0,
        ...(userId === undefined ? {} : { user_id: userId }),
        code_hash: codeHash(request_id, CODE),
        mailed: true,
      });
    }),
  };
};

/** Adds fields to a body without evaluating its address. */
const extended = <T extends object, M extends object>(body: T, more: M): T & M =>
  Object.defineProperties(body, Object.getOwnPropertyDescriptors(more)) as T & M;

/** Valid calls for usernames, signing up, passwords and addresses, and the requests they need. */
export const credentialRows = (personId: string) => {
  const usernames = requested('username', personId);
  const signUps = requested('sign-up');
  const created = extended(signUps.body, { password: SOME_PASSWORD, full_name: 'Row' });
  return {
    calls: {
      'username.request-code': [{ input: { body: newAddress() }, success: 202 }],
      'username.get-username': [{ input: { body: usernames.body }, success: 200 }],
      'credentials.request-sign-up': [{ input: { body: newAddress() }, success: 202 }],
      'credentials.confirm-sign-up': [{ input: { body: created }, success: 204 }],
      'credentials.request-password-reset': [{ input: { body: newAddress() }, success: 202 }],
      // The address has no account.
      'credentials.reset-password': [
        { input: { body: extended(newAddress(), { code: CODE, password: SOME_PASSWORD }) }, success: 400 },
      ],
      'credentials.request-email-change': [{ input: { body: newAddress() }, success: 202 }],
      // The callers have requested no change.
      'credentials.change-email': [{ input: { body: { code: CODE } }, success: 400 }],
    },
    stored: [...usernames.stored, ...signUps.stored],
  } as const;
};
