import { conflict, optimistic, RETRY } from '../../domain/optimistic.ts';
import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { ENTRIES_MAX } from '../../domain/library/playlist.ts';
import { route } from '../../http/route.ts';
import { findOwn, findVisible } from './find.ts';
import type { LibraryDeps } from './deps.ts';

/** Adds a published content item to the end of a playlist, and retries after concurrent changes. */
export const addEntry = (deps: LibraryDeps) =>
  route(endpoints['library.add-entry'], async ({ actor, params }) => {
    const added = await optimistic(
      async () => {
        const playlist = await findOwn(deps, params.id, actor);
        const outcome = await deps.entries.add(playlist, await findVisible(deps, params.contentId), deps.now());
        if (outcome === 'full')
          throw new AppError('limit_reached', `A playlist can have up to ${ENTRIES_MAX.toLocaleString('en')} entries.`);
        return outcome === 'changed' ? RETRY : outcome === 'added';
      },
      { exhausted: conflict },
    );
    return { status: 200, body: { added } };
  });
