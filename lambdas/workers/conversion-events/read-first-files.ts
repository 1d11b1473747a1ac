import type { Attempt } from '../../domain/conversion/attempt.ts';
import { firstFiles, renditionsOf, type FirstFiles } from '../../domain/media/first-files.ts';
import type { Ladder } from '../../domain/media/ladder.ts';
import { tierFileKey } from '../../domain/media/layout.ts';
import type { RenditionStore } from '../../platform/storage/stored-objects.ts';

/** Reads the playlists of all renditions to find the first files that a player loads. `top` is the highest manifest. */
export const readFirstFiles = async (
  renditions: RenditionStore,
  { content_id: contentId, media_version: version }: Attempt,
  ladder: Ladder,
  top: string,
): Promise<FirstFiles | undefined> => {
  const { rungs, audio } = renditionsOf(ladder);
  const all = [...rungs, ...(audio === undefined ? [] : [{ tier: '480' as const, base: audio }])];
  const read = all.map(
    async ({ tier, base }) =>
      [base, await renditions.readText(tierFileKey(contentId, version, tier, `${base}.m3u8`))] as const,
  );
  const texts = new Map(await Promise.all(read));
  return firstFiles(ladder, top, (base) => texts.get(base));
};
