import type { Route } from '../../http/route.ts';
import { listEntries } from './list-entries.ts';
import type { AuditDeps } from './deps.ts';

/** The feature's endpoint. */
export const auditRoutes = (deps: AuditDeps): readonly Route[] => [listEntries(deps)];
