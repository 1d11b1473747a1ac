import * as z from 'zod/mini';
import { BehavioralPattern } from '../../contract/security/behavior.ts';
import { Timestamp, UserId } from '../../contract/shared.ts';
import { defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';

/** Partition of a user's patterns. */
export const patternsOf = (userId: string): string => key('BEHAVIOR', userId);
/** Where a pattern is among those of its user: by time. */
export const patternKey = (id: string): string => key('PATTERN', id);

/** A behavioral pattern. Stored only with consent, and deleted when that is withdrawn. */
export const behavioralPatternEntity = defineEntity({
  type: 'BEHAVIORAL_PATTERN',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'behavioral_patterns', expiresFrom: ({ created_at: at }) => at },
  onErase: 'delete',
  exportView: ({ user_id: _user, ...pattern }) => pattern,
  schema: BehavioralPattern,
  key: ({ user_id: userId, id }: { user_id: string; id: string }) => ({ pk: patternsOf(userId), sk: patternKey(id) }),
});

/** Beginning of the keys of what was sent of a counting. The names of all countings have the same length. */
export const sentPrefix = (page: string): string => key('SENT', page);

/** That a browser sent a pattern, by the name of its counting and the pattern's number in that. */
export const sentPatternEntity = defineEntity({
  type: 'SENT_PATTERN',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'sent_patterns', expiresFrom: ({ created_at: at }) => at },
  onErase: 'delete',
  exportView: { none: 'It only recognizes a pattern that is sent again, and the pattern is in the export.' },
  schema: z.object({
    user_id: UserId,
    page: z.string(),
    seq: z.number(),
    pattern_id: z.string(),
    /** Whether the pattern is an anomaly. */
    anomaly: z.boolean(),
    created_at: Timestamp,
  }),
  key: ({ user_id: userId, page, seq }: { user_id: string; page: string; seq: number }) => ({
    pk: patternsOf(userId),
    sk: key(sentPrefix(page), String(seq)),
  }),
});
