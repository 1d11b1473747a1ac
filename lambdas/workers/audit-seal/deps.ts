import type { AuditSealRepository } from '../../data/admin/audit-seal-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { AuditCopies } from '../../platform/storage/audit-copies.ts';

/** Dependencies of the worker. */
export interface SealDeps {
  readonly seals: Pick<AuditSealRepository, 'head' | 'newestLinks' | 'entries' | 'add'>;
  readonly copies: Pick<AuditCopies, 'add' | 'read'>;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
