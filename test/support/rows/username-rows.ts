import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { usernameRequestEntity } from '../../../lambdas/data/people/username-request-repository.ts';
import { codeHash } from '../../../lambdas/domain/accounts/username-request.ts';
import { addressHash } from '../../../lambdas/domain/limits/rate-limit.ts';

const CODE = '12345678';
/** More than there are callers of a row, so that each finds an unused code. */
const REQUESTS = 20;

const someAddress = (): string => `row-${randomUUID()}@example.org`;

/**
 * Valid calls for username retrieval and the requests they need. Every call uses another address, because emails and
 * codes are limited by address.
 */
export const usernameRows = (personId: string) => {
  const addresses = Array.from({ length: REQUESTS }, someAddress);
  let calls = 0;
  return {
    calls: {
      'username.request-code': [
        {
          input: {
            body: {
              get email() {
                return someAddress();
              },
            },
          },
          success: 202,
        },
      ],
      'username.get-username': [
        {
          input: {
            body: {
              get email() {
                return addresses[calls++ % REQUESTS];
              },
              code: CODE,
            },
          },
          success: 200,
        },
      ],
    },
    stored: addresses.map((email) => {
      const request_id = ulid();
      return usernameRequestEntity.toItem({
        address_hash: addressHash(email),
        request_id,
        email,
        valid_until: Date.parse('2099-01-01T00:00:00Z'),
        tries: 0,
        user_id: personId,
        code_hash: codeHash(request_id, CODE),
        mailed: true,
      });
    }),
  } as const;
};
