import type * as z from 'zod/mini';
import { ContentView, SourceMetadata } from '../contract/content/content-shapes.ts';

const { video_url, conversion_error, cdn_distribution_id, safety, waiting_file, held_since } = ContentView.shape;
const { originalFileName, fileSize, batchUpload, needsConversion, s3Key, storageProvider, s3Bucket, s3Region } =
  SourceMetadata.shape;
const { cdn_check, conversion_audit, cdn_fallback_applied, fallback_applied_at } = SourceMetadata.shape;
const { original_permanent_url, original_cdn_url } = SourceMetadata.shape;

const TO_OWNER = "`catalog.get-content` also returns it to the user of the item's creator.";
const OWNER = `For administrators. ${TO_OWNER}`;
const REVIEWER = `For administrators, and for moderators while the item is pending. ${TO_OWNER}`;
const ADMINISTRATOR = 'For administrators.';

/**
 * Descriptions of fields that only some callers receive, for the OpenAPI document. They are not part of the schemas,
 * because browsers download those.
 */
export const fieldNotes: ReadonlyMap<unknown, string> = new Map<z.ZodMiniType, string>([
  [video_url, `Path that downloads the uploaded file. ${OWNER} Null for everyone else.`],
  [conversion_error, 'Why the conversion failed. For administrators, and for moderators while the item is pending.'],
  [
    safety,
    'Verdict of the analysis, with the decision. For administrators, and for moderators while the item is pending.',
  ],
  [waiting_file, 'Replacement that waits for review. For administrators and moderators.'],
  [
    held_since,
    'Since when a legal hold applies. For administrators, and for moderators while the item is pending or a ' +
      'replacement waits for review.',
  ],
  [cdn_distribution_id, `CloudFront distribution that delivers the converted files. ${ADMINISTRATOR}`],
  [originalFileName, `Name of the uploaded file. ${REVIEWER}`],
  [fileSize, `Bytes of the uploaded file. ${REVIEWER}`],
  [batchUpload, `Whether the file was uploaded together with others. ${REVIEWER}`],
  [needsConversion, `Whether browsers cannot play the format of the uploaded file, by its extension. ${REVIEWER}`],
  [s3Key, `Key of the uploaded file in its bucket. ${OWNER}`],
  [storageProvider, `Where the uploaded file is stored. ${OWNER}`],
  [s3Bucket, `Bucket of the uploaded file. ${ADMINISTRATOR}`],
  [s3Region, `AWS Region of that bucket. ${ADMINISTRATOR}`],
  [cdn_check, `Result of the CDN setup step. ${ADMINISTRATOR}`],
  [conversion_audit, `Conversion that a CDN fallback relied on. ${ADMINISTRATOR}`],
  [cdn_fallback_applied, `Whether a CDN fallback was applied to the current renditions. ${ADMINISTRATOR}`],
  [original_permanent_url, `\`permanent_video_url\` before the fallback. ${ADMINISTRATOR}`],
  [original_cdn_url, `\`cdn_video_url\` before the fallback. ${ADMINISTRATOR}`],
  [fallback_applied_at, `When the fallback was applied. ${ADMINISTRATOR}`],
]);
