import { manifestKey } from '../media/layout.ts';
import type { CdnCheck, CdnFallback, CdnRecord } from './cdn-record.ts';
import type { Content } from './content.ts';

type Media = Pick<Content, 'id' | 'media_version' | 'top_tier'>;

/** Same-origin path of the best manifest, or null without renditions. Reading it requires the viewer's cookies. */
export const manifestUrl = ({ id, media_version: version, top_tier: tier }: Media): string | null =>
  version === null || tier === null ? null : `/${manifestKey(id, version, tier)}`;

/** What `cdn_video_url` and `permanent_video_url` are: the manifest, or null without renditions and after a reset. */
export const cdnUrl = (content: Media & Pick<Content, 'cdn'>): string | null =>
  content.cdn?.reset_version !== undefined && content.cdn.reset_version === content.media_version
    ? null
    : manifestUrl(content);

/** A record without fields that are undefined, which the table does not store. */
const recordOf = ({ reset_version: reset, check, fallback }: CdnRecord): CdnRecord => ({
  ...(reset === undefined ? {} : { reset_version: reset }),
  ...(check === undefined ? {} : { check }),
  ...(fallback === undefined ? {} : { fallback }),
});

/** The record after a reset of the fields. Undefined when they are empty already. */
export const resetRecord = (content: Content): CdnRecord | undefined =>
  cdnUrl(content) === null || content.media_version === null
    ? undefined
    : recordOf({ fallback: content.cdn?.fallback, reset_version: content.media_version });

/** The record after the CDN setup step. A check that succeeds ends a reset. */
export const checkedRecord = ({ cdn }: Content, check: CdnCheck): CdnRecord =>
  recordOf({
    fallback: cdn?.fallback,
    reset_version: check.outcome === 'error' ? cdn?.reset_version : undefined,
    check,
  });

/** The fallback that applies to the current renditions; undefined without one, and after a reset. */
export const appliedFallback = (content: Content): CdnFallback | undefined => {
  const { fallback } = content.cdn ?? {};
  return cdnUrl(content) !== null && fallback?.media_version === content.media_version ? fallback : undefined;
};

/** The fallback for the current renditions. Undefined without renditions. */
export const fallbackOf = (content: Content, at: string): CdnFallback | undefined => {
  const { media_version: version } = content;
  const manifest = manifestUrl(content);
  if (manifest === null || version === null) return undefined;
  const url = cdnUrl(content);
  return {
    media_version: version,
    original_permanent_url: url,
    original_cdn_url: url,
    conversion_audit: {
      conversion_status: content.conversion_status,
      converted_video_url: manifest,
      attempt: content.current_attempt,
    },
    applied_at: at,
  };
};

/** The record with a fallback, which ends a reset. */
export const withFallback = ({ cdn }: Content, fallback: CdnFallback): CdnRecord =>
  recordOf({ check: cdn?.check, fallback });
