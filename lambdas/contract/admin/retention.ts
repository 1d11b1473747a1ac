import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Timestamp } from '../shared.ts';

/** A row of the retention table (specification, section 3). */
const RetentionPolicy = z.object({
  table_name: z.string(),
  retention_period_seconds: z.number(),
  /** Less than 1 for periods of hours and minutes. */
  retention_period_days: z.number(),
  /** When the cleanup last went through this data; null when it never did, or something else removes it. */
  last_cleanup_at: z.nullable(Timestamp),
  /** Always: no period is without something that enforces it. */
  auto_cleanup_enabled: z.literal(true),
  enforced_by: z.enum(['cleanup', 'worker', 'storage']),
});
export type RetentionPolicy = z.infer<typeof RetentionPolicy>;

/** ULID of a cleanup. */
const RunId = z.string().check(z.regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'Must be the id of a cleanup'));

/** One run of the cleanup. */
export const CleanupRun = z.object({
  id: RunId,
  started_at: Timestamp,
  /** Null while it runs, or when it stopped on its way. */
  finished_at: z.nullable(Timestamp),
  /** A user id, or `schedule`. */
  started_by: z.string(),
  /** Whether it only counted. */
  dry_run: z.boolean(),
  total_records_cleaned: z.number(),
  /** Records by table; only those with any. */
  tables: z.array(z.object({ table_name: z.string(), records: z.number() })),
});
export type CleanupRun = z.infer<typeof CleanupRun>;

/** Numbers about consent, of this moment. */
export const ConsentNumbers = z.object({
  /** Accounts with a stored decision. */
  decided: z.number(),
  analytics: z.number(),
  behavioral: z.number(),
  functional: z.number(),
  marketing: z.number(),
  /** The last decision; null before the first. */
  updated_at: z.nullable(Timestamp),
});
export type ConsentNumbers = z.infer<typeof ConsentNumbers>;

export const retentionEndpoints = {
  'retention.list-policies': endpoint({
    method: 'GET',
    path: '/api/admin/retention-policies',
    auth: 'admin',
    summary: 'Lists how long each kind of data is kept, by table name, with the last runs of the cleanup.',
    responses: { 200: z.object({ items: z.array(RetentionPolicy), runs: z.array(CleanupRun) }) },
    errors: [],
  }),
  'retention.cleanup-expired-data': endpoint({
    method: 'POST',
    path: '/api/rpc/cleanup_expired_data',
    auth: 'admin',
    summary:
      'Removes data whose retention period is over, or only counts it. Continues a run that is not finished: repeat ' +
      'the call with its `run_id` until `finished_at` is set.',
    body: z.strictObject({ dry_run: z._default(z.boolean(), false), run_id: z.optional(RunId) }),
    responses: { 200: CleanupRun },
    errors: ['not_found', 'invalid_state'],
  }),
  'retention.get-consent-numbers': endpoint({
    method: 'GET',
    path: '/api/admin/consent-numbers',
    auth: 'admin',
    summary: 'Returns how many accounts decided about privacy, and what they allow.',
    responses: { 200: ConsentNumbers },
    errors: [],
  }),
};
