import type { ModeratedPlaylist, ReportedPlaylistView } from '../../../lambdas/contract/admin/moderation.ts';
import type { PlaylistView } from '../../../lambdas/contract/listening/library.ts';

const AT = '2026-03-04T12:00:00.000Z';

/** The id of a playlist. */
export const playlistId = (number: number): string => `pls_01HZX3V5Q8W9T2M4N6P7R8${String(number).padStart(4, '0')}`;

/** Another user's public playlist, as its page receives it. */
export const playlistView = (fields: Partial<PlaylistView> = {}): PlaylistView => ({
  id: playlistId(1),
  title: 'On the road',
  description: '',
  visibility: 'public',
  entry_count: 0,
  revision: 1,
  created_at: AT,
  updated_at: AT,
  hidden: null,
  owner: { name: 'Bob Builder' },
  is_own: false,
  ...fields,
});

/** Another user's public playlist, as administrators receive it. */
export const moderatedPlaylist = (number: number, fields: Partial<ModeratedPlaylist> = {}): ModeratedPlaylist => ({
  id: playlistId(number),
  title: `Playlist ${number}`,
  description: '',
  visibility: 'public',
  entry_count: 3,
  owner: { id: '22222222-2222-4222-8222-222222222222', name: 'Bob Builder' },
  created_at: AT,
  hidden: null,
  ...fields,
});

/** A playlist with three open reports. */
export const reportedPlaylist = (fields: Partial<ReportedPlaylistView> = {}): ReportedPlaylistView => ({
  playlist: moderatedPlaylist(1),
  report_count: 3,
  reasons: [
    { reason: 'spam', count: 2 },
    { reason: 'other', count: 1 },
  ],
  first_reported_at: AT,
  last_reported_at: AT,
  revision: 7,
  ...fields,
});
