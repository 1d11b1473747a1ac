import type { ErasureReceipt } from '../../contract/admin/data-request-details.ts';
import { retentionMs, retentionYears, type RetentionKey } from '../../contract/retention.ts';
import type { Mail } from '../mail/mail.ts';

/** What an erasure removed and kept. It names no one. */
export type Receipt = ErasureReceipt;
/** What was found in one store, and what happened to it. */
export type ReceiptLine = Receipt['lines'][number];
/** What is kept, why, and until when (ISO 8601); null when others decide. */
export type ReceiptException = Receipt['exceptions'][number];

/** What decides about the exceptions of a receipt. */
export interface KeptData {
  readonly hadTrial: boolean;
  readonly hadCustomer: boolean;
  readonly wasStaff: boolean;
  readonly securityEvents: number;
}

/** The exceptions of an erasure that happens at a time (milliseconds). */
export const exceptionsOf = (kept: KeptData, now: number): readonly ReceiptException[] => {
  const after = (key: RetentionKey): string => new Date(now + retentionMs(key)).toISOString();
  return [
    {
      what: 'Entries of the audit log',
      reason: 'Without them, no one could prove that nothing was hidden. They name you by account id only.',
      until: after('audit_log'),
    },
    ...(kept.securityEvents > 0
      ? [
          {
            what: `${kept.securityEvents} security events`,
            reason:
              'They show what happened to the account, with the device, and the shortened address if you allowed it. ' +
              'They name you by account id only.',
            until: after('security_events'),
          },
        ]
      : []),
    ...(kept.hadTrial
      ? [
          {
            what: 'The mark that a free trial was used',
            reason: 'A keyed hash that names no one. It keeps the trial to one for each person.',
            until: after('trial_marks'),
          },
        ]
      : []),
    ...(kept.hadCustomer
      ? [
          {
            what: 'Payments, invoices and checkouts at Stripe',
            reason: 'Stripe must keep them by law. Your customer record and cards there were deleted.',
            until: null,
          },
        ]
      : []),
    ...(kept.wasStaff
      ? [
          {
            what: 'Edits, decisions and plans that you made as a member of staff',
            reason: 'They belong to titles and to other people. Where they name you, they do so by account id only.',
            until: null,
          },
        ]
      : []),
    {
      what: 'The record of this request',
      reason: 'It proves what was deleted. It names you by account id only.',
      until: after('data_requests'),
    },
    {
      what: 'The lock of your account',
      reason: 'It rejects devices that are still signed in. It names you by account id only.',
      until: after('erased_locks'),
    },
    {
      what: 'Server logs',
      reason: 'They show failures and attacks. They contain a pseudonym instead of your account.',
      until: after('server_logs'),
    },
    {
      what: 'Copies of the database that the organization made itself',
      reason: 'They restore the platform after a failure. The organization decides how long it keeps them.',
      until: null,
    },
    {
      what: 'Backups of the table',
      reason: 'They restore the platform after a failure. No one reads them otherwise, and this deletion is repeated.',
      until: after('table_recovery'),
    },
  ];
};

const dateOf = (time: string | null): string => (time === null ? 'without a fixed end' : `until ${time.slice(0, 10)}`);

/** The mail that confirms an erasure. */
export const receiptMail = ({ lines, exceptions }: Receipt, cause?: 'inactivity' | 'restore'): Mail => ({
  subject: 'Your Soundstage account was deleted',
  intro:
    (cause === 'inactivity'
      ? `No one used your account for ${retentionYears('inactive_accounts')} years, ` +
        'so we deleted it, as announced by email. '
      : 'You asked us to delete your account. ') + 'This is the list of what was deleted, and of what we must keep.',
  lists: [
    {
      title: 'Deleted',
      entries: [
        ...lines.map(({ store, what, count, action }) => `${store}: ${what}, ${count} ${action}`),
        'Your open connections were closed when your account was disabled.',
      ],
    },
    {
      title: 'Kept',
      entries: exceptions.map(({ what, reason, until }) => `${what} (${dateOf(until)}). ${reason}`),
    },
  ],
  outro: 'Keep this email. We have deleted your address, so we cannot send it again.',
});
