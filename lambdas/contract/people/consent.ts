import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Timestamp, UserId, pageOf, pageQuery } from '../shared.ts';

/** What a user can allow (specification, section 2). What is essential needs no consent. */
export const PURPOSES = ['analytics', 'behavioral', 'marketing', 'functional'] as const;
export const Purpose = z.enum(PURPOSES);
export type Purpose = z.infer<typeof Purpose>;

/** A user's decision (specification, section 3). */
export const PrivacyConsent = z.object({
  user_id: UserId,
  essential: z.literal(true),
  analytics: z.boolean(),
  behavioral: z.boolean(),
  marketing: z.boolean(),
  functional: z.boolean(),
});
export type PrivacyConsent = z.infer<typeof PrivacyConsent>;

/** SHA-256 of the notice, in hex. */
const NoticeHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** The text of the consent dialog. */
export const ConsentNotice = z.object({
  version: z.number(),
  language: z.string(),
  hash: NoticeHash,
  title: z.string(),
  lead: z.string(),
  purposes: z.array(z.object({ name: z.string(), title: z.string(), text: z.string() })),
  required: z.string(),
  changeLater: z.string(),
  retention: z.string(),
});
export type ConsentNotice = z.infer<typeof ConsentNotice>;

/** One entry of the consent history. Entries are never changed. */
export const ConsentRecord = z.object({
  id: z.string(),
  user_id: UserId,
  recorded_at: Timestamp,
  event: z.enum(['recorded', 'withdrawn']),
  /** What the user allowed. */
  purposes: z.array(Purpose),
  /** Whether the browser sent Global Privacy Control, which keeps marketing off. */
  global_privacy_control: z.boolean(),
  notice_version: z.number(),
  notice_language: z.string(),
  /** Hash of the text that the user saw. Null for a withdrawal, which shows none. */
  notice_hash: z.nullable(NoticeHash),
});
export type ConsentRecord = z.infer<typeof ConsentRecord>;

export const consentEndpoints = {
  'privacy.get-consent': endpoint({
    method: 'GET',
    path: '/api/privacy/consent',
    auth: 'user',
    summary: "Returns the current user's decision about privacy, and the text of the consent dialog.",
    responses: { 200: z.object({ consent: z.nullable(PrivacyConsent), notice: ConsentNotice }) },
    errors: [],
  }),
  'privacy.record-privacy-consent': endpoint({
    method: 'POST',
    path: '/api/rpc/record_privacy_consent',
    auth: 'user',
    summary:
      "Records the current user's decision. While the browser sends Global Privacy Control, marketing stays off.",
    body: z.strictObject({
      p_essential: z.literal(true),
      p_analytics: z.boolean(),
      p_behavioral: z.boolean(),
      p_marketing: z.boolean(),
      p_functional: z.boolean(),
      /** The `hash` of the notice that the user saw. */
      notice_hash: NoticeHash,
    }),
    responses: { 200: PrivacyConsent },
    errors: ['notice_changed', 'too_many_requests'],
  }),
  'privacy.withdraw-consent': endpoint({
    method: 'POST',
    path: '/api/privacy/withdraw-consent',
    auth: 'user',
    summary: "Withdraws the current user's consent to everything that is not essential.",
    responses: { 200: PrivacyConsent },
    errors: ['too_many_requests'],
  }),
  'privacy.get-notice': endpoint({
    method: 'GET',
    path: '/api/privacy/notices/{hash}',
    auth: 'user',
    summary: 'Returns a text of the consent dialog by its hash, also one that a newer version has replaced.',
    params: z.strictObject({ hash: NoticeHash }),
    responses: { 200: ConsentNotice },
    errors: ['not_found'],
  }),
  'privacy.list-consents': endpoint({
    method: 'GET',
    path: '/api/privacy/consents',
    auth: 'user',
    summary: "Lists the current user's decisions, newest first.",
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(ConsentRecord) },
    errors: ['invalid_cursor'],
  }),
};
