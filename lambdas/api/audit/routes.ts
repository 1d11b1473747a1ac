import type { AuditRepository } from '../../data/admin/audit-repository.ts';
import type { ContentLookup } from '../../data/content/content-lookup.ts';
import type { ProfileNames } from '../../data/people/profile-names.ts';
import type { Route } from '../../http/route.ts';
import { listEntries } from './list-entries.ts';

/** What the use case of this feature needs. */
export interface AuditDeps {
  readonly audit: Pick<AuditRepository, 'list'>;
  readonly profiles: ProfileNames;
  readonly content: ContentLookup;
}

/** The feature's endpoint. */
export const auditRoutes = (deps: AuditDeps): readonly Route[] => [listEntries(deps)];
