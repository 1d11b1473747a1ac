import type { Outcome } from './gate.ts';
import type { StoredAppeal, StoredDecision } from './review.ts';

/** An appeal with what became of it. Times are ISO 8601. */
export interface OwnAppeal extends Pick<StoredAppeal, 'text' | 'appealed_at'> {
  /** `superseded`: the file was replaced before staff decided. */
  readonly state: 'waiting' | 'answered' | 'superseded';
  /** The decision that answers it; null in the other states. */
  readonly outcome: Outcome | null;
  readonly reason: string | null;
  readonly answered_at: string | null;
}

/**
 * The appeals of a title, newest first. The first decision after an appeal about the same file answers it. `version`:
 * the current file.
 */
export const ownAppeals = (
  appeals: readonly StoredAppeal[],
  decisions: readonly StoredDecision[],
  version: string,
): readonly OwnAppeal[] =>
  [...appeals]
    .sort((a, b) => (a.appealed_at < b.appealed_at ? 1 : -1))
    .map(({ text, appealed_at, version_id }) => {
      const answer = decisions
        .filter((one) => one.on_appeal && one.version_id === version_id && one.decided_at >= appealed_at)
        .reduce<StoredDecision | undefined>((a, b) => (a && a.decided_at <= b.decided_at ? a : b), undefined);
      return {
        text,
        appealed_at,
        state: answer ? 'answered' : version_id === version ? 'waiting' : 'superseded',
        outcome: answer?.outcome ?? null,
        reason: answer?.reason ?? null,
        answered_at: answer?.decided_at ?? null,
      };
    });
