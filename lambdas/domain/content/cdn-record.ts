import type { ConversionStatus } from '../../contract/content/content-shapes.ts';

/** The last result of the CDN setup step of a title. */
export interface CdnCheck {
  readonly outcome: 'configured' | 'error';
  /** Why it failed, as a sentence; null when it did not. */
  readonly problem: string | null;
  readonly checked_at: string;
}

/** The conversion that a fallback relied on. */
interface ConversionAudit {
  readonly conversion_status: ConversionStatus;
  readonly converted_video_url: string;
  /** Id of the attempt that was current then. */
  readonly attempt: string | null;
}

/** A fallback that was applied to the renditions of one version, and what the fields were before it. */
export interface CdnFallback {
  readonly media_version: string;
  readonly original_permanent_url: string | null;
  readonly original_cdn_url: string | null;
  readonly conversion_audit: ConversionAudit;
  readonly applied_at: string;
}

/** What staff did about the delivery of a title. Times are ISO 8601 in UTC. */
export interface CdnRecord {
  /** Renditions whose CDN fields are empty. Those of a later conversion have fields again. */
  readonly reset_version?: string | undefined;
  readonly check?: CdnCheck | undefined;
  readonly fallback?: CdnFallback | undefined;
}
