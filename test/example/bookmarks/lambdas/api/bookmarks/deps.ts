import type { ContentLookup } from '../../data/content/content-lookup.ts';
import type { ContentRecords } from '../../data/content/content-records.ts';
import type { BookmarkRepository } from '../../data/library/bookmark-repository.ts';

/** Dependencies of the use cases. */
export interface BookmarksDeps {
  readonly bookmarks: BookmarkRepository;
  readonly content: Pick<ContentRecords, 'get'>;
  readonly lookup: ContentLookup;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}
