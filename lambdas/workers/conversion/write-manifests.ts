import { OUTPUTS_MISSING_REASON } from '../../domain/conversion/reasons.ts';
import type { Attempt } from '../../domain/conversion/attempt.ts';
import { groupPlaylistKey, manifestKey } from '../../domain/media/layout.ts';
import { MissingRenditionError, multivariantPlaylist, readVariants } from '../../domain/media/playlists.ts';
import type { RenditionStore } from '../../platform/stored-objects.ts';

/**
 * Writes the multivariant playlist of every tier of a finished job, from what its groups' own playlists say. Answers why it
 * cannot when the results are not there; undefined when all is written. Repeating it writes the same.
 */
export const writeManifests = async (renditions: RenditionStore, attempt: Attempt): Promise<string | undefined> => {
  const { ladder, content_id: contentId, media_version: version } = attempt;
  if (!ladder) return OUTPUTS_MISSING_REASON;
  const playlists = await Promise.all(ladder.tiers.map((tier) => renditions.readText(groupPlaylistKey(contentId, version, tier))));
  if (playlists.includes(undefined)) return OUTPUTS_MISSING_REASON;
  const facts = playlists.flatMap((text) => readVariants(text ?? ''));
  try {
    const manifests = ladder.tiers.map((tier) => ({ key: manifestKey(contentId, version, tier), text: multivariantPlaylist(ladder, tier, facts) }));
    await Promise.all(manifests.map(({ key, text }) => renditions.writePlaylist(key, text)));
    return undefined;
  } catch (error) {
    if (error instanceof MissingRenditionError) return OUTPUTS_MISSING_REASON;
    throw error;
  }
};
