import * as z from 'zod/mini';
import { endpoint, STEP_UP } from '../endpoint.ts';
import { ContentId, line, pageOf, pageQuery } from '../shared.ts';
import {
  OwnTitle,
  SafetyChange,
  SafetyEvaluation,
  SafetyNotice,
  SafetyOutcome,
  SafetyPolicyView,
  SafetyReview,
  SafetyReviewCard,
  SafetyRules,
  VerdictRevision,
} from './safety-shapes.ts';

const id = z.strictObject({ id: ContentId });
const reason = line(500, 1);
/** An id of a piece of evidence, as the analysis assigned it. */
const EvidenceId = z.string().check(z.regex(/^[A-Za-z0-9._:-]{1,100}$/, 'Must be the id of a piece of evidence'));
const CurrentPolicy = z.object({ policy: SafetyPolicyView, evaluation: z.nullable(SafetyEvaluation) });

/** Brand safety: verdicts of the analysis, the policy behind them, and decisions of staff. */
export const safetyEndpoints = {
  'safety.get-policy': endpoint({
    method: 'GET',
    path: '/api/admin/safety/policy',
    auth: 'admin',
    summary: 'Returns the current policy, and how far the catalog is evaluated by it.',
    responses: { 200: CurrentPolicy },
    errors: [],
  }),
  'safety.update-policy': endpoint({
    method: 'PUT',
    path: '/api/admin/safety/policy',
    auth: 'admin',
    ...STEP_UP,
    summary: 'Saves a new version of the policy and evaluates the stored findings of all titles by it.',
    body: z.strictObject({
      rules: SafetyRules,
      /** The version that was edited. Fails with `version_conflict` when a newer one exists. */
      version: z.number().check(z.int(), z.minimum(0)),
    }),
    responses: { 200: CurrentPolicy },
    errors: ['version_conflict'],
  }),
  'safety.list-policy-versions': endpoint({
    method: 'GET',
    path: '/api/admin/safety/policy/versions',
    auth: 'admin',
    summary: 'Lists all versions of the policy, newest first, down to version 0: the policy of a new platform.',
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(SafetyPolicyView) },
    errors: ['invalid_cursor'],
  }),
  'safety.preview-policy': endpoint({
    method: 'POST',
    path: '/api/admin/safety/policy/preview',
    auth: 'admin',
    summary: 'Returns what a policy would change, for 2,500 titles at a time. It saves and analyzes nothing.',
    body: z.strictObject({
      rules: SafetyRules,
      /** The version that was edited, which is compared. Fails with `version_conflict` when a newer one exists. */
      version: z.number().check(z.int(), z.minimum(0)),
      /** `next_after` of the part before; absent for the first one. */
      after: z.optional(z.string().check(z.regex(/^[0-9A-Za-z#:._-]{1,100}$/, 'Must be a `next_after`'))),
    }),
    responses: {
      200: z.object({
        /** Titles in this part. */
        checked: z.number(),
        /** Titles of the catalog in every state, also those that were never evaluated and are in no part. */
        total: z.number(),
        changes: z.array(SafetyChange),
        /** Null after the last part. */
        next_after: z.nullable(z.string()),
      }),
    },
    errors: ['version_conflict'],
  }),
  'safety.list-reviews': endpoint({
    method: 'GET',
    path: '/api/admin/safety/reviews',
    auth: 'moderator',
    summary: 'Lists titles that wait for a decision, the one that waits longest first. Moderators see pending titles.',
    query: z.strictObject({
      ...pageQuery,
      /** `flagged`: something was found, or an owner appeals. `unknown`: not fully analyzed. */
      list: z._default(z.enum(['flagged', 'unknown']), 'flagged'),
      /** Only some of the flagged titles. */
      filter: z.optional(z.enum(['review', 'blocked', 'appealed'])),
    }),
    responses: { 200: pageOf(SafetyReviewCard) },
    errors: ['invalid_cursor'],
  }),
  'safety.get-review': endpoint({
    method: 'GET',
    path: '/api/admin/safety/reviews/{id}',
    auth: 'moderator',
    summary: 'Returns the verdict about a title with its evidence and all decisions. Moderators see pending titles.',
    params: id,
    responses: { 200: SafetyReview },
    errors: ['content_not_found'],
  }),
  'safety.get-frame': endpoint({
    method: 'GET',
    path: '/api/admin/safety/reviews/{id}/frames/{evidenceId}',
    auth: 'moderator',
    summary: 'Returns the frame of a piece of evidence as a JPEG in base64.',
    params: z.strictObject({ id: ContentId, evidenceId: EvidenceId }),
    responses: { 200: z.object({ jpeg: z.string() }) },
    errors: ['content_not_found', 'media_not_available'],
  }),
  'safety.decide': endpoint({
    method: 'POST',
    path: '/api/admin/safety/reviews/{id}/decision',
    auth: 'moderator',
    summary:
      'Approves or rejects a title. Requires that evidence of each category that needs the decision was opened. ' +
      'An approval can publish the title; a rejection unpublishes it.',
    params: id,
    body: z.strictObject({
      /** As read. Fails with `version_conflict` when the verdict has changed or the file was replaced. */
      rev: VerdictRevision,
      outcome: SafetyOutcome,
      /** The evidence that the caller opened. */
      opened: z.array(EvidenceId).check(z.maxLength(500)),
      reason,
      /** Whether an approval publishes the title too. */
      publish: z._default(z.boolean(), false),
    }),
    responses: { 200: SafetyReview },
    errors: ['content_not_found', 'version_conflict', 'evidence_not_opened', 'invalid_state'],
  }),
  'safety.get-notice': endpoint({
    method: 'GET',
    path: '/api/content/{id}/safety',
    auth: 'user',
    summary: 'Returns the verdict about a title, its evidence and appeals to its owner and to administrators.',
    params: id,
    responses: { 200: SafetyNotice },
    errors: ['content_not_found'],
  }),
  'safety.get-own-frame': endpoint({
    method: 'GET',
    path: '/api/content/{id}/safety/frames/{evidenceId}',
    auth: 'user',
    summary: "Returns a frame that counts for a title's verdict, as a JPEG in base64, to the owner of the title.",
    params: z.strictObject({ id: ContentId, evidenceId: EvidenceId }),
    responses: { 200: z.object({ jpeg: z.string() }) },
    errors: ['content_not_found', 'media_not_available'],
  }),
  'safety.list-own-titles': endpoint({
    method: 'GET',
    path: '/api/own-titles',
    auth: 'user',
    summary: 'Lists the titles of the creators that belong to the caller with their verdicts, newest first.',
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(OwnTitle) },
    errors: ['invalid_cursor'],
  }),
  'safety.appeal': endpoint({
    method: 'POST',
    path: '/api/content/{id}/safety/appeal',
    auth: 'user',
    summary: 'Asks staff to decide again. The owner of a title can do it once for each verdict.',
    params: id,
    body: z.strictObject({
      text: reason,
      /** As read. Fails with `version_conflict` when the verdict has changed or the file was replaced. */
      rev: VerdictRevision,
    }),
    responses: { 200: SafetyNotice },
    errors: ['content_not_found', 'invalid_state', 'already_exists', 'version_conflict'],
  }),
};
