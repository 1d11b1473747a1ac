import type { Route } from '../../http/route.ts';
import { searchAllContent } from './search-all-content.ts';
import { searchContent } from './search-content.ts';
import { searchSpeech } from './search-speech.ts';
import type { SearchDeps } from './deps.ts';

/** The feature's endpoints. */
export const searchRoutes = (deps: SearchDeps): readonly Route[] => [
  searchContent(deps),
  searchSpeech(deps),
  searchAllContent(deps),
];
