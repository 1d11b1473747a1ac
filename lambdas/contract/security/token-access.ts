import * as z from 'zod/mini';
import { ContentCard } from '../content/content-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { HistoryEntry } from '../listening/history.ts';
import { ContentId, pageOf, pageQuery, RequestId } from '../shared.ts';
import { IssuedToken, SmartToken } from './smart-tokens.ts';

/**
 * What scripts can do with a smart token. Each call sends `Authorization: DPoP <token>` and a new proof in `DPoP` (RFC
 * 9449), signed with the key that the token is bound to.
 */
export const tokenAccessEndpoints = {
  'tokens.get-token': endpoint({
    method: 'GET',
    path: '/api/token',
    auth: 'token',
    tokenUse: 'any',
    summary: 'Returns the smart token of the call, without the token.',
    responses: { 200: SmartToken },
    errors: [],
  }),
  'tokens.refresh-token': endpoint({
    method: 'POST',
    path: '/api/token/refresh',
    auth: 'token',
    tokenUse: 'any',
    acceptsRefreshed: true,
    summary:
      'Issues a new smart token in place of this one, which is revoked with the reason "Auto-refreshed". A repeated ' +
      'call returns the same new token until that is used. Fails with `invalid_state` while the token is valid for ' +
      'two hours or more.',
    responses: { 201: IssuedToken },
    errors: ['invalid_state'],
  }),
  'tokens.get-original': endpoint({
    method: 'GET',
    path: '/api/token/content/{id}/source',
    auth: 'token',
    tokenUse: 'original',
    summary: 'Redirects to a short-lived download URL of the uploaded file. Owners and administrators only.',
    params: z.strictObject({ id: ContentId }),
    responses: { 302: null },
    errors: ['content_not_found', 'media_not_available'],
  }),
  'tokens.get-export': endpoint({
    method: 'GET',
    path: '/api/token/exports/{id}',
    auth: 'token',
    tokenUse: 'export',
    summary: "Redirects to a short-lived download URL of an export of the user's data.",
    params: z.strictObject({ id: RequestId }),
    responses: { 302: null },
    errors: ['request_not_found', 'invalid_state'],
  }),
  'tokens.list-content': endpoint({
    method: 'GET',
    path: '/api/token/content',
    auth: 'token',
    tokenUse: 'api',
    summary: 'Lists published content, newest first.',
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(ContentCard) },
    errors: ['invalid_cursor'],
  }),
  'tokens.list-history': endpoint({
    method: 'GET',
    path: '/api/token/history',
    auth: 'token',
    tokenUse: 'api',
    summary: "Lists the user's watch history, newest first.",
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(HistoryEntry) },
    errors: ['invalid_cursor'],
  }),
};
