import type { RetentionPolicy } from '../../../../lambdas/contract/admin/retention.ts';
import { periodText, type RetentionKey } from '../../../../lambdas/contract/retention.ts';

/** Display names of the rows of the retention table. */
const tables: Readonly<Record<RetentionKey, string>> = {
  abandoned_uploads: 'Abandoned uploads',
  aborted_uploads: 'Rejected uploads',
  alert_windows: 'Memory of alert rules',
  analysis_costs: 'Costs of the analysis',
  audit_log: 'Audit log',
  behavioral_patterns: 'Behavioral patterns',
  bulk_jobs: 'Bulk jobs',
  cleanup_runs: 'Data cleanups',
  code_requests: 'Requests for codes',
  counted_logs: 'Names of summed delivery logs',
  data_exports: 'Exports of user data',
  data_requests: 'User data requests',
  development_logs: 'Server logs of development stages',
  erased_locks: 'Locks of erased accounts',
  factor_challenges: 'Requests for a second factor',
  finished_positions: 'Positions of finished titles',
  inactive_accounts: 'Inactive accounts',
  invitations: 'Temporary passwords',
  known_devices: 'Known devices',
  live_connections: 'Live connections',
  live_tickets: 'Live tickets',
  live_topics: 'Live topics',
  object_versions: 'Old versions of files',
  playlist_reports: 'Reports of playlists',
  plays: 'Plays',
  rate_counters: 'Abuse prevention counters',
  security_checks: 'Results of security checks',
  security_events: 'Security events',
  delivery: 'What was delivered and played',
  delivery_alerts: 'Alerts about the delivery',
  security_hours: 'Numbers of security events',
  sent_patterns: 'Names of sent patterns',
  server_logs: 'Server logs',
  sign_in_attempts: 'Sign-ins that were begun',
  smart_tokens: 'Smart tokens',
  superseded_outputs: 'Superseded renditions',
  table_recovery: 'Recoverable states of the database',
  trial_marks: 'Marks of used trials',
  unfinished_parts: 'Parts of unfinished uploads',
  usage_data: 'Usage data',
  used_proofs: 'Proofs of smart tokens',
};

/** A name that the server sent. One of a newer server is shown as it is. */
const tableName = (name: string): string => (tables as Readonly<Record<string, string>>)[name] ?? name;

const amount = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

const enforcement: Readonly<Record<RetentionPolicy['enforced_by'], string>> = {
  cleanup: 'On, daily',
  worker: 'On, by a worker',
  storage: 'On, at expiry',
};

/** Texts of the privacy page for administrators. */
export const retentionTexts = {
  title: 'Privacy',
  lead: 'How long data is kept, what removes it, and what users allow.',
  adminOnly: 'Admin access required',
  loading: 'Loading the retention table…',
  failed: "The retention table can't be loaded. Check your connection and try again.",
  policies: 'Data retention policies',
  heads: ['Table', 'Retention Period', 'Last Cleanup', 'Auto Cleanup'],
  tableName,
  period: periodText,
  enforcement,
  never: 'Not yet',
  continuous: 'Continuous',
  run: 'Run Data Cleanup',
  running: 'Running…',
  dryRun: 'Dry run',
  dryRunning: 'Counting…',
  completedTitle: 'Data cleanup completed',
  completedText: (count: number): string => `${amount(count, 'record')} removed.`,
  countedTitle: 'Dry run completed',
  countedText: (count: number): string => `A cleanup would remove ${amount(count, 'record')}. Nothing was removed.`,
  failedTitle: 'Cleanup failed',
  failedText: 'Failed to run data cleanup. Please try again.',
  runs: 'Last cleanups',
  runsEmpty: 'No cleanup has run yet. The first one runs within a day.',
  runHeads: ['Started', 'Kind', 'Records', 'State'],
  kinds: { dry: 'Dry run', daily: 'Daily', manual: 'By an administrator' },
  finished: 'Finished',
  unfinished: 'Not finished; the next one continues it',
  details: (items: readonly { readonly table_name: string; readonly records: number }[]): string =>
    items.map(({ table_name: name, records }) => `${tableName(name)}: ${records}`).join(', '),
  consent: 'Consent',
  consentText: (when: string | null): string =>
    when === null
      ? 'No account has decided yet.'
      : 'Accounts that stored a decision in the consent dialog, and how many of them allow each purpose now. ' +
        `Last decision: ${when}.`,
  consentFailed: "The numbers about consent can't be loaded. Check your connection and try again.",
  decided: 'Accounts that decided',
} as const;

/** Texts of the legal holds. */
export const legalHoldTexts = {
  title: 'Legal holds',
  lead:
    'These users and titles must be kept. Until you release the hold, the cleanup skips the data of the users, and ' +
    'neither they nor their inactivity delete it; the titles cannot be deleted, nor their files replaced. To set a ' +
    'hold, open Users or Content.',
  loading: 'Loading legal holds',
  failed: "The legal holds can't be loaded. Check your connection and try again.",
  empty: 'No legal hold applies.',
  users: 'Users under a legal hold',
  titles: 'Titles under a legal hold',
  heads: { users: ['User ID', 'Since', 'Reason', 'Action'], titles: ['Title', 'Since', 'Reason', 'Action'] },
  auditOf: (id: string): string => `Audit log of ${id}`,
  release: 'Release',
  releaseOf: (id: string): string => `Release the legal hold of ${id}`,
  releaseTitle: 'Release the legal hold?',
  releaseText: {
    user: 'What is past its retention period is removed. If the user asked for erasure, it begins in a day.',
    title: 'Then the title can be deleted and its file replaced again.',
  },
  released: 'Legal hold released',
  releaseFailed: "The legal hold couldn't be released.",
} as const;
