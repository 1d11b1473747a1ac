import type { PlaylistLookup } from '../../data/library/playlist-lookup.ts';
import type { PlaylistModerationRepository } from '../../data/library/playlist-moderation-repository.ts';
import type { ProfileNames } from '../../data/people/profile-names.ts';

/** Dependencies of the use cases. */
export interface ModerationDeps {
  readonly decisions: PlaylistModerationRepository;
  readonly playlists: PlaylistLookup;
  readonly profiles: ProfileNames;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}
