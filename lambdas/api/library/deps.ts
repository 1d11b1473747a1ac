import type { ContentRecords } from '../../data/content/content-records.ts';
import type { EntryRepository } from '../../data/library/entry-repository.ts';
import type { LikeRepository } from '../../data/library/like-repository.ts';
import type { PlaylistReportRepository } from '../../data/library/playlist-report-repository.ts';
import type { PlaylistRepository } from '../../data/library/playlist-repository.ts';
import type { ProfileRepository } from '../../data/people/profile-repository.ts';
import type { RateCounters } from '../../domain/limits/rate-limit.ts';

/** Dependencies of the use cases. */
export interface LibraryDeps {
  readonly likes: LikeRepository;
  readonly playlists: PlaylistRepository;
  readonly entries: EntryRepository;
  readonly reports: PlaylistReportRepository;
  readonly counters: RateCounters;
  readonly content: Pick<ContentRecords, 'get'>;
  readonly profiles: Pick<ProfileRepository, 'get'>;
  /** Whether visitors who have not signed in can browse. */
  readonly publicCatalog: boolean;
  /** A new id without its prefix. */
  readonly newId: () => string;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}
