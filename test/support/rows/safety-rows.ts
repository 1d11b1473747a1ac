import { ulid } from 'ulid';
import { analysisResultEntity } from '../../../lambdas/data/analysis/result-repository.ts';
import { safetyPolicyEntity, safetyPolicyVersionEntity } from '../../../lambdas/data/safety/policy-entity.ts';
import { safetyDecisionEntity, safetyVerdictEntity } from '../../../lambdas/data/safety/safety-entities.ts';
import type { Evidence, StepResult } from '../../../lambdas/domain/analysis/results.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { analysisFrameKey } from '../../../lambdas/domain/media/layout.ts';
import { initialPolicy } from '../../../lambdas/domain/safety/policy.ts';
import {
  decideOn,
  evaluate,
  revisionOf,
  summaryOf,
  type StoredVerdict,
} from '../../../lambdas/domain/safety/review.ts';
import { someContent } from '../content.ts';

type Item = Readonly<Record<string, unknown>>;

const AT = '2026-11-22T10:00:00.000Z';

/** Two frames of a title that a model rates as adult content, and a quote. The model is one of the local cloud. */
export const someEvidence = (contentId: string): readonly Evidence[] => [
  ...[4, 7].map((second, index) => ({
    id: `frame-${index}`,
    category: 'adult' as const,
    risk: 'high' as const,
    kind: 'frame' as const,
    from_ms: second * 1000,
    to_ms: second * 1000 + 3000,
    quote: null,
    frame_key: analysisFrameKey(contentId, 'v1', index),
    label: 'Exposed skin',
    parent: 'Suggestive',
    confidence: 0.66 + index / 100,
    provider: 'rekognition' as const,
    model: 'moderation',
    version: 'local-nsfwjs-4.4.0',
  })),
  {
    id: 'text-0',
    category: 'profanity',
    kind: 'text',
    from_ms: 12_000,
    to_ms: 14_000,
    quote: 'That damned lotus again.',
    frame_key: null,
    label: 'Profanity',
    parent: null,
    confidence: 0.75,
    provider: 'comprehend',
    model: 'word list',
    version: 'local-obscenity-0.4.6',
  },
];

/** The stored results that contain the evidence of a title. */
export const someResults = (
  { id, source_version_id }: Content,
  evidence: readonly Evidence[] = someEvidence(id),
): readonly StepResult[] => {
  const common = {
    content_id: id,
    version_id: source_version_id ?? '',
    attempt: 1,
    run: 1,
    input_hash: 'a'.repeat(64),
    units: 1,
    cost_usd: 0,
    raw_key: null,
    created_at: AT,
  };
  const of = (kind: Evidence['kind']) => evidence.filter((one) => one.kind === kind);
  return [
    {
      ...common,
      step: 'frames',
      provenance: {
        provider: 'rekognition',
        model: 'moderation',
        version: 'local-nsfwjs-4.4.0',
        calibrated: false,
        covers: ['adult'],
      },
      summary: { step: 'frames', frames: 20, skipped: 3, labels: [], evidence: of('frame') },
    },
    {
      ...common,
      step: 'text',
      provenance: {
        provider: 'comprehend',
        model: 'word list',
        version: 'local-obscenity-0.4.6',
        calibrated: false,
        covers: ['profanity'],
      },
      summary: { step: 'text', language: null, sentiment: null, sentiments: [], entities: [], evidence: of('text') },
    },
  ];
};

/** A title that the standard policy sends to a review, with everything that is stored about it. */
export const someFlagged = (
  fields: Partial<Content> = {},
  minute = 0,
): { readonly content: Content; readonly verdict: StoredVerdict; readonly stored: readonly Item[] } => {
  const base = someContent({ status: 'pending', published_at: null, public_stills_versions: [], ...fields });
  const results = someResults(base);
  const verdict = evaluate(undefined, {
    content_id: base.id,
    version_id: base.source_version_id ?? '',
    results,
    problems: [],
    policy: initialPolicy,
    now: new Date(Date.parse(AT) + minute * 60_000).toISOString(),
  });
  return {
    content: { ...base, safety: summaryOf(verdict) },
    verdict,
    stored: [safetyVerdictEntity.toItem(verdict), ...results.map((result) => analysisResultEntity.toItem(result))],
  };
};

/** A valid call for each endpoint of brand safety, with the titles and policies that they need. */
export const safetyRows = (owned: Partial<Content>, decidedBy: string) => {
  const titles = {
    read: someFlagged(owned, 1),
    // Drafts, which moderators do not see: a decision can be made once.
    approved: someFlagged({ ...owned, status: 'draft' }, 2),
    rejected: someFlagged({ ...owned, status: 'draft' }, 3),
    noticed: someFlagged(owned, 4),
    appealed: someFlagged(owned, 5),
  };
  const idOf = (name: keyof typeof titles) => ({ id: titles[name].content.id });
  const opened = ['frame-0', 'text-0'];
  const reason = 'Requested by the matrix test';
  const missing = { status: 404, code: 'content_not_found' };
  const versions = [1, 2].map((version) => ({
    ...initialPolicy,
    version,
    updated_at: AT,
    updated_by: decidedBy,
  }));
  const earlier = decideOn(titles.read.verdict, {
    id: ulid(),
    outcome: 'rejected',
    opened,
    reason: 'An earlier decision',
    decided_by: decidedBy,
    decided_role: 'admin',
    decided_at: AT,
  }).decision;
  const { rules } = initialPolicy;
  const stricter = { ...rules, adult: { ...rules.adult, review_at: 0.5 } };
  const revOf = (name: keyof typeof titles) => revisionOf(titles[name].verdict);
  const ownersOnly = { otherwise: { user: missing, moderator: missing }, ownerAllowed: true } as const;
  return {
    contents: Object.values(titles).map(({ content }) => content),
    calls: {
      'safety.get-policy': [{ input: {}, success: 200 }],
      // The same rules that are stored, so that the next caller finds the same version.
      'safety.update-policy': [{ input: { body: { rules, version: 2 } }, success: 200 }],
      'safety.list-policy-versions': [{ input: {}, success: 200 }],
      'safety.preview-policy': [{ input: { body: { rules: stricter, version: 2 } }, success: 200 }],
      'safety.list-reviews': [{ input: { query: { limit: '5' } }, success: 200 }],
      'safety.get-review': [{ input: { params: idOf('read') }, success: 200 }],
      // The flow of this feature stores a frame; here, only the record of one exists.
      'safety.get-frame': [{ input: { params: { ...idOf('read'), evidenceId: 'frame-0' } }, success: 404 }],
      'safety.decide': [
        {
          variant: 'approve',
          input: { params: idOf('approved'), body: { rev: revOf('approved'), outcome: 'approved', opened, reason } },
          success: 200,
          otherwise: { moderator: missing },
        },
        {
          variant: 'reject',
          input: { params: idOf('rejected'), body: { rev: revOf('rejected'), outcome: 'rejected', opened, reason } },
          success: 200,
          otherwise: { moderator: missing },
        },
      ],
      'safety.get-notice': [{ input: { params: idOf('noticed') }, success: 200, ...ownersOnly }],
      'safety.get-own-frame': [
        { input: { params: { ...idOf('noticed'), evidenceId: 'frame-0' } }, success: 404, ...ownersOnly },
      ],
      'safety.list-own-titles': [{ input: { query: { limit: '5' } }, success: 200 }],
      'safety.appeal': [
        {
          input: { params: idOf('appealed'), body: { text: 'It is a glass lotus.', rev: revOf('appealed') } },
          success: 200,
          ...ownersOnly,
        },
      ],
    } as const,
    stored: [
      ...Object.values(titles).flatMap(({ stored }) => stored),
      ...versions.map((version) => safetyPolicyVersionEntity.toItem(version)),
      safetyPolicyEntity.toItem(versions.at(-1) ?? initialPolicy),
      safetyDecisionEntity.toItem(earlier),
    ] as readonly Item[],
  };
};
