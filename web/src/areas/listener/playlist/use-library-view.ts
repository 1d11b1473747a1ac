import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** A part of the library that the streaming screen shows instead of the catalog. */
export type LibraryView = 'liked' | 'playlists';

const isLibraryView = (value: string | null): value is LibraryView => value === 'liked' || value === 'playlists';

/** The library view in the address. Selecting one clears the catalog filters. */
export const useLibraryView = (): {
  readonly view: LibraryView | null;
  readonly setView: (view: LibraryView | null) => void;
} => {
  const [params, setParams] = useSearchParams();
  const value = params.get('view');
  const setView = useCallback(
    (view: LibraryView | null) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          for (const name of ['view', 'type', 'category', 'q']) next.delete(name);
          if (view !== null) next.set('view', view);
          return next;
        },
        { preventScrollReset: true },
      ),
    [setParams],
  );
  return { view: isLibraryView(value) ? value : null, setView };
};
