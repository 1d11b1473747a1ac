import { encodeTime } from 'ulid';
import { retentionMs } from '../../contract/retention.ts';
import { PATTERNS_SHOWN } from '../../contract/security/behavior-rules.ts';
import type { BehavioralPattern } from '../../contract/security/behavior.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Logger } from '../../domain/logger.ts';
import type { ConsentedBy } from '../../domain/privacy/consented.ts';
import { onConditionFailed } from '../table/errors.ts';
import { isNew } from '../table/expressions.ts';
import { parseList, type Table } from '../table/table.ts';
import { behavioralPatternEntity, patternKey, patternsOf, sentPatternEntity, sentPrefix } from './behavior-entity.ts';

/** Characters of a ULID that state its time. */
const TIME_DIGITS = 10;
/** Patterns of a counting that are read; more than a browser sends in the hour that it counts. */
const SENT_AT_ONCE = 100;

/** How a browser names a pattern: its counting, and the number of the pattern in that. */
export interface SentName {
  readonly page: string;
  readonly seq: number;
}

export type BehaviorRepository = ReturnType<typeof createBehaviorRepository>;

/** Behavioral patterns of users. Numbers refer to access-patterns.md. */
export const createBehaviorRepository = (table: Table, logger: Logger) => ({
  /**
   * BP1. Stores a pattern once for each name, and returns what is stored under it. Throws `consent_required` for the
   * name of a pattern that was removed meanwhile, which happens only when consent is withdrawn.
   */
  async add(
    { userId, value: pattern }: ConsentedBy<'behavior', BehavioralPattern>,
    { page, seq }: SentName,
  ): Promise<BehavioralPattern> {
    if (userId !== pattern.user_id) throw new Error('The consent of another user covers no pattern');
    const { id, created_at, anomaly_detected: anomaly } = pattern;
    const sent = { user_id: userId, page, seq, pattern_id: id, anomaly, created_at };
    const written = table.transact([
      table.write.put(sentPatternEntity.toItem(sent), isNew),
      table.write.put(behavioralPatternEntity.toItem(pattern), isNew),
    ]);
    return onConditionFailed<BehavioralPattern, Promise<BehavioralPattern>>(
      written.then(() => pattern),
      async (failure) => {
        if (failure.index > 0) throw failure;
        const first = sentPatternEntity.parse(failure.item ?? {});
        const key = behavioralPatternEntity.key({ user_id: userId, id: first.pattern_id });
        const stored = await table.get(key, { consistent: true });
        if (!stored) throw new AppError('consent_required');
        return behavioralPatternEntity.parse(stored);
      },
    );
  },

  /** BP2. The newest patterns of a user, without those that have expired and are not deleted yet. `now` in ms. */
  async list(userId: string, now: number): Promise<readonly BehavioralPattern[]> {
    const oldest = encodeTime(Math.max(0, now - retentionMs('behavioral_patterns')), TIME_DIGITS);
    const { items } = await table.query({
      partition: patternsOf(userId),
      from: patternKey(oldest),
      upTo: patternKey('~'),
      limit: PATTERNS_SHOWN,
    });
    return parseList(behavioralPatternEntity, items, (count) =>
      logger.error('Corrupt items left out of a list', { list: 'behavioral-patterns', count }),
    );
  },

  /** BP3. When a counting of a user was an anomaly for the first time (ISO 8601); undefined if it never was. */
  async firstAnomalyAt(userId: string, page: string): Promise<string | undefined> {
    const { items } = await table.query({
      partition: patternsOf(userId),
      prefix: sentPrefix(page),
      limit: SENT_AT_ONCE,
      consistent: true,
    });
    return items
      .map((item) => sentPatternEntity.parse(item))
      .flatMap(({ anomaly, created_at: at }) => (anomaly ? [at] : []))
      .sort()[0];
  },
});
