import { endpoints } from '../../contract/index.ts';
import { requestCode as openCodeRequest } from '../../domain/accounts/code-request.ts';
import { addressHash } from '../../domain/limits/rate-limit.ts';
import { route } from '../../http/route.ts';
import type { UsernameDeps } from './deps.ts';

/** Requests a code that reveals the username of an email address. The steps are the same for every address. */
export const requestCode = (deps: UsernameDeps) =>
  route(endpoints['username.request-code'], async ({ body: { email } }) => {
    await openCodeRequest(deps, { purpose: 'username', subject: addressHash(email), email });
    return { status: 202 };
  });
