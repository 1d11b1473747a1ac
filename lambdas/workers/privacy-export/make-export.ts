import { zipSync } from 'fflate';
import { retentionDays, retentionMs } from '../../contract/retention.ts';
import { exportKey, type StoredRequest } from '../../domain/privacy/data-request.ts';
import { exportFiles } from '../../domain/privacy/export-file.ts';
import type { Mail } from '../../domain/mail/mail.ts';
import type { AppEvent } from '../../events/app-events.ts';
import type { MakeExportDeps } from './deps.ts';
import { readLists } from './read-lists.ts';

/** The email about a complete export. */
export const exportMail = (siteUrl: string): Mail => ({
  subject: 'Your Soundstage data is ready',
  intro: 'The export of your Soundstage data is complete. Download it in your profile, under "Your data".',
  link: { text: 'Open Soundstage', url: `${siteUrl}/streaming` },
  outro:
    `You can download it for ${retentionDays('data_exports')} days. ` +
    "If you didn't ask for it, change your password.",
});

/** Stores the file of an export, then completes the request. Returns the completed request. */
const complete = async (deps: MakeExportDeps, request: StoredRequest): Promise<StoredRequest | undefined> => {
  const { user_id: userId, id } = request;
  const at = new Date(deps.now()).toISOString();
  const files = exportFiles({ userId, requestId: id, at, ...(await readLists(deps, userId)) });
  const zip = zipSync(files, { mtime: deps.now() });
  await deps.files.write(exportKey(userId, id), zip);
  const until = new Date(deps.now() + retentionMs('data_exports')).toISOString();
  const done: StoredRequest = {
    ...request,
    status: 'completed',
    mail_due: true,
    completed_at: at,
    download_until: until,
    size: zip.length,
  };
  return (await deps.requests.completeExport(request, done)) ? done : undefined;
};

/** Tells the user of a completed export, then records it. A run that is aborted between tells again. */
const tell = async (
  { requests, account, mailer, siteUrl }: MakeExportDeps,
  request: StoredRequest | undefined,
): Promise<void> => {
  if (request?.mail_due === undefined) return;
  const { email } = (await account.find(request.user_id)) ?? {};
  if (typeof email === 'string' && email !== '') await mailer.send(email, exportMail(await siteUrl()));
  // Read again: an erasure may have removed the file meanwhile.
  const current = await requests.get(request.user_id, request.id);
  if (current) await requests.save(current, { ...current, mail_due: undefined });
};

/**
 * Makes a requested export. A repeated event makes it again under the same key, unless the request is complete: then it
 * mails what could not be mailed. An aborted run leaves a request that the next event completes.
 */
export const makeExport = async (
  deps: MakeExportDeps,
  { userId, requestId }: AppEvent<'DataRequested.v1'>,
): Promise<void> => {
  const { requests, logger } = deps;
  const stored = await requests.get(userId, requestId);
  if (stored?.request_type !== 'export') return;
  if (stored.status === 'completed') return tell(deps, stored);
  const begun: StoredRequest = { ...stored, status: 'processing' };
  const done = (await requests.save(stored, begun)) ? await complete(deps, begun) : undefined;
  if (!done) return logger.info('An export was made by another run', { requestId });
  await tell(deps, done);
  logger.info('An export is complete', { requestId });
};
