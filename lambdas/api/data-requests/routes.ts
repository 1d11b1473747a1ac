import type { Route } from '../../http/route.ts';
import { createRequest } from './create-request.ts';
import type { DataRequestsDeps } from './deps.ts';
import { getDownload } from './get-download.ts';
import { getRequest } from './get-request.ts';
import { listOwn } from './list-own.ts';
import { listRequests } from './list-requests.ts';
import { withdrawRequest } from './withdraw-request.ts';

/** The feature's endpoints. */
export const dataRequestsRoutes = (deps: DataRequestsDeps): readonly Route[] => [
  listOwn(deps),
  createRequest(deps),
  getDownload(deps),
  withdrawRequest(deps),
  listRequests(deps),
  getRequest(deps),
];
