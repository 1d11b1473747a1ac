import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { creatorView } from './creator-view.ts';
import type { CatalogDeps } from './deps.ts';

/** Lists all creators by name, with their storage. */
export const listCreators = ({ creators }: CatalogDeps) =>
  route(endpoints['catalog.list-creators'], async () => ({
    status: 200,
    body: { items: (await creators.list()).map(creatorView), next_cursor: null },
  }));
