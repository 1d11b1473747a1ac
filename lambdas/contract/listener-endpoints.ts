import { accountEndpoints } from './people/account.ts';
import { billingEndpoints } from './people/billing.ts';
import { credentialsEndpoints } from './people/credentials.ts';
import { catalogEndpoints } from './content/catalog.ts';
import { consentEndpoints } from './people/consent.ts';
import { dataRequestEndpoints } from './people/data-requests.ts';
import { docsEndpoints } from './docs.ts';
import { factorEndpoints } from './people/factors.ts';
import { historyEndpoints } from './listening/history.ts';
import { playbackPositionEndpoints } from './listening/playback-positions.ts';
import { libraryEndpoints } from './listening/library.ts';
import { liveEndpoints } from './live/live.ts';
import { playbackEndpoints } from './media/playback.ts';
import { searchEndpoints } from './listening/search.ts';
import { sessionEndpoints } from './people/sessions.ts';
import { transcriptEndpoints } from './content/transcripts.ts';
import { usernameEndpoints } from './people/username.ts';

/** Endpoints for visitors and listeners. */
export const listenerEndpoints = {
  ...accountEndpoints,
  ...billingEndpoints,
  ...catalogEndpoints,
  ...consentEndpoints,
  ...dataRequestEndpoints,
  ...credentialsEndpoints,
  ...docsEndpoints,
  ...factorEndpoints,
  ...historyEndpoints,
  ...playbackPositionEndpoints,
  ...libraryEndpoints,
  ...liveEndpoints,
  ...playbackEndpoints,
  ...searchEndpoints,
  ...sessionEndpoints,
  ...transcriptEndpoints,
  ...usernameEndpoints,
};
