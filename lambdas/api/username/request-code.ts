import { endpoints } from '../../contract/index.ts';
import { CODE_VALID_MS } from '../../domain/accounts/username-request.ts';
import { addressHash, guardRate, mailsPerAddress } from '../../domain/limits/rate-limit.ts';
import { route } from '../../http/route.ts';
import type { UsernameDeps } from './deps.ts';

/**
 * Records a request for the username of an email address, and publishes an event for the worker that finds the account.
 * The steps are the same for every address, so neither the response nor its timing reveals whether an account exists.
 * The event does not contain the address.
 */
export const requestCode = ({ requests, counters, events, newId, now }: UsernameDeps) =>
  route(endpoints['username.request-code'], async ({ body: { email } }) => {
    const hash = addressHash(email);
    const requestId = newId();
    await guardRate(counters, mailsPerAddress, hash, now());
    await requests.create({
      address_hash: hash,
      request_id: requestId,
      email,
      valid_until: now() + CODE_VALID_MS,
      tries: 0,
    });
    await events.publish('UsernameRequested.v1', { addressHash: hash, requestId });
    return { status: 202 };
  });
