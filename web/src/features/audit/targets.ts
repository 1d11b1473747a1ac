import type { AuditTarget } from '../../../../lambdas/contract/admin/audit.ts';
import { auditTexts } from './texts.ts';

/** Kinds of things that the log speaks of, in the order of the filter. */
export const AUDIT_TARGETS = Object.keys(auditTexts.targets) as readonly AuditTarget[];
