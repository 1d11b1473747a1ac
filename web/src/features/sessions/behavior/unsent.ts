import type { PatternData } from '../../../../../lambdas/contract/security/behavior.ts';
import type { KeyValueStore } from '../../../lib/storage.ts';
import { BEHAVIOR_KEY } from './storage-key.ts';

/** A pattern that was not sent yet. */
export interface UnsentPattern {
  /** Name of its counting. */
  readonly page: string;
  /** Its number in that, from 1. */
  readonly seq: number;
  readonly data: PatternData;
  /** When it was counted, in milliseconds. */
  readonly at: number;
}

interface Stored {
  readonly user: string;
  /** When this browser last sent a pattern, in milliseconds. */
  readonly sentAt: number;
  readonly patterns: readonly UnsentPattern[];
}

/** Older patterns say nothing about what happens now. The server recognizes one that is sent again for as long. */
const KEPT_MS = 24 * 60 * 60_000;
/** More than tabs that anyone has open; the oldest are dropped. */
const MAX_PATTERNS = 20;

/** The patterns of a user that all tabs of this browser have not sent yet, and when one was sent last. */
export interface UnsentPatterns {
  /** The one that waits longest. */
  readonly next: (now: number) => UnsentPattern | undefined;
  /** Adds a pattern, in place of an earlier one of the same counting: its counts include those. */
  readonly keep: (pattern: UnsentPattern) => void;
  readonly remove: (pattern: UnsentPattern) => void;
  readonly sentAt: () => number;
  /** This one is being sent: until the server has it, all others come first. */
  readonly sending: (pattern: UnsentPattern, now: number) => void;
  readonly clear: () => void;
}

/** Opens the patterns of a user. Those of another user are ignored, and then overwritten. */
export const createUnsentPatterns = (store: KeyValueStore, user: string): UnsentPatterns => {
  const read = (): Stored => {
    try {
      const stored = JSON.parse(store.get(BEHAVIOR_KEY) ?? '{}') as Partial<Stored>;
      if (stored.user === user && Array.isArray(stored.patterns) && typeof stored.sentAt === 'number')
        return stored as Stored;
    } catch {
      // Not written by this version.
    }
    return { user, sentAt: 0, patterns: [] };
  };
  const change = (next: Partial<Stored>): void => store.set(BEHAVIOR_KEY, JSON.stringify({ ...read(), ...next }));

  return {
    next: (now) => read().patterns.find(({ at }) => now - at < KEPT_MS),
    keep: (pattern) => {
      const { patterns } = read();
      const isKnown = patterns.some(({ page }) => page === pattern.page);
      const next = isKnown
        ? patterns.map((one) => (one.page === pattern.page ? pattern : one))
        : [...patterns, pattern].slice(-MAX_PATTERNS);
      change({ patterns: next.filter(({ at }) => pattern.at - at < KEPT_MS) });
    },
    remove: ({ page, seq }) =>
      change({ patterns: read().patterns.filter((one) => one.page !== page || one.seq !== seq) }),
    sentAt: () => read().sentAt,
    sending: (pattern, now) =>
      change({
        sentAt: now,
        patterns: [...read().patterns.filter(({ page }) => page !== pattern.page), pattern],
      }),
    clear: () => store.remove(BEHAVIOR_KEY),
  };
};
