import type { Preload } from '../../contract/media/playback.ts';
import type { FirstFiles } from '../media/first-files.ts';
import { tierFileKey } from '../media/layout.ts';
import type { Tier } from '../media/tiers.ts';

/** Same-origin paths of the files that a player needs first, limited to its folders. Null when they are unknown. */
export const preloadOf = (
  first: FirstFiles | undefined,
  contentId: string,
  version: string,
  folders: readonly Tier[],
): Preload | null => {
  const rungs = first?.rungs.filter(({ tier }) => folders.includes(tier)) ?? [];
  if (!first || rungs.length === 0) return null;
  const pathsOf = (tier: Tier, base: string, { init, segment }: Pick<FirstFiles, 'init' | 'segment'>) => {
    const path = (ending: string): string => `/${tierFileKey(contentId, version, tier, `${base}${ending}`)}`;
    return { playlist: path('.m3u8'), init: path(init), segment: path(segment) };
  };
  return {
    rungs: rungs.map(({ tier, base, bandwidth }) => ({ bandwidth, ...pathsOf(tier, base, first) })),
    audio: first.audio ? pathsOf('480', first.audio.base, first.audio) : null,
  };
};
