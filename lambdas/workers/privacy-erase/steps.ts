import type { EraseStep } from '../../contract/admin/data-request-details.ts';
import { exportPrefix, type StoredRequest } from '../../domain/privacy/data-request.ts';
import { receiptMail } from '../../domain/privacy/receipt.ts';
import type { EraseContext, EraseDeps } from './deps.ts';
import { endPayments } from './end-payments.ts';
import { replaceReferences } from './replace-references.ts';

type Run = (deps: EraseDeps, context: EraseContext) => Promise<void>;

/** What each step does. All can be repeated. */
export const erasing: Readonly<Record<Exclude<EraseStep, 'receipt'>, Run>> = {
  'sign-out': ({ account }, { userId }) => account.close(userId),
  payments: endPayments,
  references: replaceReferences,
  items: ({ eraser, now }, { userId, state: { email } }) => eraser.removeItems({ userId, email }, now()),
  files: async ({ files, requests }, { userId }) => {
    for (const request of await requests.listOwn(userId))
      if (request.request_type === 'export') await requests.save(request, withoutFile(request));
    await files.removeAll(exportPrefix(userId));
  },
  lock: ({ eraser, now }, { userId }) => eraser.lock(userId, now()),
  account: ({ account }, { userId }) => account.remove(userId),
};

/** An export that can no longer be downloaded or made. */
const withoutFile = (request: StoredRequest): StoredRequest => ({
  ...request,
  status: request.status === 'completed' ? 'completed' : 'rejected',
  download_until: undefined,
  size: undefined,
});

/** Milliseconds in which the receipt is mailed again after a failure. */
const MAIL_AGAIN_MS = 24 * 60 * 60 * 1000;

/**
 * Mails the receipt, then completes the request and forgets the address. A run that is aborted between mails again.
 * Throws when the mail fails, so that it raises an alarm and the next run tries again; after a day of failures, the
 * request is completed first, because keeping the address would harm more than a lost receipt.
 */
export const finish = async ({ mailer, requests, now }: EraseDeps, request: StoredRequest): Promise<void> => {
  const { erase: state, failure: _failure, ...rest } = request;
  if (!state) return;
  const at = new Date(now()).toISOString();
  const complete = (fields: Pick<StoredRequest, 'receipt_mailed'>): Promise<boolean> =>
    requests.save(request, { ...rest, status: 'completed', completed_at: at, receipt: state.receipt, ...fields });
  try {
    if (state.email !== '' && request.cause !== 'restore')
      await mailer.send(state.email, receiptMail(state.receipt, request.cause));
  } catch (error) {
    const { mail_failed_at: since = at } = state;
    if (Date.parse(at) - Date.parse(since) >= MAIL_AGAIN_MS) await complete({ receipt_mailed: false });
    else await requests.save(request, { ...request, erase: { ...state, mail_failed_at: since } });
    throw error;
  }
  await complete({});
};
