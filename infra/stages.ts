import * as z from 'zod';
import { retentionDays } from '../lambdas/contract/retention.ts';

/** Placeholder hosts in the `local` template for addresses known only when the local cloud starts. */
export const localHosts = {
  site: 'http://local-site.invalid',
  uploads: 'http://local-uploads.invalid',
} as const;

const StageValues = z.strictObject({
  name: z.enum(['dev', 'prod', 'local']),
  region: z.string(),
  /** The site's custom domain with its certificate (us-east-1); null: the distribution's domain. */
  domain: z.nullable(z.strictObject({ name: z.string(), certificateArn: z.string() })),
  /**
   * SES identity that sends Cognito's emails; null: Cognito's own sender, limited to 50 emails a day. Required in prod.
   */
  mailFrom: z.nullable(z.string()),
  /** Verified SES address that sends our own emails (codes for usernames), which Cognito cannot send. */
  ownMailFrom: z.email(),
  /** Recipient of alarm emails; null: no emails. */
  alarmEmail: z.nullable(z.email()),
  /** Whether signed-out visitors can browse. */
  publicCatalog: z.boolean(),
  /** Increase by one to rotate the key of the media cookies. The previous key stays valid until the next rotation. */
  signingKeyVersion: z.int().min(1),
  /** Lifetime in seconds of media cookies. Replaced media is kept for an hour, so this must stay well below that. */
  mediaCookieSeconds: z.int().min(10).max(2700),
  /** Keep data when the stack is deleted, and require two steps to delete the table. */
  keepData: z.boolean(),
  logRetentionDays: z.union([z.literal(7), z.literal(30), z.literal(180)]),
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
});
const Stage = StageValues.refine(({ name, mailFrom }) => name !== 'prod' || mailFrom !== null, {
  error: 'prod requires mailFrom: without it, Cognito sends at most 50 emails a day',
});
export type Stage = z.infer<typeof StageValues>;
export type StageName = Stage['name'];

const aws = {
  region: 'us-east-1',
  domain: null,
  mailFrom: null,
  // Replace with your verified SES address. Until then, no one receives codes for forgotten usernames.
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

/** Every stage's configuration. `local` differs from `dev` only in values; `test/infra` contains the list. */
const stages: Readonly<Record<StageName, Stage>> = {
  dev: {
    ...aws,
    name: 'dev',
    keepData: false,
    logRetentionDays: 7,
    auditLock: { mode: 'GOVERNANCE', days: 1 },
    logLevel: 'debug',
  },
  // Replace with your verified SES address before the first deployment.
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

/** The validated configuration of a stage. Throws for an unknown name. */
export const stageNamed = (name: string): Stage => {
  if (!Object.hasOwn(stages, name))
    throw new Error(`Unknown stage "${name}"; use one of: ${Object.keys(stages).join(', ')}`);
  return Stage.parse(stages[name as StageName]);
};
