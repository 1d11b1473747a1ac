import { endpoints } from '../../contract/index.ts';
import { plans } from '../../domain/plans/plans.ts';
import { route } from '../../http/route.ts';
import type { CatalogDeps } from './routes.ts';

/** All creators by name, with their storage. */
export const listCreators = ({ creators }: CatalogDeps) =>
  route(endpoints['catalog.list-creators'], async () => {
    const items = (await creators.list()).map((creator) => ({ ...creator, storage_limit: plans[creator.plan].storageBytes }));
    return { status: 200, body: { items, next_cursor: null } };
  });
