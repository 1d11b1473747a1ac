import * as z from 'zod/mini';
import { endpoint, STEP_UP } from '../endpoint.ts';
import { ContentId, line } from '../shared.ts';
import { ContentView } from './content-shapes.ts';

const params = z.strictObject({ id: ContentId });
const body = z.strictObject({ reason: line(500, 1) });

/** Legal holds of content items. `retention.list-holds` lists them. */
export const titleHoldEndpoints = {
  'content.set-hold': endpoint({
    method: 'POST',
    path: '/api/content/{id}/hold',
    auth: 'admin',
    ...STEP_UP,
    summary:
      'Keeps an item and its files until the hold is released: the item cannot be deleted and its file cannot be ' +
      'replaced. A replacement that is being converted waits for review.',
    params,
    body,
    responses: { 200: ContentView },
    errors: ['content_not_found', 'already_exists', 'version_conflict'],
  }),
  'content.release-hold': endpoint({
    method: 'POST',
    path: '/api/content/{id}/hold/release',
    auth: 'admin',
    ...STEP_UP,
    summary: 'Ends the legal hold of an item.',
    params,
    body,
    responses: { 200: ContentView },
    errors: ['content_not_found', 'not_found', 'version_conflict'],
  }),
};
