import { useEffect, useState } from 'react';
import { loadStoryboard, type StoryboardTile } from './storyboard.ts';

const none: readonly StoryboardTile[] = [];

/** The preview pictures of a video. Loaded once `needed`. */
export const useStoryboard = (url: string | null, needed: boolean): readonly StoryboardTile[] => {
  const [loaded, setLoaded] = useState<{ readonly url: string; readonly tiles: readonly StoryboardTile[] } | null>(
    null,
  );
  useEffect(() => {
    if (url === null || !needed) return undefined;
    let canceled = false;
    void loadStoryboard(url).then((tiles) => {
      if (!canceled) setLoaded({ url, tiles });
    });
    return () => {
      canceled = true;
    };
  }, [url, needed]);
  return loaded && loaded.url === url ? loaded.tiles : none;
};
