import { accountEndpoints } from './account.ts';
import { catalogEndpoints } from './catalog.ts';
import { docsEndpoints } from './docs.ts';
import { historyEndpoints } from './history.ts';
import { playbackPositionEndpoints } from './playback-positions.ts';
import { libraryEndpoints } from './library.ts';
import { liveEndpoints } from './live.ts';
import { playbackEndpoints } from './playback.ts';
import { searchEndpoints } from './search.ts';
import { usernameEndpoints } from './username.ts';

/** What visitors and listeners call. */
export const listenerEndpoints = {
  ...accountEndpoints,
  ...catalogEndpoints,
  ...docsEndpoints,
  ...historyEndpoints,
  ...playbackPositionEndpoints,
  ...libraryEndpoints,
  ...liveEndpoints,
  ...playbackEndpoints,
  ...searchEndpoints,
  ...usernameEndpoints,
};
