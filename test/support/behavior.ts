import { ulid } from 'ulid';
import {
  BEHAVIOR_COUNTS,
  type BehaviorCount,
  type BehaviorInput,
} from '../../lambdas/contract/security/behavior-rules.ts';
import type { BehavioralPattern, PatternData } from '../../lambdas/contract/security/behavior.ts';
import { scoreOf } from '../../lambdas/domain/security/behavior/score.ts';

/** What a browser counted: nothing but these. */
export const counted = (
  counts: Partial<Record<BehaviorCount, number>> = {},
  ...inputs: readonly BehaviorInput[]
): PatternData => ({
  counts: Object.fromEntries(BEHAVIOR_COUNTS.map((name) => [name, counts[name] ?? 0])) as Record<BehaviorCount, number>,
  inputs: [...inputs],
});

/** A pattern of a user as it is stored. */
export const somePattern = (
  userId: string,
  at = '2026-11-20T08:00:00.000Z',
  data: PatternData = counted({ plays: 1, page_views: 2 }, 'mouse'),
): BehavioralPattern => ({
  id: ulid(Date.parse(at)),
  user_id: userId,
  session_id: 'session-1',
  pattern_type: 'streaming',
  pattern_data: data,
  ...scoreOf(data),
  analyzed_at: at,
  created_at: at,
});
