import type { SafetyOutcome, SafetyVerdict } from '../../../../lambdas/contract/admin/safety-shapes.ts';

/** What a verdict is called. Apart from the texts of reviews, because lists of titles show it. */
export const verdictNames: Readonly<Record<SafetyVerdict, string>> = {
  clear: 'Nothing found',
  unknown: 'Not fully analyzed',
  review: 'Needs review',
  blocked: 'Blocked',
};

/** What a decision is called. */
export const outcomeNames: Readonly<Record<SafetyOutcome, string>> = { approved: 'Approved', rejected: 'Rejected' };

/** Texts of the player that shows the evidence. */
export const evidenceTexts = {
  player: 'Player',
  playerFailed: 'The title could not be played.',
} as const;
