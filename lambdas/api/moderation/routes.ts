import type { Route } from '../../http/route.ts';
import type { ModerationDeps } from './deps.ts';
import { dismissReports } from './dismiss-reports.ts';
import { hidePlaylist } from './hide-playlist.ts';
import { listHiddenPlaylists } from './list-hidden-playlists.ts';
import { listReportedPlaylists } from './list-reported-playlists.ts';
import { listReports } from './list-reports.ts';
import { showPlaylist } from './show-playlist.ts';

/** The feature's endpoints. */
export const moderationRoutes = (deps: ModerationDeps): readonly Route[] => [
  listReportedPlaylists(deps),
  listReports(deps),
  dismissReports(deps),
  listHiddenPlaylists(deps),
  hidePlaylist(deps),
  showPlaylist(deps),
];
