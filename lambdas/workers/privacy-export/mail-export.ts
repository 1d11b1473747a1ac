import { retentionDays } from '../../contract/retention.ts';
import type { Mail } from '../../domain/mail/mail.ts';
import type { StoredRequest } from '../../domain/privacy/data-request.ts';
import type { MakeExportDeps } from './deps.ts';

/** The email about a complete export. */
export const exportMail = (siteUrl: string): Mail => ({
  subject: 'Your Soundstage data is ready',
  intro: 'The export of your Soundstage data is complete. Download it in your profile, under "Your data".',
  link: { text: 'Open Soundstage', url: `${siteUrl}/streaming` },
  outro:
    `You can download it for ${retentionDays('data_exports')} days. ` +
    "If you didn't ask for it, change your password.",
});

/** Mails the user of a completed export, then records it. A run that is aborted between mails again. */
export const mailExport = async (
  { requests, account, mailer, siteUrl }: MakeExportDeps,
  request: StoredRequest | undefined,
): Promise<void> => {
  if (request?.mail_due === undefined) return;
  const { email } = (await account.find(request.user_id)) ?? {};
  if (typeof email === 'string' && email !== '') await mailer.send(email, exportMail(await siteUrl()));
  // Read again: an erasure may have removed the file meanwhile.
  const current = await requests.get(request.user_id, request.id);
  if (current) await requests.save(current, { ...current, mail_due: undefined, failure: undefined });
};
