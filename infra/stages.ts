import * as z from 'zod';
import { retentionDays } from '../lambdas/contract/retention.ts';
import { knownLanguageModels, languageModelOf } from '../lambdas/contract/content/language-models.ts';

/** Placeholder hosts in the `local` template for addresses known only when the local cloud starts. */
export const localHosts = {
  site: 'http://local-site.invalid',
  uploads: 'http://local-uploads.invalid',
} as const;

const DEFAULT_MODEL = 'us.anthropic.claude-haiku-5-5';

const StageValues = z.strictObject({
  name: z.enum(['dev', 'prod', 'local']),
  region: z.string(),
  /** The site's custom domain with its certificate (us-east-1); null: the distribution's domain. */
  domain: z.nullable(
    z.strictObject({ name: z.hostname(), certificateArn: z.string().startsWith('arn:aws:acm:us-east-1:') }),
  ),
  /**
   * The domain that passkeys belong to: `domain.name` or a parent of it; null: users can register no passkeys. Never
   * change it after the first passkey: all of them would become useless.
   */
  passkeyDomain: z.nullable(z.hostname()),
  /**
   * Whether a phone that receives codes by SMS can be a second factor. Each code costs about $0.007 in the US and up to
   * $0.15 elsewhere (AWS End User Messaging), and users cause them by signing in: set a monthly spending limit first.
   * AWS also needs the account out of the SMS sandbox: see the runbook. The stack creates the role that sends. Before
   * you turn it off, let every user remove their phone.
   */
  phoneFactor: z.boolean(),
  /** Whether administrators and moderators must have a second factor or a passkey before they can use their area. */
  adminsNeedFactor: z.boolean(),
  /**
   * Why prod has no domain of its own; null: it has one. CloudFront's own domain accepts TLS 1.0, and links that users
   * saved break when the distribution is replaced.
   */
  noDomainReason: z.nullable(z.string().min(20)),
  /**
   * SES identity that sends Cognito's invitations; null: Cognito's own sender, limited to 50 emails a day. Required in
   * prod.
   */
  mailFrom: z.nullable(z.string()),
  /**
   * Verified SES address that sends all emails with codes: for signing up, resetting a password, changing the address
   * and retrieving a username. Cognito sends invitations only.
   */
  ownMailFrom: z.email(),
  /** Recipient of alarm emails; null: no emails. Required in prod. */
  alarmEmail: z.nullable(z.email()),
  /** Whether signed-out visitors can browse. */
  publicCatalog: z.boolean(),
  /**
   * Whether browsers install the service worker, which opens the application without a network; false: removes it from
   * the browsers that have it.
   */
  serviceWorker: z.boolean(),
  /** Increase by one to rotate the key of the media cookies. The previous key stays valid until the next rotation. */
  signingKeyVersion: z.int().min(1),
  /**
   * Increase by one to replace the key of page cursors. A new key reaches every function at once, because the name of
   * its parameter changes too. Open pages must be reloaded.
   */
  cursorKeyVersion: z.int().min(1),
  /** Increase by one to rotate the secret with which the distribution calls the API. The one before stays valid. */
  originSecretVersion: z.int().min(1),
  /**
   * ARN of a web ACL of AWS WAF (scope CLOUDFRONT, in us-east-1) that you created; null: none. Costs $5 a month, $1 for
   * each of its rules, and $0.60 per million requests.
   */
  webAclArn: z.nullable(
    z.string().regex(/^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\//, 'Must be a global web ACL in us-east-1'),
  ),
  /**
   * Whether the colors of HDR videos are converted. `convert` costs about 60 % more for these videos (7.3 instead of
   * 4.6 cents per minute of 1080p). With `off`, they look pale, and administrators see that in the steps.
   */
  hdrToSdr: z.enum(['convert', 'off']),
  /**
   * Who analyzes videos after their conversion; `off`: that step is skipped, and what it would have checked is unknown.
   * At list prices, everything together costs about 39 cents for ten minutes of video. Administrators set the budget.
   */
  analysis: z.strictObject({
    /** Speech, for captions, transcript and everything that follows from the words. Music only when asked. */
    speech: z.enum(['transcribe', 'off']),
    /**
     * Languages of the speech (of Transcribe's list). With several, Transcribe identifies the language, and does so
     * better the fewer there are.
     */
    speechLanguages: z.array(z.string().regex(/^[a-z]{2,3}-[A-Z]{2}$/)).min(1),
    /** Language, sentiment and entities of the transcript. */
    text: z.enum(['comprehend', 'off']),
    /**
     * Topics of the transcript. `lexicon` is a word list of ours for English, and costs nothing. `bedrock` asks
     * `languageModel`, in many languages, for about a tenth of a cent per ten minutes; transcripts are then sent to it.
     */
    topics: z.enum(['bedrock', 'lexicon', 'off']),
    /**
     * Inference profile of Amazon Bedrock that `bedrock` asks. Its prefix says where requests are processed: `us`, `eu`
     * and so on, or `global`. Your account needs access to the model: `npm run doctor -- bedrock` checks that.
     */
    languageModel: z.string().refine((profile) => languageModelOf(profile) !== undefined, {
      error: `Must be an inference profile, such as ${DEFAULT_MODEL}, of ${knownLanguageModels().join(' or ')}`,
    }),
    /** Labels and sensitive content of the picture. */
    frames: z.enum(['rekognition', 'off']),
    /** What results of `text` name as the version of its models, because Comprehend's responses name none. */
    textModelVersion: z.string().min(1),
  }),
  billing: z.strictObject({
    /** Days for which a plan continues when its renewal was not paid. Stripe retries the payment meanwhile. */
    graceDays: z.int().min(1).max(30),
    /**
     * Whether Stripe adds taxes to the prices. It needs your tax registrations at Stripe, and costs 0.5 % of each
     * payment.
     */
    automaticTax: z.boolean(),
  }),
  /** Maximum number of active sessions of a user. Someone who signs in beyond it chooses which one to end. */
  sessionLimit: z.int().min(1).max(100),
  /** Lifetime in seconds of media cookies. Replaced media is kept for an hour, so this must stay well below that. */
  mediaCookieSeconds: z.int().min(10).max(2700),
  /**
   * Percentage of plays whose browsers report how well they go, of users who allow that. About $4 per million reports;
   * a play reports at most once a minute and once more when the user leaves it, and every five minutes while it lasts.
   */
  qualitySamplePercent: z.int().min(0).max(100),
  /** Keep data when the stack is deleted, and require two steps to delete the table. */
  keepData: z.boolean(),
  /** How long logs are kept: a row of the retention table. */
  logs: z.enum(['server_logs', 'development_logs']),
  /**
   * Lock of the audit log copies against changes and deletion. `GOVERNANCE` can be bypassed with a permission;
   * `COMPLIANCE` cannot be bypassed at all, even by deleting the stack.
   */
  auditLock: z.strictObject({ mode: z.enum(['GOVERNANCE', 'COMPLIANCE']), days: z.int().min(1) }),
  logLevel: z.enum(['debug', 'info', 'warn']),
  /** Origin of presigned upload URLs; empty: S3's. */
  s3PublicEndpoint: z.string(),
  /** Origin and path of the user pool's API; null: Cognito's. */
  userPoolEndpoint: z.nullable(z.string()),
  /** Origin of the site, if neither the custom domain nor the distribution's; else null. */
  siteUrl: z.nullable(z.string()),
  /** Rate limit (requests per second) and burst of the whole API. */
  apiThrottle: z.strictObject({ rate: z.int(), burst: z.int() }),
  /** The same for each endpoint that changes something for signed-out callers, such as sending an email. */
  openWriteThrottle: z.strictObject({ rate: z.int(), burst: z.int() }),
  /**
   * The same for each endpoint with `auth: 'signature'`, because the gateway cannot verify signatures: forged requests
   * reach the function, and must not use up `apiThrottle`. Senders repeat what was rejected; Stripe for three days.
   */
  signedThrottle: z.strictObject({ rate: z.int(), burst: z.int() }),
});

/** Domains that belong to no one (RFC 2606): values that were not filled in. */
const RESERVED_DOMAIN = /(^|[@.])(example(\.(com|net|org))?|invalid|localhost|test)$/i;

/** What prod lacks, as values and what they are needed for. */
const missingInProd = ({ mailFrom, alarmEmail, domain, noDomainReason }: z.infer<typeof StageValues>) => [
  ...(mailFrom === null ? ['mailFrom: without it, Cognito sends at most 50 emails a day'] : []),
  ...(alarmEmail === null ? ['alarmEmail: without it, no one learns of an alarm'] : []),
  ...(domain === null && noDomainReason === null ? ['domain, or noDomainReason if it goes without one'] : []),
];

const placeholdersOf = ({ mailFrom, ownMailFrom, alarmEmail, domain }: z.infer<typeof StageValues>) =>
  Object.entries({ mailFrom, ownMailFrom, alarmEmail, domain: domain?.name ?? null })
    .filter(([, value]) => value !== null && RESERVED_DOMAIN.test(value))
    .map(([name, value]) => `${name}: ${value} is a placeholder`);

const NO_LOCAL_LANGUAGE_MODEL =
  'bedrock needs an AWS account: the local cloud has no language model and does not pretend to have one. Use lexicon.';

const Stage = StageValues.superRefine((stage, context) => {
  if (stage.domain !== null && stage.noDomainReason !== null)
    context.addIssue({ code: 'custom', message: 'noDomainReason must be null, because the stage has a domain' });
  if (stage.name === 'local' && stage.analysis.topics === 'bedrock')
    context.addIssue({ code: 'custom', path: ['analysis', 'topics'], message: NO_LOCAL_LANGUAGE_MODEL });
  const { domain, passkeyDomain } = stage;
  if (domain !== null && passkeyDomain !== null && !`.${domain.name}`.endsWith(`.${passkeyDomain}`))
    context.addIssue({ code: 'custom', path: ['passkeyDomain'], message: 'Must be domain.name or a parent of it' });
  if (stage.name !== 'prod') return;
  for (const message of missingInProd(stage)) context.addIssue({ code: 'custom', message: `prod requires ${message}` });
  for (const message of placeholdersOf(stage)) context.addIssue({ code: 'custom', message });
});
export type Stage = z.infer<typeof StageValues>;
export type StageName = Stage['name'];

const aws = {
  region: 'us-east-1',
  domain: null,
  passkeyDomain: null,
  phoneFactor: false,
  adminsNeedFactor: false,
  noDomainReason: null,
  mailFrom: null,
  // Replace with your verified SES address. Until then, no one receives codes for forgotten usernames.
  ownMailFrom: 'soundstage@example.org',
  alarmEmail: null,
  publicCatalog: false,
  serviceWorker: true,
  signingKeyVersion: 1,
  cursorKeyVersion: 1,
  originSecretVersion: 1,
  webAclArn: null,
  hdrToSdr: 'convert',
  analysis: {
    speech: 'transcribe',
    speechLanguages: ['en-US', 'de-DE', 'es-ES', 'fr-FR', 'it-IT', 'pt-BR', 'nl-NL', 'pl-PL', 'ja-JP'] as string[],
    text: 'comprehend',
    topics: 'lexicon',
    languageModel: DEFAULT_MODEL,
    frames: 'rekognition',
    // The version of Comprehend's API.
    textModelVersion: '2017-11-27',
  },
  billing: { graceDays: 7, automaticTax: false },
  sessionLimit: 3,
  mediaCookieSeconds: 1800,
  qualitySamplePercent: 100,
  keepData: true,
  s3PublicEndpoint: '',
  userPoolEndpoint: null,
  siteUrl: null,
  apiThrottle: { rate: 500, burst: 1000 },
  openWriteThrottle: { rate: 5, burst: 20 },
  // Stripe accepts 100 calls per second of an account in live mode, and few of them cause an event.
  signedThrottle: { rate: 50, burst: 100 },
} as const;

/** Every stage's configuration, unchecked. `local` differs from `dev` only in values, which `test/infra` lists. */
export const stages: Readonly<Record<StageName, Stage>> = {
  dev: {
    ...aws,
    name: 'dev',
    keepData: false,
    logs: 'development_logs',
    auditLock: { mode: 'GOVERNANCE', days: 1 },
    logLevel: 'debug',
  },
  // Fill in mailFrom, ownMailFrom, alarmEmail and domain before the first deployment. Until then, it is rejected.
  prod: {
    ...aws,
    name: 'prod',
    logs: 'server_logs',
    auditLock: { mode: 'COMPLIANCE', days: retentionDays('audit_log') },
    logLevel: 'info',
  },
  local: {
    ...aws,
    name: 'local',
    passkeyDomain: 'localhost',
    phoneFactor: true,
    // PocketSphinx recognizes only English and does not identify languages.
    analysis: { ...aws.analysis, speechLanguages: ['en-US'], textModelVersion: 'local-vader-compromise' },
    keepData: false,
    logs: 'development_logs',
    auditLock: { mode: 'GOVERNANCE', days: 1 },
    logLevel: 'info',
    s3PublicEndpoint: localHosts.uploads,
    userPoolEndpoint: `${localHosts.site}/_local/cognito`,
    siteUrl: localHosts.site,
  },
};

/** Checks the configuration of a stage. Throws an error that lists what is wrong with it. */
export const checkStage = (values: Stage): Stage => {
  const { data, error } = Stage.safeParse(values);
  if (data) return data;
  const issues = error.issues.map(({ path, message }) => `- ${[...path, message].join(': ')}`);
  throw new Error(`The stage ${values.name} in infra/stages.ts is not ready:\n${issues.join('\n')}`);
};

/** The checked configuration of a stage. Throws for an unknown name, and for a stage that is not ready. */
export const stageNamed = (name: string): Stage => {
  if (!Object.hasOwn(stages, name))
    throw new Error(`Unknown stage "${name}"; use one of: ${Object.keys(stages).join(', ')}`);
  return checkStage(stages[name as StageName]);
};
