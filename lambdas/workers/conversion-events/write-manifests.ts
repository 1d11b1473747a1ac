import { OUTPUTS_MISSING_REASON } from '../../domain/conversion/reasons.ts';
import type { Attempt, StoryboardOutcome } from '../../domain/conversion/attempt.ts';
import type { FirstFiles } from '../../domain/media/first-files.ts';
import { groupPlaylistKey, manifestKey } from '../../domain/media/layout.ts';
import { MissingRenditionError, multivariantPlaylist, readVariants } from '../../domain/media/playlists.ts';
import type { RenditionStore } from '../../platform/storage/stored-objects.ts';
import { readFirstFiles } from './read-first-files.ts';
import { writeStoryboard } from './write-storyboard.ts';

/** The result of writing a finished job's playlists. */
export interface WrittenManifests {
  /** Why they could not be written; set when the job's results are missing. */
  readonly missing?: string;
  readonly storyboard?: StoryboardOutcome | undefined;
  readonly firstFiles?: FirstFiles | undefined;
}

/**
 * Writes the multivariant playlist of every tier of a finished job, from the playlists of its output groups, and the
 * storyboard's cues. Repeating it writes the same files.
 */
export const writeManifests = async (renditions: RenditionStore, attempt: Attempt): Promise<WrittenManifests> => {
  const { ladder, content_id: contentId, media_version: version } = attempt;
  if (!ladder) return { missing: OUTPUTS_MISSING_REASON };
  const playlists = await Promise.all(
    ladder.tiers.map((tier) => renditions.readText(groupPlaylistKey(contentId, version, tier))),
  );
  if (playlists.includes(undefined)) return { missing: OUTPUTS_MISSING_REASON };
  const facts = playlists.flatMap((text) => readVariants(text ?? ''));
  try {
    const manifests = ladder.tiers.map((tier) => ({
      key: manifestKey(contentId, version, tier),
      text: multivariantPlaylist(ladder, tier, facts),
    }));
    await Promise.all(manifests.map(({ key, text }) => renditions.writePlaylist(key, text)));
    const [storyboard, first] = await Promise.all([
      writeStoryboard(renditions, attempt, playlists[0] ?? ''),
      readFirstFiles(renditions, attempt, ladder, manifests.at(-1)?.text ?? ''),
    ]);
    return { storyboard, firstFiles: first };
  } catch (error) {
    if (error instanceof MissingRenditionError) return { missing: OUTPUTS_MISSING_REASON };
    throw error;
  }
};
