import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { consentEntity } from '../../../lambdas/data/privacy/consent-entities.ts';
import { legalHoldEntity } from '../../../lambdas/data/privacy/legal-hold-repository.ts';
import { currentNotice } from '../../../lambdas/domain/privacy/notice.ts';
import { somePerson } from './people-rows.ts';

/** A decision about the current notice that allows everything. */
export const someDecision = {
  p_essential: true,
  p_analytics: true,
  p_behavioral: true,
  p_marketing: true,
  p_functional: true,
  notice_hash: currentNotice.hash,
} as const;

/** Two earlier decisions of a user. */
const earlierDecisions = (userId: string) =>
  ['2026-02-01T00:00:00.000Z', '2026-02-02T00:00:00.000Z'].map((at) =>
    consentEntity.toItem({
      id: ulid(Date.parse(at)),
      user_id: userId,
      recorded_at: at,
      event: 'recorded',
      purposes: [],
      global_privacy_control: false,
      notice_version: currentNotice.version,
      notice_language: currentNotice.language,
      notice_hash: currentNotice.hash,
    }),
  );

/** More than there are callers of a row, so that each finds a hold that was not released, or a user without one. */
const HOLDS = 20;

const reason = 'Needed for the matrix test';

/** A valid call for each endpoint about privacy, the decisions that `reader` made before, and holds of other users. */
export const privacyRows = (reader: string) => {
  const held = Array.from({ length: HOLDS }, () => randomUUID());
  const free = Array.from({ length: HOLDS }, () => somePerson());
  let [releases, sets] = [0, 0];
  return {
    stored: [
      ...earlierDecisions(reader),
      ...free.flatMap(({ items }) => items),
      ...held.map((user_id) =>
        legalHoldEntity.toItem({ user_id, reason, set_at: '2026-02-01T00:00:00.000Z', set_by: randomUUID() }),
      ),
    ],
    calls: {
      'retention.list-holds': [{ input: {}, success: 200 }],
      'retention.set-hold': [
        {
          input: {
            body: {
              get user_id() {
                return free[sets++ % HOLDS]?.person.id ?? '';
              },
              reason,
            },
          },
          success: 201,
        },
      ],
      'retention.release-hold': [
        {
          input: {
            params: {
              get id() {
                return held[releases++ % HOLDS] ?? '';
              },
            },
            body: { reason },
          },
          success: 204,
        },
      ],
      'privacy.get-consent': [{ input: {}, success: 200 }],
      // Rows can run at the same time, and that of behavior.record-pattern needs callers who do not allow it.
      'privacy.record-privacy-consent': [{ input: { body: { ...someDecision, p_behavioral: false } }, success: 200 }],
      'privacy.withdraw-consent': [{ input: {}, success: 200 }],
      'retention.list-policies': [{ input: {}, success: 200 }],
      'retention.cleanup-expired-data': [
        { input: { body: { dry_run: false } }, success: 200 },
        { variant: 'dry run', input: { body: { dry_run: true } }, success: 200 },
      ],
      'retention.get-consent-numbers': [{ input: {}, success: 200 }],
      'privacy.get-notice': [{ input: { params: { hash: currentNotice.hash } }, success: 200 }],
      'privacy.list-consents': [{ input: { query: { limit: '5' } }, success: 200 }],
    } as const,
  };
};
