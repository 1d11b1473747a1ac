import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { MAX_FILE_BYTES } from '../media/upload-limits.ts';
import { ContentId, Cursor, Timestamp, line, pageLimit } from '../shared.ts';
import { MAX_TITLES } from './tool-rules.ts';

/**
 * Titles that one call of `reset-cdn` can name: each needs an invalidation with a wildcard, of which CloudFront runs
 * 15 at a time (developer guide, "Quotas on invalidations").
 */
const MAX_RESET = 10;

/** How a bucket delivers media: through CloudFront, or directly with CORS (administrator specification, section 8). */
export const DeliveryStrategy = z.enum(['cloudfront', 'cors']);
export type DeliveryStrategy = z.infer<typeof DeliveryStrategy>;

/** Whether a setting of a bucket is what the template declares. `unknown`: S3 did not say. */
export const SettingState = z.enum(['as-declared', 'different', 'unknown']);
export type SettingState = z.infer<typeof SettingState>;

/** What an operator must do by hand, because no role of the product may do it. */
const manual = {
  manualConfigRequired: z.boolean(),
  /** Steps in order; empty when nothing must be done by hand. */
  instructions: z.array(z.string()),
  /** Page of the AWS console on which to do it. Null when nothing must be done by hand. */
  consoleUrl: z.nullable(z.string()),
};

/** Result of a tool that puts back settings of buckets. */
export const Repair = z.object({
  /** Every setting that the tool is about is what the template declares, now. */
  success: z.boolean(),
  /** The tool changed a setting. */
  configurationUpdated: z.boolean(),
  ...manual,
});
export type Repair = z.infer<typeof Repair>;

/** A bucket compared with the template. */
export const BucketDiagnosis = z.object({
  bucket: z.enum(['uploads', 'media']),
  /** Its name in AWS. */
  name: z.string(),
  cors: SettingState,
  public_access_block: SettingState,
  policy: SettingState,
  /** Whether its policy opens it to everyone, as S3 itself decides. Null when S3 did not say. */
  is_public: z.nullable(z.boolean()),
});
export type BucketDiagnosis = z.infer<typeof BucketDiagnosis>;

/** A dependency that was asked for something cheap. */
export const TestedConnection = z.object({
  name: z.enum(['table', 'uploads-bucket', 'media-bucket', 'distribution', 'parameters']),
  ok: z.boolean(),
  /** Milliseconds until its response, or until the test gave up. */
  latency_ms: z.number(),
  /** Name of the error, such as `AccessDenied`. Null when it responded. */
  problem: z.nullable(z.string()),
});
export type TestedConnection = z.infer<typeof TestedConnection>;

/** The distribution of the stage. */
const FoundDistribution = z.object({
  success: z.boolean(),
  distributionId: z.string(),
  /** Host name that CloudFront assigned. */
  domainName: z.string(),
});

/** A title whose media are outdated: see `outdatedMedia` in `lambdas/domain/delivery/outdated-media.ts`. */
const OutdatedTitle = z.object({ id: ContentId, title: z.string() });

/**
 * Why `migrate-to-permanent-cdn` did not convert a title again. `replacement-failed`: its last conversion was that of a
 * file to replace its own, and failed.
 */
export const SkipReason = z.enum(['not-found', 'not-outdated', 'busy', 'replacement-failed', 'no-source']);
export type SkipReason = z.infer<typeof SkipReason>;

const titles = (max: number) => z.array(ContentId).check(z.minLength(1), z.maxLength(max));

const corsTools = {
  'delivery-tools.configure-s3-cors-v2': endpoint({
    method: 'POST',
    path: '/api/functions/configure-s3-cors-v2',
    auth: 'admin',
    summary: 'Compares the CORS rules of the upload bucket with the template, and puts them back if they differ.',
    body: z.strictObject({ action: z.literal('configure') }),
    responses: { 200: Repair },
    errors: [],
  }),
  'delivery-tools.intelligent-cors-manager': endpoint({
    method: 'POST',
    path: '/api/functions/intelligent-cors-manager',
    auth: 'admin',
    summary: 'Chooses between CloudFront and CORS for an operation. With CORS, it puts back the rules if they differ.',
    body: z.strictObject({
      /** `check` changes nothing. */
      operation: z._default(z.enum(['configure', 'check']), 'configure'),
      /** Bytes of the file. */
      fileSize: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(MAX_FILE_BYTES))),
      /** Accepted for callers that follow the specification, but ignored: the server asks CloudFront. */
      cloudFrontStatus: z.optional(line(50)),
      operationType: z._default(z.enum(['upload', 'playback']), 'playback'),
      /** The strategy to use. @default the one that suits the operation */
      forceStrategy: z.optional(DeliveryStrategy),
    }),
    responses: {
      200: z.extend(Repair, {
        strategy: DeliveryStrategy,
        reason: z.string(),
        capabilities: z.object({
          /** The distribution is enabled and deployed. */
          cloudFront: z.boolean(),
          /** The CORS rules of the upload bucket are what the template declares. */
          cors: z.boolean(),
          /** The file can be uploaded with a single PUT. Null without `fileSize`. */
          singlePut: z.nullable(z.boolean()),
        }),
      }),
    },
    errors: [],
  }),
  'delivery-tools.fix-s3-public-access': endpoint({
    method: 'POST',
    path: '/api/functions/fix-s3-public-access',
    auth: 'admin',
    summary:
      'Compares what blocks public access to the buckets with the template, and closes them again if they differ.',
    body: z.strictObject({ action: z.literal('fix') }),
    responses: { 200: Repair },
    errors: [],
  }),
  'delivery-tools.diagnose-s3-access': endpoint({
    method: 'POST',
    path: '/api/functions/diagnose-s3-access',
    auth: 'admin',
    summary: 'Compares CORS, public access block and policy of the buckets with the template. Changes nothing.',
    responses: {
      200: z.object({
        success: z.boolean(),
        diagnosis: z.object({
          buckets: z.array(BucketDiagnosis),
          /** What to do, in order of urgency; empty when everything is as declared. */
          recommendations: z.array(z.string()),
          checked_at: Timestamp,
        }),
      }),
    },
    errors: [],
  }),
  'delivery-tools.test-aws-connection': endpoint({
    method: 'POST',
    path: '/api/functions/test-aws-connection',
    auth: 'admin',
    summary: 'Asks each dependency of the delivery for something cheap, and returns how long it took.',
    responses: {
      200: z.object({
        /** Every dependency responded. */
        success: z.boolean(),
        connections: z.array(TestedConnection),
        tested_at: Timestamp,
      }),
    },
    errors: [],
  }),
};

const distributionTools = {
  'delivery-tools.setup-cloudfront-enterprise': endpoint({
    method: 'POST',
    path: '/api/functions/setup-cloudfront-enterprise',
    auth: 'admin',
    summary: "Finds the stage's distribution. Creates none: a deployment does. Fails for a bucket of another stage.",
    body: z.strictObject({
      /** Name of the upload or media bucket. */
      bucketName: line(63, 3),
      /** AWS Region of the stage. */
      region: line(30, 1),
    }),
    responses: { 200: FoundDistribution },
    errors: ['invalid_state'],
  }),
  'delivery-tools.setup-cloudfront': endpoint({
    method: 'POST',
    path: '/api/functions/setup-cloudfront',
    auth: 'admin',
    summary:
      'The CDN setup step of a title: checks that the distribution can deliver its media and that CORS is as ' +
      'declared, records the result, and ends a reset of its CDN fields. Without converted media, it does nothing.',
    body: z.strictObject({ contentId: ContentId }),
    responses: {
      200: z.extend(FoundDistribution, {
        /** Whether there was something to check, so that the result was recorded. False without converted media. */
        checked: z.boolean(),
        /** Why the check failed, or why there was none. Null when it succeeded. */
        problem: z.nullable(z.string()),
      }),
    },
    errors: ['content_not_found', 'invalid_state'],
  }),
  'delivery-tools.setup-cdn-for-existing': endpoint({
    method: 'POST',
    path: '/api/functions/setup-cdn-for-existing',
    auth: 'admin',
    summary: "Finds the stage's distribution, which delivers every title that has media.",
    body: z.strictObject({ action: z.literal('setup_permanent_distribution') }),
    responses: { 200: FoundDistribution },
    errors: ['invalid_state'],
  }),
  'delivery-tools.get-cdn-settings': endpoint({
    method: 'GET',
    path: '/api/admin/cdn-settings',
    auth: 'admin',
    summary: 'Returns the active CDN settings: the distribution of the stage, or null while it is disabled or missing.',
    responses: {
      200: z.object({
        settings: z.nullable(
          z.object({ distribution_id: z.string(), domain_name: z.string(), status: z.literal('active') }),
        ),
      }),
    },
    errors: [],
  }),
};

const titleTools = {
  'delivery-tools.list-outdated-media': endpoint({
    method: 'GET',
    path: '/api/admin/outdated-media',
    auth: 'admin',
    summary: 'Lists titles whose media are outdated, newest first. A page can be short or empty before the last.',
    query: z.strictObject({ cursor: z.optional(Cursor), limit: pageLimit(MAX_TITLES) }),
    responses: { 200: z.object({ items: z.array(OutdatedTitle), next_cursor: z.nullable(z.string()) }) },
    errors: ['invalid_cursor'],
  }),
  'delivery-tools.migrate-to-permanent-cdn': endpoint({
    method: 'POST',
    path: '/api/functions/migrate-to-permanent-cdn',
    auth: 'admin',
    summary:
      'Converts titles with outdated media again, at most 10 in a call. To resume, send `remaining` or all titles.',
    body: z.strictObject({ contentIds: titles(MAX_TITLES) }),
    responses: {
      200: z.object({
        success: z.literal(true),
        /** Number of conversions that this call started. */
        migrated: z.number(),
        skipped: z.array(z.object({ contentId: ContentId, reason: SkipReason })),
        /** Titles that this call did not get to. */
        remaining: z.array(ContentId),
      }),
    },
    errors: [],
  }),
  'delivery-tools.reset-cdn': endpoint({
    method: 'POST',
    path: '/api/functions/reset-cdn',
    auth: 'admin',
    summary:
      'Empties the three CDN fields of titles whose `cdn_video_url` is not null, and removes their files from the ' +
      "distribution's cache. Players use `converted_video_url`, so playback continues.",
    body: z.strictObject({ contentIds: titles(MAX_RESET) }),
    responses: {
      200: z.object({
        success: z.literal(true),
        /** Number of titles whose fields this call emptied. */
        reset: z.number(),
      }),
    },
    errors: ['invalid_state'],
  }),
  'delivery-tools.apply-cdn-fallback': endpoint({
    method: 'POST',
    path: '/api/functions/cdn-fallback',
    auth: 'admin',
    summary:
      'Sets the CDN fields of a title to its converted URL again, and records in its metadata what they were. ' +
      'Repeating the call changes nothing.',
    body: z.strictObject({ contentId: ContentId }),
    responses: {
      200: z.object({
        success: z.literal(true),
        /** Same-origin path that the fields have now. */
        url: z.string(),
        /** The distribution is enabled and deployed, so the path works. */
        cdnWorking: z.boolean(),
        fallback_applied_at: Timestamp,
      }),
    },
    errors: ['content_not_found', 'media_not_available'],
  }),
};

/** Tools of administrators that compare the delivery with what the template declares, and repair it. */
export const deliveryToolEndpoints = { ...corsTools, ...distributionTools, ...titleTools };
