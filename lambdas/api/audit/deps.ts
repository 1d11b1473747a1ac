import type { AuditRepository } from '../../data/admin/audit-repository.ts';
import type { ContentLookup } from '../../data/content/content-lookup.ts';
import type { PlaylistLookup } from '../../data/library/playlist-lookup.ts';
import type { ProfileNames } from '../../data/people/profile-names.ts';

/** Dependencies of the use case. */
export interface AuditDeps {
  readonly audit: Pick<AuditRepository, 'list'>;
  readonly profiles: ProfileNames;
  readonly content: ContentLookup;
  readonly playlists: PlaylistLookup;
}
