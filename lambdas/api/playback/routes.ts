import type { Route } from '../../http/route.ts';
import { countView } from './count-view.ts';
import { getMediaUrl } from './get-media-url.ts';
import type { PlaybackDeps } from './deps.ts';
import { recordQuality } from './record-quality.ts';

/** The feature's endpoints. */
export const playbackRoutes = (deps: PlaybackDeps): readonly Route[] => [
  getMediaUrl(deps),
  countView(deps),
  recordQuality(deps),
];
