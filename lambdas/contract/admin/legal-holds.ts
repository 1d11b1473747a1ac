import * as z from 'zod/mini';
import { endpoint, STEP_UP } from '../endpoint.ts';
import { ContentId, Timestamp, UserId, line } from '../shared.ts';

/** A legal hold: the law forbids deleting the data of a user, such as during a lawsuit. */
export const LegalHold = z.object({
  user_id: UserId,
  /** Why, for administrators only. */
  reason: z.string(),
  set_at: Timestamp,
  /** The administrator, or the id of operators. */
  set_by: UserId,
});
export type LegalHold = z.infer<typeof LegalHold>;

/** A legal hold of a content item. Setting and releasing it are endpoints of the content (`content.set-hold`). */
export const TitleHold = z.object({
  content_id: ContentId,
  /** The current title of the item; its id when the item cannot be read. */
  title: z.string(),
  /** Why, for administrators only. */
  reason: z.string(),
  set_at: Timestamp,
});
export type TitleHold = z.infer<typeof TitleHold>;

const reason = line(500, 1);

/** Legal holds, for administrators. */
export const legalHoldEndpoints = {
  'retention.list-holds': endpoint({
    method: 'GET',
    path: '/api/admin/legal-holds',
    auth: 'admin',
    summary: 'Lists all legal holds, of users and of content items, newest first.',
    responses: { 200: z.object({ items: z.array(LegalHold), titles: z.array(TitleHold) }) },
    errors: [],
  }),
  'retention.set-hold': endpoint({
    method: 'POST',
    path: '/api/admin/legal-holds',
    auth: 'admin',
    ...STEP_UP,
    summary:
      "Keeps a user's data until the hold is released: neither the user's own request, nor inactivity, nor the " +
      'cleanup deletes it. Fails with `invalid_state` when the erasure has begun.',
    body: z.strictObject({ user_id: UserId, reason }),
    responses: { 201: LegalHold },
    errors: ['user_not_found', 'already_exists', 'invalid_state', 'version_conflict'],
  }),
  'retention.release-hold': endpoint({
    method: 'POST',
    path: '/api/admin/legal-holds/{id}/release',
    auth: 'admin',
    ...STEP_UP,
    summary:
      "Ends a user's legal hold. An erasure that waited for it begins a day later, and its user can withdraw it " +
      'until then.',
    params: z.strictObject({ id: UserId }),
    body: z.strictObject({ reason }),
    responses: { 204: null },
    errors: ['not_found', 'version_conflict'],
  }),
};
