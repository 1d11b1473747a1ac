import { attemptId, type Attempt, type AttemptState } from './attempt.ts';
import type { ConversionFacts, ConversionState } from './facts.ts';

const STATUS: Readonly<Record<Exclude<AttemptState, 'superseded'>, ConversionState>> = {
  claimed: 'pending',
  submitted: 'processing',
  completed: 'completed',
  failed: 'failed',
};

/** The conversion facts of a content item, derived from its current attempt. */
export const projectAttempt = (attempt: Attempt): ConversionFacts => {
  if (attempt.state === 'superseded') throw new RangeError('A superseded attempt has no facts');
  const running = attempt.state === 'claimed' || attempt.state === 'submitted';
  const { ladder } = attempt;
  return {
    source_version_id: attempt.version_id,
    current_attempt: attemptId(attempt),
    conversion_status: STATUS[attempt.state],
    conversion_error: attempt.state === 'failed' ? (attempt.reason ?? 'The conversion failed.') : null,
    conversion_progress: attempt.progress,
    conversion_started_at: attempt.claimed_at,
    conversion_deadline_at: running ? attempt.deadline_at : null,
    ...(attempt.duration === undefined ? {} : { duration: attempt.duration }),
    ...(ladder ? { has_video: ladder.kind === 'video' } : {}),
    ...(attempt.state === 'completed' && ladder
      ? {
          media_version: attempt.media_version,
          top_tier: ladder.tiers.at(-1) ?? '480',
          has_storyboard: (attempt.storyboard?.sheets ?? 0) > 0,
          first_files: attempt.first_files,
          encoding_price_usd: attempt.price ?? null,
        }
      : {}),
  };
};
