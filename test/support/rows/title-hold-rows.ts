import { titleHoldEntity } from '../../../lambdas/data/content/title-hold-repository.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { contentItem, someDraft } from '../content.ts';

/** More than there are callers of a row, so that each finds a hold that was not released, or an item without one. */
const ITEMS = 20;

const since = '2026-02-01T00:00:00.000Z';
const reason = 'Needed for the matrix test';

/** A valid call for each endpoint about the legal holds of content items, and the items. */
export const titleHoldRows = (owned: Partial<Content>) => {
  const free = Array.from({ length: ITEMS }, () => someDraft(owned));
  const held = Array.from({ length: ITEMS }, () => someDraft({ ...owned, held_since: since }));
  let [sets, releases] = [0, 0];
  return {
    stored: [
      ...[...free, ...held].map((content) => contentItem(content)),
      ...held.map(({ id }) => titleHoldEntity.toItem({ content_id: id, reason, set_at: since })),
    ],
    calls: {
      'content.set-hold': [
        {
          input: {
            params: {
              get id() {
                return free[sets++ % ITEMS]?.id ?? '';
              },
            },
            body: { reason },
          },
          success: 200,
        },
      ],
      'content.release-hold': [
        {
          input: {
            params: {
              get id() {
                return held[releases++ % ITEMS]?.id ?? '';
              },
            },
            body: { reason },
          },
          success: 200,
        },
      ],
    },
  } as const;
};
