import type { AuditTarget } from '../../../../lambdas/contract/admin/audit.ts';
import { auditTexts } from './texts.ts';

/** The resource types of the log, in the order of the filter. */
export const AUDIT_TARGETS = Object.keys(auditTexts.targets) as readonly AuditTarget[];
