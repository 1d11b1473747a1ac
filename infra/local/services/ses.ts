import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { restJsonService, route } from '../aws/rest-json-service.ts';
import { AwsError, LOCAL_ACCOUNT, LOCAL_REGION, type LocalService } from '../aws/service.ts';
import type { Clock } from '../clock.ts';
import type { Panel } from '../console/panel.ts';
import { defineEngine } from '../engine.ts';
import type { Authorize } from '../iam/access.ts';

/** A mail to one address. `body` is HTML or plain text; `at` is ISO 8601. */
export interface Mail {
  readonly to: string;
  /** `sms`: a text message, and `to` is a phone number. Absent in emails. */
  readonly medium?: 'sms';
  readonly subject: string;
  readonly body: string;
  readonly at?: string;
}

/** A mail as the mailbox stores it. */
export interface SentMail extends Mail {
  readonly id: string;
  readonly at: string;
}

/** The mailbox that receives every email and SMS of the local cloud. */
export interface Mailbox {
  send(mail: Mail): SentMail;
  /** Newest first; `to` filters by address, ignoring case. */
  list(filter?: { readonly to?: string | undefined }): readonly SentMail[];
}

/** Maximum emails that are kept; older ones are deleted. */
const CAPACITY = 500;

const readStored = (path: string): readonly SentMail[] => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as SentMail[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new Error(`The mailbox file ${path} cannot be read. Repair or delete it.`, { cause: error });
  }
};

/** Creates a mailbox. With `dataDir`, it stores its emails in `mail.json` there, so that they survive restarts. */
export const createMailbox = ({
  dataDir,
  clock,
}: {
  readonly dataDir?: string | undefined;
  readonly clock: Clock;
}): Mailbox => {
  const path = dataDir === undefined ? undefined : join(dataDir, 'mail.json');
  let mails: readonly SentMail[] = path === undefined ? [] : readStored(path);
  return {
    send(mail) {
      const sent = { ...mail, id: randomUUID(), at: mail.at ?? new Date(clock.now()).toISOString() };
      mails = [sent, ...mails].slice(0, CAPACITY);
      if (dataDir !== undefined && path !== undefined) {
        mkdirSync(dataDir, { recursive: true });
        writeFileSync(`${path}.new`, JSON.stringify(mails), { mode: 0o600 });
        renameSync(`${path}.new`, path);
      }
      return sent;
    },
    list({ to } = {}) {
      if (to === undefined) return mails;
      return mails.filter((mail) => mail.to.toLowerCase() === to.toLowerCase());
    },
  };
};

const text = z.object({ Data: z.string() });
const sendInput = z.object({
  FromEmailAddress: z.string().min(1),
  Destination: z.object({
    ToAddresses: z.array(z.string()).optional(),
    CcAddresses: z.array(z.string()).optional(),
    BccAddresses: z.array(z.string()).optional(),
  }),
  Content: z.object({
    Simple: z.object({
      Subject: text,
      Body: z.object({ Text: text.optional(), Html: text.optional() }),
    }),
  }),
});

/** Maximum recipients of one call: SES's own limit. */
const MAX_RECIPIENTS = 50;

/** The ARN of a sender's identity: the address without its display name. */
const identityArn = (from: string): string =>
  `arn:aws:ses:${LOCAL_REGION}:${LOCAL_ACCOUNT}:identity/${/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from}`;

const badRequest = (message: string): AwsError => new AwsError('BadRequestException', message);

/** SES v2's SendEmail with simple content. Adds one mail per recipient to the mailbox. */
export const createSesService = (mailbox: Mailbox, authorize?: Authorize): LocalService => {
  const sendEmail = route('POST', '/v2/email/outbound-emails', async ({ caller, json }) => {
    if (!caller) throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token', 403);
    const { FromEmailAddress, Destination, Content } = await json(sendInput);
    authorize?.(caller, 'ses:SendEmail', identityArn(FromEmailAddress));
    const recipients = [
      ...(Destination.ToAddresses ?? []),
      ...(Destination.CcAddresses ?? []),
      ...(Destination.BccAddresses ?? []),
    ];
    if (recipients.length === 0) throw badRequest('Missing required parameter: Destination');
    if (recipients.length > MAX_RECIPIENTS) throw badRequest('Recipient count exceeds 50.');
    const body = Content.Simple.Body.Html?.Data ?? Content.Simple.Body.Text?.Data;
    if (body === undefined) throw badRequest('Missing required parameter: Body');
    const sent = recipients.map((to) => mailbox.send({ to, subject: Content.Simple.Subject.Data, body }));
    return { body: { MessageId: sent[0]?.id } };
  });
  return restJsonService({
    signingName: 'ses',
    routes: [sendEmail],
    unknown: (method, path) =>
      new AwsError('NotFoundException', `The local cloud does not support ${method} ${path} of SES`, 404),
    invalid: ({ path, message }) => badRequest(`${path.join('.') || 'body'}: ${message}`),
    malformed: 'BadRequestException',
  });
};

/** The emails of the mailbox, newest first. */
export const mailPanel = (mailbox: Mailbox): Panel => ({
  id: 'mail',
  routes: { 'GET mail': ({ query }) => mailbox.list({ to: query.get('to') ?? undefined }) },
  overview: () => ({ mail: mailbox.list().length }),
});

/** SES, which delivers to the mailbox that the console shows. */
export const mailEngine = defineEngine({
  name: 'SES',
  faults: [
    {
      name: 'email',
      label: 'Mail (SES)',
      signingName: 'ses',
      throttled: ['TooManyRequestsException', 429, 'Too many requests have been made to the operation.'],
      failing: ['InternalServiceErrorException', 500, 'The service failed.'],
    },
  ],
  create({ folder, clock, authorizeRest }) {
    const mailbox = createMailbox({ dataDir: folder('mail'), clock });
    return {
      instance: mailbox,
      services: [createSesService(mailbox, authorizeRest)],
      panels: [mailPanel(mailbox)],
    };
  },
});
