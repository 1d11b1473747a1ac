import type { StoredPlaylist } from '../../../lambdas/domain/library/playlist.ts';
import { canChange, canOpen } from '../../../lambdas/domain/library/playlist.ts';
import { followUpOf } from '../../../lambdas/domain/library/follow-up.ts';
import {
  changesSavedContent,
  savedContent,
  isShown,
  toSavedCard,
} from '../../../lambdas/domain/library/saved-content.ts';
import { contentItem, someContent, someDraft } from '../../support/content.ts';

const ANN = '11111111-2222-4333-8444-555555555555';
const BOB = '22222222-2222-4333-8444-555555555555';

describe('who may open a playlist', () => {
  const playlist = { user_id: ANN } as StoredPlaylist;

  it.each([
    ['private', ANN, true],
    ['private', BOB, false],
    ['private', undefined, false],
    ['unlisted', BOB, true],
    ['unlisted', undefined, true],
    ['public', BOB, true],
    ['public', undefined, true],
  ] as const)('%s, opened by %s: %s', (visibility, userId, allowed) => {
    const viewer = userId && { userId, role: 'user' as const };
    expect(canOpen({ ...playlist, visibility }, viewer)).toBe(allowed);
    expect(canOpen({ ...playlist, visibility, deleted_at: '2026-01-01T00:00:00.000Z' }, viewer)).toBe(false);
    // Hidden by an administrator, only the owner keeps it.
    expect(canOpen({ ...playlist, visibility, hidden_at: '2026-01-01T00:00:00.000Z' }, viewer)).toBe(userId === ANN);
  });

  it('lets administrators open a hidden playlist, unless it is private or its owner is disabled', () => {
    const hidden = { ...playlist, hidden_at: '2026-01-01T00:00:00.000Z' };
    const opens = (fields: Partial<StoredPlaylist>, role: 'admin' | 'moderator') =>
      canOpen({ ...hidden, ...fields }, { userId: BOB, role });
    expect(opens({ visibility: 'public' }, 'admin')).toBe(true);
    expect(opens({ visibility: 'unlisted' }, 'admin')).toBe(true);
    expect(opens({ visibility: 'public' }, 'moderator')).toBe(false);
    expect(opens({ visibility: 'private' }, 'admin')).toBe(false);
    expect(opens({ visibility: 'public', owner_disabled: true }, 'admin')).toBe(false);
  });

  it('allows changes only by the owner, until the playlist is deleted', () => {
    expect(canChange({ ...playlist, visibility: 'public' }, ANN)).toBe(true);
    expect(canChange({ ...playlist, visibility: 'public' }, BOB)).toBe(false);
    expect(canChange({ ...playlist, visibility: 'public', deleted_at: '2026-01-01T00:00:00.000Z' }, ANN)).toBe(false);
  });
});

describe('saved content', () => {
  it('is a card without the view count', () => {
    const content = someContent({ title: 'Viper', category_id: null, category_name: 'Jazz', view_count: 7 });
    const card = toSavedCard(savedContent(content));
    expect(card).toMatchObject({
      id: content.id,
      title: 'Viper',
      categories: { name: 'Jazz' },
      metadata: { contentType: 'video', artist: 'The Meadow Band' },
    });
    expect(card).not.toHaveProperty('view_count');
  });

  it('is shown while the item is published', () => {
    expect(isShown(someContent())).toBe(true);
    expect(isShown(someDraft())).toBe(false);
    expect(isShown(someContent({ deleted_at: '2026-01-01T00:00:00.000Z' }))).toBe(false);
  });

  const stored = contentItem(someContent());
  it.each<[string, object | undefined, object | undefined, boolean]>([
    ['a new title', stored, { ...stored, title: 'Other' }, true],
    ['an unpublication', stored, { ...stored, status: 'draft' }, true],
    ['a deletion', stored, { ...stored, deleted_at: '2026-01-01T00:00:00.000Z' }, true],
    ['a removal', stored, undefined, true],
    ['a new view', stored, { ...stored, view_count: 8 }, false],
    ['conversion progress', stored, { ...stored, conversion_progress: 8 }, false],
    ['a new item', undefined, stored, false],
  ])('follows %s if it is affected', (_what, before, after, followed) => {
    expect(changesSavedContent(before as never, after as never)).toBe(followed);
    expect(followUpOf(before as never, after as never)).toEqual(
      followed ? { kind: 'content', id: stored['id'] } : undefined,
    );
  });

  it('is removed once when its playlist is deleted', () => {
    const playlist = { type: 'PLAYLIST', id: 'pls_1' };
    const deleted = { ...playlist, deleted_at: '2026-01-01T00:00:00.000Z' };
    expect(followUpOf(playlist, deleted)).toEqual({ kind: 'playlist', id: 'pls_1' });
    for (const [before, after] of [
      [undefined, playlist],
      [playlist, { ...playlist, revision: 2 }],
      [deleted, undefined],
      [{ type: 'LIKE', id: 'x' }, undefined],
    ] as const) {
      expect(followUpOf(before, after)).toBeUndefined();
    }
  });
});
