import * as z from 'zod';
import { retentionDays } from '../lambdas/contract/retention.ts';

/** Hosts that stand in the `local` template for addresses that are known only when the local cloud starts. */
export const localHosts = {
  site: 'http://local-site.invalid',
  uploads: 'http://local-uploads.invalid',
} as const;

const StageValues = z.strictObject({
  name: z.enum(['dev', 'prod', 'local']),
  region: z.string(),
  /** The site's own domain with its certificate (us-east-1); null: the distribution's. */
  domain: z.nullable(z.strictObject({ name: z.string(), certificateArn: z.string() })),
  /** SES identity that mails are sent from; null: Cognito's own sender, 50 mails a day. Required in prod. */
  mailFrom: z.nullable(z.string()),
  /**
   * Verified SES identity, an address, that our own mails (codes for usernames) come from: Cognito sends none but its
   * own.
   */
  ownMailFrom: z.email(),
  /** Who hears of alarms; null: nobody is mailed. */
  alarmEmail: z.nullable(z.email()),
  /** Signed-out visitors may browse. */
  publicCatalog: z.boolean(),
  /** Raise by one to rotate the key of the media cookies; the one before stays valid until the next. */
  signingKeyVersion: z.int().min(1),
  /**
   * Seconds that a play may read without asking again. What it replaced is kept for an hour, so it must stay well below
   * that.
   */
  mediaCookieSeconds: z.int().min(10).max(2700),
  /** Data outlives the stack, and deleting the table needs two steps. */
  keepData: z.boolean(),
  logRetentionDays: z.union([z.literal(7), z.literal(30), z.literal(180)]),
  /**
   * How long nobody may change or remove a copy of the audit log. `GOVERNANCE` leaves a way out for who may bypass it;
   * `COMPLIANCE` leaves none to anybody, nor to who deletes the stack.
   */
  auditLock: z.strictObject({ mode: z.enum(['GOVERNANCE', 'COMPLIANCE']), days: z.int().min(1) }),
  logLevel: z.enum(['debug', 'info', 'warn']),
  /** Origin of presigned upload URLs; empty: S3's own. */
  s3PublicEndpoint: z.string(),
  /** Origin and path of the user pool's API; null: Cognito's own. */
  userPoolEndpoint: z.nullable(z.string()),
  /** Origin of the site when it is neither the domain nor the distribution's. */
  siteUrl: z.nullable(z.string()),
  /** Requests per second and burst that the API accepts in all. */
  apiThrottle: z.strictObject({ rate: z.int(), burst: z.int() }),
});
const Stage = StageValues.refine(({ name, mailFrom }) => name !== 'prod' || mailFrom !== null, {
  error: 'prod needs mailFrom: Cognito sends no more than 50 mails a day by itself',
});
export type Stage = z.infer<typeof StageValues>;
export type StageName = Stage['name'];

const aws = {
  region: 'us-east-1',
  domain: null,
  mailFrom: null,
  // Put the address of a verified SES identity of yours here; until then nobody gets a code for a forgotten username.
  ownMailFrom: 'soundstage@example.org',
  alarmEmail: null,
  publicCatalog: false,
  signingKeyVersion: 1,
  mediaCookieSeconds: 1800,
  keepData: true,
  s3PublicEndpoint: '',
  userPoolEndpoint: null,
  siteUrl: null,
  apiThrottle: { rate: 500, burst: 1000 },
} as const;

/** Every stage's configuration. `local` differs from `dev` only in values; `test/infra` holds the list. */
const stages: Readonly<Record<StageName, Stage>> = {
  dev: {
    ...aws,
    name: 'dev',
    keepData: false,
    logRetentionDays: 7,
    auditLock: { mode: 'GOVERNANCE', days: 1 },
    logLevel: 'debug',
  },
  // Put the address of a verified SES identity of yours here before the first deployment.
  prod: {
    ...aws,
    name: 'prod',
    mailFrom: 'soundstage@example.org',
    logRetentionDays: 180,
    auditLock: { mode: 'COMPLIANCE', days: retentionDays('audit_log') },
    logLevel: 'info',
  },
  local: {
    ...aws,
    name: 'local',
    keepData: false,
    logRetentionDays: 7,
    auditLock: { mode: 'GOVERNANCE', days: 1 },
    logLevel: 'info',
    s3PublicEndpoint: localHosts.uploads,
    userPoolEndpoint: `${localHosts.site}/_local/cognito`,
    siteUrl: localHosts.site,
  },
};

/** The configuration of a stage, checked. Throws for an unknown name. */
export const stageNamed = (name: string): Stage => {
  if (!Object.hasOwn(stages, name))
    throw new Error(`Unknown stage "${name}"; known: ${Object.keys(stages).join(', ')}`);
  return Stage.parse(stages[name as StageName]);
};
