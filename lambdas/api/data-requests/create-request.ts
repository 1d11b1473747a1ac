import { endpoints } from '../../contract/index.ts';
import { dataRequests, guardRate } from '../../domain/limits/rate-limit.ts';
import { newRequest, toDataRequest, type StoredRequest } from '../../domain/privacy/data-request.ts';
import { route } from '../../http/route.ts';
import type { DataRequestsDeps } from './deps.ts';

/**
 * Stores a request and publishes an event for the worker that makes the export or mails the withdraw link. Asking
 * again for an export that is being made publishes the event again, so that a lost one delays it no longer than that.
 */
export const createRequest = ({ requests, counters, events, newId, now }: DataRequestsDeps) =>
  route(endpoints['data-requests.create-request'], async ({ actor: { userId }, body: { request_type: type } }) => {
    const ask = async (): Promise<StoredRequest> => {
      await guardRate(counters, dataRequests, userId, now());
      const asked = newRequest(newId(), userId, type, now());
      if (type === 'export') return requests.askExport(asked);
      return requests.askErasure(asked);
    };
    const request = (type === 'export' && (await requests.openExport(userId))) || (await ask());
    await events.publish('DataRequested.v1', { userId, requestId: request.id, requestType: type });
    return { status: 202, body: toDataRequest(request) };
  });
