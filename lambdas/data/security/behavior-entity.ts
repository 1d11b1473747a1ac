import { BehavioralPattern } from '../../contract/security/behavior.ts';
import { defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';

/** Partition of a user's patterns. */
export const patternsOf = (userId: string): string => key('BEHAVIOR', userId);

/** A behavioral pattern. Stored only with consent, and deleted when that is withdrawn. */
export const behavioralPatternEntity = defineEntity({
  type: 'BEHAVIORAL_PATTERN',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'behavioral_patterns', expiresFrom: ({ created_at: at }) => at },
  onErase: 'delete',
  exportView: ({ user_id: _user, ...pattern }) => pattern,
  schema: BehavioralPattern,
  key: ({ user_id: userId, id }: { user_id: string; id: string }) => ({ pk: patternsOf(userId), sk: `PATTERN#${id}` }),
});
