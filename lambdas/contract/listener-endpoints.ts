import { accountEndpoints } from './people/account.ts';
import { catalogEndpoints } from './content/catalog.ts';
import { docsEndpoints } from './docs.ts';
import { historyEndpoints } from './listening/history.ts';
import { playbackPositionEndpoints } from './listening/playback-positions.ts';
import { libraryEndpoints } from './listening/library.ts';
import { liveEndpoints } from './live/live.ts';
import { playbackEndpoints } from './media/playback.ts';
import { searchEndpoints } from './listening/search.ts';
import { usernameEndpoints } from './people/username.ts';

/** Endpoints for visitors and listeners. */
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
