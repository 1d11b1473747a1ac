import { paths } from '../../../core/paths.ts';

/** The alerts of the delivery. */
export const ALERTS_LINK = `${paths.adminCdnMonitor}?tab=alerts`;

/** The playback quality of a title. Here, because listeners download all of `paths`. */
export const qualityLink = (contentId: string): string => `${paths.adminCdnMonitor}?tab=diagnostics&title=${contentId}`;
