import type { EraseStep } from '../../../../lambdas/contract/admin/data-request-details.ts';
import type { RequestStatus, RequestType } from '../../../../lambdas/contract/people/data-requests.ts';
import { WITHDRAW_HOURS } from '../../../../lambdas/contract/people/time-limits.ts';
import { retentionDays } from '../../../../lambdas/contract/retention.ts';

/** Texts about the requests of users for their data. */
export const dataRequestTexts = {
  title: 'Your data',
  loadFailed: "Your requests couldn't be loaded.",
  exportLead:
    'Download everything that we store about you. ' +
    `You can download an export for ${retentionDays('data_exports')} days.`,
  askExport: 'Export my data',
  making: 'Your export is being made. We also email you when it is ready.',
  ready: (date: string) => `Your export is ready. Download it until ${date}.`,
  download: 'Download',
  downloadFailed: "The download couldn't be started. Please try again.",
  failedTitle: 'Error',
  askFailed: "Your request couldn't be saved. Please try again.",
  lastAdmin: "You are the last administrator, so your account can't be deleted. Make someone else one first.",
  eraseLead: `Delete your account with all its data. You have ${WITHDRAW_HOURS} hours to change your mind.`,
  askErasure: 'Delete my account',
  confirmTitle: 'Delete your account?',
  confirmText:
    `Your account is disabled now and deleted in ${WITHDRAW_HOURS} hours, ` +
    'with your playlists, history, plan and payments. ' +
    'Until then, you can keep it with the link that we email you. Export your data first if you want to keep it.',
  heldTitle: 'Your data must be kept for now',
  heldText: (date: string) =>
    `Since ${date}, the law forbids us to delete your data (a legal hold). You can export it. ` +
    'If you ask us to delete your account, we do so when the hold ends.',
  confirmHeldText:
    'Your account is disabled now. Because of a legal hold, it can be deleted only later: ' +
    'we email you when the hold ends, a day before the deletion begins. ' +
    'Until then, you can keep it with the link that we email you. ' +
    `A subscription ends in ${WITHDRAW_HOURS} hours, unless you keep your account before. ` +
    'Export your data first if you want to have it.',
  confirm: 'Delete my account',
  keep: 'Keep my account',
  asked: 'Your account will be deleted',
  askedHeldText: 'We delete it when the legal hold ends. Look at your email: until then, a link keeps your account.',
  askedText: `Look at your email: for the next ${WITHDRAW_HOURS} hours, a link there keeps your account.`,
} as const;

/** Texts of the page that the link in the email opens. */
export const keepAccountTexts = {
  title: 'Keep your account',
  lead: 'You asked us to delete your Soundstage account. Keep it, and sign in as before.',
  keep: 'Keep my account',
  keptTitle: 'You keep your account',
  keptText: 'Nothing was deleted. Sign in to continue.',
  signIn: 'Sign In',
  lateTitle: 'This link is not valid',
  lateText: 'It was used before, a newer email replaced it, or the deletion has begun.',
  failed: "Your account couldn't be reached. Please try again.",
} as const;

/** Texts of the administrators' table. */
export const userRequestTexts = {
  title: 'User Data Requests',
  heads: { user: 'User ID', type: 'Request Type', status: 'Status', created: 'Created', expires: 'Expires' },
  types: { export: 'Export', erasure: 'Erasure' },
  states: { pending: 'pending', processing: 'processing', completed: 'completed', rejected: 'rejected' },
  none: '—',
  details: 'Details',
  detailsOf: (type: string, user: string, at: string) => `Details of the ${type.toLowerCase()} of ${user} at ${at}`,
  held: (since: string) => `waits for a legal hold since ${since}`,
  empty: 'No data requests yet.',
  loadFailed: "The requests couldn't be loaded.",
  loading: 'Loading requests',
  more: 'Load more',
  moreFailed: 'Failed to load more. Please try again.',
} as const;

/** What each step of an erasure does, and what failed when it does not end. */
const steps: Readonly<Record<EraseStep, { readonly does: string; readonly failed: string }>> = {
  'sign-out': { does: 'Ending sign-ins', failed: 'Amazon Cognito did not end the sign-ins.' },
  payments: {
    does: 'Ending the subscription and removing the customer at Stripe',
    failed: 'Stripe could not be reached, rejected the call, or is not connected.',
  },
  references: { does: 'Replacing the ID in items of others', failed: 'The database did not accept a change.' },
  items: { does: "Removing the user's data from the database", failed: 'The database did not accept a change.' },
  files: { does: 'Removing exports', failed: 'Amazon S3 did not remove the exports.' },
  lock: { does: 'Locking the account', failed: 'The database did not accept a change.' },
  account: { does: 'Removing the account', failed: 'Amazon Cognito did not remove the account.' },
  receipt: { does: 'Sending the receipt by email', failed: 'Amazon SES did not accept the email.' },
};
const stepNames = Object.keys(steps) as readonly EraseStep[];

const reasonOf = (type: RequestType, step: EraseStep | null, held: boolean): string => {
  if (step !== null) return steps[step].failed;
  if (held) return `The subscription could not be ended: ${steps.payments.failed}`;
  return type === 'export' ? 'The export could not be made or announced.' : 'The erasure could not begin.';
};

const again: Readonly<Record<RequestType, string>> = {
  export: 'It is made when the user asks again.',
  erasure: 'The next run, within 15 minutes, tries it again.',
};

/** Texts of one request. */
export const requestDetailTexts = {
  loading: 'Loading the request',
  loadFailed: "The request couldn't be loaded.",
  askedBy: { user: 'The user asked for this.', operator: 'An operator asked for this on behalf of the user.' },
  causes: {
    inactivity: 'The account was not used.',
    restore: 'A restore brought the data back, so the erasure is repeated.',
  },
  completed: (at: string) => `Completed ${at}`,
  step: (step: EraseStep) => `Step ${stepNames.indexOf(step) + 1} of ${stepNames.length}: ${steps[step].does}`,
  failedAt: (at: string) => `The last run failed (${at})`,
  /** `held`: the erasure waits for a legal hold, so only its payments were to end. */
  failure: (type: RequestType, step: EraseStep | null, held: boolean, error: string) =>
    `${reasonOf(type, step, held)} ${again[type]} Error: ${error}. The log of the worker has more.`,
  removed: 'Removed',
  line: (store: string, what: string, count: number, action: string) => `${store}: ${what}, ${count} ${action}`,
  kept: 'Kept',
  until: (date: string) => `until ${date}`,
  withoutEnd: 'without a fixed end',
  noReceipt: (type: RequestType, status: RequestStatus) => {
    if (type === 'export') return 'An export has no receipt. The file itself lists what it contains.';
    return status === 'rejected' ? 'The user withdrew it. Nothing was removed.' : 'The receipt follows at the end.';
  },
  notMailed: 'The receipt could not be mailed for a day. The address is no longer stored.',
} as const;
