import { randomInt, randomUUID } from 'node:crypto';

/** An id of a passkey that no one has. */
const NO_PASSKEY = 'AAAAAAAAAAAAAAAAAAAAAA';
/** Base64url of `{}`: an answer of no authenticator. */
const NO_ANSWER = 'e30';

/**
 * A call for each endpoint of factors, by users who have set up none: the calls that complete or change something
 * report that there is nothing. `test/integration/stack/factors.test.ts` has those that succeed.
 */
export const factorRows = () =>
  ({
    'factors.list-factors': [{ input: {}, success: 200 }],
    'factors.start-totp': [{ input: {}, success: 200 }],
    'factors.verify-totp': [{ input: { body: { code: '000000' } }, success: 400 }],
    'factors.start-phone': [
      {
        input: {
          body: {
            get phone() {
              return `+1555${String(randomInt(10_000_000)).padStart(7, '0')}`;
            },
          },
        },
        success: 204,
      },
    ],
    'factors.verify-phone': [{ input: { body: { code: '000000' } }, success: 400 }],
    'factors.challenge-factor': [
      { variant: 'app', input: { params: { id: 'totp' }, body: {} }, success: 404 },
      { variant: 'phone', input: { params: { id: 'phone' }, body: { channel: 'sms' } }, success: 404 },
    ],
    'factors.verify-factor': [
      {
        input: {
          params: { id: 'totp' },
          body: {
            get challenge_id() {
              return randomUUID();
            },
            code: '000000',
          },
        },
        success: 400,
      },
    ],
    'factors.start-passkey': [{ input: {}, success: 200 }],
    'factors.verify-passkey': [
      {
        input: {
          body: {
            name: 'Laptop',
            credential: {
              id: NO_PASSKEY,
              rawId: NO_PASSKEY,
              type: 'public-key',
              response: { clientDataJSON: NO_ANSWER, attestationObject: NO_ANSWER },
              clientExtensionResults: {},
            },
          },
        },
        success: 400,
      },
    ],
    'factors.rename-factor': [{ input: { params: { id: NO_PASSKEY }, body: { name: 'Laptop' } }, success: 404 }],
    'factors.remove-factor': [{ input: { params: { id: NO_PASSKEY } }, success: 404 }],
    'factors.create-recovery-codes': [{ input: {}, success: 409 }],
    'factors.redeem-recovery-code': [
      {
        input: {
          body: {
            get email() {
              return `lost-${randomUUID()}@example.org`;
            },
            code: 'AAAA-BBBB-CCCC-DDDD',
          },
        },
        success: 400,
      },
    ],
    'factors.reset-person': [
      { input: { params: { id: randomUUID() }, body: { reason: 'Requested by the matrix test' } }, success: 404 },
    ],
  }) as const;
