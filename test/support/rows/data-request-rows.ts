import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import { dataRequestEntity } from '../../../lambdas/data/privacy/data-request-entity.ts';
import {
  newSecret,
  secretHash,
  withdrawToken,
  type StoredRequest,
} from '../../../lambdas/domain/privacy/data-request.ts';
import { recently } from '../recent.ts';

/** More than there are callers of a row, so that each finds a link that was not used. */
const LINKS = 20;

const FAR = '2099-01-01T00:00:00.000Z';

/** A complete export of a user. */
export const completeExport = (userId: string): StoredRequest => ({
  id: `req_${ulid()}`,
  user_id: userId,
  request_type: 'export',
  status: 'completed',
  created_at: recently(),
  completed_at: recently(60_000),
  download_until: FAR,
  size: 1000,
});

/** A user who asked for erasure, and the text of the link in the mail. */
const withdrawable = () => {
  const secret = newSecret();
  const request: StoredRequest = {
    id: `req_${ulid()}`,
    user_id: randomUUID(),
    request_type: 'erasure',
    status: 'pending',
    created_at: recently(),
    starts_at: FAR,
    secret_hash: secretHash(secret),
  };
  const rights = rightsEntity.toItem({
    user_id: request.user_id,
    role: 'user',
    disabled: true,
    erasing: true,
  });
  return { token: withdrawToken(request, secret), items: [rights, dataRequestEntity.toItem(request)] };
};

/** Valid calls about data requests, with the requests of the user who makes every call. */
export const dataRequestRows = (keeper: string) => {
  const offered = completeExport(keeper);
  const links = Array.from({ length: LINKS }, withdrawable);
  const missing = { status: 404, code: 'request_not_found' };
  let calls = 0;
  return {
    calls: {
      'data-requests.list-own': [{ input: {}, success: 200 }],
      'data-requests.create-request': [{ input: { body: { request_type: 'export' } }, success: 202 }],
      'data-requests.get-download': [
        {
          input: { params: { id: offered.id } },
          success: 200,
          otherwise: { user: missing, moderator: missing },
        },
      ],
      'data-requests.withdraw-request': [
        {
          input: {
            body: {
              get token() {
                return links[calls++ % LINKS]?.token;
              },
            },
          },
          success: 204,
        },
      ],
      'data-requests.get-request': [{ input: { params: { userId: keeper, id: offered.id } }, success: 200 }],
      'data-requests.list-requests': [{ input: { query: { limit: '5' } }, success: 200 }],
    },
    stored: [dataRequestEntity.toItem(offered), ...links.flatMap(({ items }) => items)],
  } as const;
};
