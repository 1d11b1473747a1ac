import {
  periodText,
  retention,
  retentionDays,
  retentionMinutes,
  retentionMonths,
  type RetentionKey,
} from '../../../../lambdas/contract/retention.ts';

const months = (key: RetentionKey): string => `${retentionMonths(key)} months`;
const days = (key: RetentionKey): string => `${retentionDays(key)} days`;
const minutes = (key: RetentionKey): string => `${retentionMinutes(key)} minutes`;
const period = (key: RetentionKey): string => periodText(retention[key]);

/** A row of the policy: the data, and how long it is kept. */
type Row = readonly [data: string, period: string];

/** The rows of a period; or why it concerns no one, so that the policy does not show it. */
type Entry = { readonly rows: readonly Row[] } | { readonly notPersonal: string };

/** What the policy says about each period of the retention table, in its order. A new period needs an entry. */
export const retentionEntries: Readonly<Record<RetentionKey, Entry>> = {
  inactive_accounts: {
    rows: [
      [
        'Your account',
        `Until it is deleted, or ${months('inactive_accounts')} after you last used it; ` +
          'while it is disabled, until the organization enables it or you ask to delete it',
      ],
    ],
  },
  trial_marks: { rows: [['A keyed hash of your address and card if you had a trial', months('trial_marks')]] },
  usage_data: {
    rows: [['Usage data: what you played and where you stopped', `About ${months('usage_data')}`]],
  },
  finished_positions: { rows: [['Where you stopped in titles that you finished', days('finished_positions')]] },
  plays: {
    rows: [['Each start of a title, to count plays; how well it played, if you allow it', period('plays')]],
  },
  security_events: { rows: [['Security logs', months('security_events')]] },
  alert_windows: { rows: [['What rules remember to detect attacks, by account', period('alert_windows')]] },
  behavioral_patterns: {
    rows: [['How you use the site, if you allow Behavioral Security Analysis', days('behavioral_patterns')]],
  },
  sent_patterns: { rows: [['Which of these records your browser has sent', period('sent_patterns')]] },
  audit_log: { rows: [['Administrator and moderator actions', months('audit_log')]] },
  bulk_jobs: { rows: [['Changes of many titles at once, with who made them', days('bulk_jobs')]] },
  cleanup_runs: { rows: [['Records of data cleanups, with the administrator who ran each', months('cleanup_runs')]] },
  playlist_reports: { rows: [['Reports of playlists', months('playlist_reports')]] },
  known_devices: { rows: [['Devices you signed in on', days('known_devices')]] },
  code_requests: {
    rows: [
      ['Your address while you sign up, with a code', minutes('code_requests')],
      ['Codes that you request by email', minutes('code_requests')],
    ],
  },
  factor_challenges: { rows: [['Codes of your second factor', minutes('factor_challenges')]] },
  smart_tokens: { rows: [['Smart tokens that you created, without the tokens', days('smart_tokens')]] },
  sign_in_attempts: {
    rows: [
      [
        'Sign-ins that were begun and not completed, before they become part of the security logs',
        period('sign_in_attempts'),
      ],
    ],
  },
  invitations: { rows: [['The temporary password of an account that was created for you', days('invitations')]] },
  rate_counters: { rows: [['Abuse prevention counters', 'A few minutes']] },
  live_connections: { rows: [['Your open connections for live updates', minutes('live_connections')]] },
  live_tickets: { rows: [['Tickets that open such a connection', period('live_tickets')]] },
  abandoned_uploads: { rows: [['Files that you upload as staff and do not use', period('abandoned_uploads')]] },
  aborted_uploads: { rows: [['Records of failed uploads that no title was made of', days('aborted_uploads')]] },
  unfinished_parts: { rows: [['Parts of uploads that were never completed', days('unfinished_parts')]] },
  data_exports: { rows: [['The copy of your data that you ask for', days('data_exports')]] },
  data_requests: {
    rows: [['Records of your requests for a copy or for deletion, with what was deleted', months('data_requests')]],
  },
  erased_locks: { rows: [['The lock of a deleted account, by its id', period('erased_locks')]] },
  table_recovery: { rows: [['Backups of the database', days('table_recovery')]] },
  object_versions: { rows: [['Replaced and deleted versions of stored files', days('object_versions')]] },
  server_logs: { rows: [['Server logs, with a pseudonym instead of your account', days('server_logs')]] },
  analysis_costs: { notPersonal: 'What the analysis of titles cost.' },
  used_proofs: { notPersonal: 'Numbers that scripts choose at random.' },
  delivery: { notPersonal: 'How much was delivered and played.' },
  counted_logs: { notPersonal: 'Which logs of the delivery were summed.' },
  delivery_alerts: { notPersonal: 'What was wrong with the delivery.' },
  security_hours: { notPersonal: 'How many security events there were.' },
  security_checks: { notPersonal: 'What the daily check of the protection found.' },
  superseded_outputs: { notPersonal: 'Earlier conversions of titles.' },
  live_topics: { notPersonal: 'The state of a topic, which names no one.' },
  development_logs: { notPersonal: 'Stages for development have no users.' },
};

/** Data without a period in the table. */
const others: readonly Row[] = [
  ['Your decisions about privacy', 'As long as your account'],
  ['Plans and payments', 'As long as your account; invoices remain at Stripe'],
  ['Copies of the database that the organization makes itself', 'As long as the organization decides'],
];

/** The rows of the policy. */
export const retentionRows: readonly Row[] = [
  ...Object.values(retentionEntries).flatMap((entry) => ('rows' in entry ? entry.rows : [])),
  ...others,
];
