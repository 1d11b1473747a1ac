import type { Content } from '../../../lambdas/domain/content/content.ts';
import type { FollowDeps } from '../../../lambdas/workers/library-changes/follow-changes.ts';
import { followChanges } from '../../../lambdas/workers/library-changes/follow-changes.ts';
import { someContent } from '../../support/content.ts';

const AT = '2026-11-30T12:00:00.000Z';

/** Follows a title that has these states, one at each read; the last one stays. */
const follow = async (...states: readonly (Content | undefined)[]) => {
  const followed: (string | undefined)[] = [];
  const left = [...states];
  const deps = {
    content: { get: async () => (left.length > 1 ? left.shift() : left[0]) },
    libraryItems: { follow: async (_id: string, content: Content | undefined) => void followed.push(content?.status) },
    now: () => AT,
  } as unknown as FollowDeps;
  await followChanges(deps, { contentId: 'cnt_1', aspects: ['content'] } as never);
  return followed;
};

describe('the copies of a title in likes and playlists', () => {
  const published = someContent();
  const unpublished: Content = { ...published, status: 'draft' };

  it('are written once when the title stays as it is', async () => {
    expect(await follow(published)).toEqual(['published']);
    expect(await follow({ ...published, deleted_at: AT })).toEqual([undefined]);
  });

  it('are written again when the title changed meanwhile, so that a slow worker leaves no older state', async () => {
    expect(await follow(published, unpublished)).toEqual(['published', 'draft']);
    expect(await follow(published, undefined)).toEqual(['published', undefined]);
  });
});
