import { randomUUID } from 'node:crypto';
import { playlistReportEntity, reportedPlaylistEntity } from '../../../lambdas/data/library/report-entities.ts';
import type { StoredPlaylist } from '../../../lambdas/domain/library/playlist.ts';
import { somePlaylist } from './library-rows.ts';
import { somePerson } from './people-rows.ts';

type Item = Readonly<Record<string, unknown>>;

const at = (seconds: number): string => new Date(Date.now() - 3_600_000 + seconds * 1000).toISOString();

/** The open reports of a playlist as stored items: one user each. */
export const someReports = (playlistId: string, texts: readonly string[], seconds = 0): readonly Item[] => [
  ...texts.map((text, index) =>
    playlistReportEntity.toItem({
      playlist_id: playlistId,
      user_id: randomUUID(),
      reason: 'spam',
      text,
      reported_at: at(seconds + index),
      round: 1,
    }),
  ),
  reportedPlaylistEntity.toItem({
    playlist_id: playlistId,
    round: 1,
    open: true,
    counts: { spam: texts.length },
    first_reported_at: at(seconds),
    last_reported_at: at(seconds + texts.length - 1),
    rev: texts.length,
  }),
];

/** A valid call for each endpoint of moderation and for reports, with the playlists that they affect. */
export const moderationRows = () => {
  const owner = somePerson({ full_name: 'Curator' });
  const shared = (fields: Partial<StoredPlaylist> = {}) =>
    somePlaylist(owner.person.id, [], { visibility: 'public', ...fields });
  const hiding = (seconds: number) => ({ hidden_at: at(seconds), hidden_reason: 'Insults in the title' });
  const playlists = {
    reported: shared(),
    read: shared(),
    dismissed: shared(),
    hidden: shared(),
    shown: shared(hiding(1)),
    otherHidden: shared(hiding(2)),
  };
  const idOf = (name: keyof typeof playlists) => ({ id: playlists[name].playlist.id });
  const reason = 'Requested by the matrix test';
  return {
    calls: {
      'library.report-playlist': [
        { input: { params: idOf('reported'), body: { reason: 'other', text: 'By a row' } }, success: 204 },
      ],
      'moderation.list-reported-playlists': [{ input: {}, success: 200 }],
      'moderation.list-reports': [{ input: { params: idOf('read') }, success: 200 }],
      'moderation.dismiss-reports': [{ input: { params: idOf('dismissed'), body: { revision: 1 } }, success: 204 }],
      'moderation.list-hidden-playlists': [{ input: {}, success: 200 }],
      'moderation.hide-playlist': [{ input: { params: idOf('hidden'), body: { reason } }, success: 200 }],
      'moderation.show-playlist': [{ input: { params: idOf('shown'), body: { reason } }, success: 200 }],
    } as const,
    stored: [
      ...owner.items,
      ...Object.values(playlists).flatMap(({ items }) => items),
      ...someReports(idOf('read').id, ['First', 'Second'], 1),
      ...someReports(idOf('dismissed').id, ['Third'], 2),
    ] as readonly Item[],
  };
};
