import { useEffect, useState } from 'react';
import { loadStoryboard, type StoryboardTile } from './storyboard.ts';

const none: readonly StoryboardTile[] = [];

/** The pictures along a video, once somebody wants to see one. */
export const useStoryboard = (url: string | null, wanted: boolean): readonly StoryboardTile[] => {
  const [loaded, setLoaded] = useState<{ readonly url: string; readonly tiles: readonly StoryboardTile[] } | null>(
    null,
  );
  useEffect(() => {
    if (url === null || !wanted) return undefined;
    let left = false;
    void loadStoryboard(url).then((tiles) => {
      if (!left) setLoaded({ url, tiles });
    });
    return () => {
      left = true;
    };
  }, [url, wanted]);
  return loaded && loaded.url === url ? loaded.tiles : none;
};
