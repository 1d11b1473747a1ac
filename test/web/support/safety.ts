import { initialPolicy } from '../../../lambdas/domain/safety/policy.ts';
import type { SafetyNotice, SafetyReview, SafetyReviewCard } from '../../../lambdas/contract/admin/safety-shapes.ts';

/** The revision of the verdict. */
const REV = '3-0123456789abcdef';
const AT = '2026-03-04T12:00:00.000Z';
/** Ids of titles by number. */
export const titleId = (number: number): string => `cnt_${String(number).padStart(26, '0')}`;

/** A title that waits for a review. */
export const reviewCard = (number: number): SafetyReviewCard => ({
  content_id: titleId(number),
  title: `Lotus ${number}`,
  content_type: 'video',
  status: 'pending',
  verdict: 'review',
  raised: [{ category: 'adult', level: 'review' }],
  waiting_since: AT,
  appealed_at: null,
});

/** Its review, with a frame and a quote. */
export const safetyReview = (number: number): SafetyReview => ({
  ...reviewCard(number),
  raised: [
    { category: 'adult', level: 'review' },
    { category: 'profanity', level: 'review' },
  ],
  decision: null,
  policy_version: 1,
  missing: [],
  not_covered: ['terrorism'],
  problems: [],
  models: ['rekognition moderation 7.0'],
  stale: false,
  evidence: [
    {
      id: 'frame-0',
      category: 'adult',
      risk: 'high',
      kind: 'frame',
      from_ms: 4000,
      to_ms: 7000,
      quote: null,
      label: 'Exposed skin',
      parent: null,
      confidence: 0.66,
      provider: 'rekognition',
      model: 'moderation',
      version: '7.0',
      counts: true,
    },
    {
      id: 'text-0',
      category: 'profanity',
      risk: null,
      kind: 'text',
      from_ms: 12_000,
      to_ms: 14_000,
      quote: '<b>damned</b> lotus',
      label: 'Profanity',
      parent: null,
      confidence: null,
      provider: 'comprehend',
      model: 'words',
      version: '1',
      counts: true,
    },
  ],
  decisions: [],
  appeal: null,
  rev: REV,
});

/** What the owner of a title that waits for a review sees. */
export const safetyNotice: SafetyNotice = {
  verdict: 'review',
  raised: [{ category: 'adult', level: 'review', rule: initialPolicy.rules.adult }],
  missing: [],
  problems: [],
  policy_version: 1,
  models: ['rekognition moderation 7.0'],
  evidence: safetyReview(1).evidence,
  decision: null,
  reason: null,
  can_appeal: true,
  appeals: [],
  rev: REV,
};
