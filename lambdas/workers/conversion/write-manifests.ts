import { OUTPUTS_MISSING_REASON } from '../../domain/conversion/reasons.ts';
import type { Attempt, StoryboardOutcome } from '../../domain/conversion/attempt.ts';
import { groupPlaylistKey, manifestKey } from '../../domain/media/layout.ts';
import { MissingRenditionError, multivariantPlaylist, readVariants } from '../../domain/media/playlists.ts';
import type { RenditionStore } from '../../platform/stored-objects.ts';
import { writeStoryboard } from './write-storyboard.ts';

/** What was written of a finished job's playlists. */
export interface WrittenManifests {
  /** Why they cannot be written, when the results are not there; nothing of them is then. */
  readonly missing?: string;
  readonly storyboard?: StoryboardOutcome | undefined;
}

/**
 * Writes the multivariant playlist of every tier of a finished job, from what its groups' own playlists say, and the storyboard's cues.
 * Repeating it writes the same.
 */
export const writeManifests = async (renditions: RenditionStore, attempt: Attempt): Promise<WrittenManifests> => {
  const { ladder, content_id: contentId, media_version: version } = attempt;
  if (!ladder) return { missing: OUTPUTS_MISSING_REASON };
  const playlists = await Promise.all(ladder.tiers.map((tier) => renditions.readText(groupPlaylistKey(contentId, version, tier))));
  if (playlists.includes(undefined)) return { missing: OUTPUTS_MISSING_REASON };
  const facts = playlists.flatMap((text) => readVariants(text ?? ''));
  try {
    const manifests = ladder.tiers.map((tier) => ({ key: manifestKey(contentId, version, tier), text: multivariantPlaylist(ladder, tier, facts) }));
    await Promise.all(manifests.map(({ key, text }) => renditions.writePlaylist(key, text)));
  } catch (error) {
    if (error instanceof MissingRenditionError) return { missing: OUTPUTS_MISSING_REASON };
    throw error;
  }
  return { storyboard: await writeStoryboard(renditions, attempt, playlists[0] ?? '') };
};
