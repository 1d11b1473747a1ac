/**
 * Key of a small file in the media bucket that is requested through the distribution all day, to see that the
 * distribution responds. Its requests count nowhere: log lines about it are skipped, and the worker takes what it
 * requested out of CloudFront's metrics.
 */
export const HEARTBEAT_KEY = 'posters/heartbeat';
