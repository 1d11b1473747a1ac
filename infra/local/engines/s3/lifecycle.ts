import type { BucketSettings, LifecycleRule } from './bucket-properties.ts';
import { isLocked } from './catalog.ts';
import { eraseObject } from './context.ts';
import type { EngineContext } from './context.ts';
import { newRequestId } from './protocol/request.ts';
import type { ObjectVersion } from './types.ts';

const DAY_MS = 86_400_000;

/** The latest time that is at least `days` ago. AWS rounds an expiration up to the next midnight UTC. */
const dueBefore = (now: number, days: number): number => Math.floor(now / DAY_MS) * DAY_MS - days * DAY_MS;

const matchesSize = (rule: LifecycleRule, version: ObjectVersion): boolean =>
  (rule.sizeOver === undefined || version.size > rule.sizeOver) &&
  (rule.sizeUnder === undefined || version.size < rule.sizeUnder);

const expire = (context: EngineContext, bucket: BucketSettings, rule: LifecycleRule, now: number): void => {
  const cause = { reason: 'Lifecycle Expiration', requester: { requestId: newRequestId() } } as const;
  const dated = rule.expirationDate !== undefined && now >= rule.expirationDate ? now : undefined;
  const due = rule.expirationDays === undefined ? dated : dueBefore(now, rule.expirationDays);
  if (due !== undefined) {
    for (const version of context.catalog.olderThan(bucket.name, rule.prefix, due)) {
      if (version.deleteMarker) eraseObject(context, bucket.name, version.key, version.versionId, cause);
      else if (matchesSize(rule, version)) eraseObject(context, bucket.name, version.key, undefined, cause);
    }
  }
  if (rule.noncurrentDays !== undefined) {
    const replaced = context.catalog.noncurrentSince(bucket.name, rule.prefix, dueBefore(now, rule.noncurrentDays));
    for (const { version, newer } of replaced) {
      if (
        isLocked(version, now) ||
        newer < rule.noncurrentRetention ||
        (!version.deleteMarker && !matchesSize(rule, version))
      )
        continue;
      eraseObject(context, bucket.name, version.key, version.versionId, cause);
    }
  }
  // After the noncurrent versions, so that the same sweep removes a marker whose last version has just expired.
  if (rule.expiredMarkers) {
    for (const version of context.catalog.olderThan(bucket.name, rule.prefix, now)) {
      if (version.deleteMarker) eraseObject(context, bucket.name, version.key, version.versionId, cause);
    }
  }
  if (rule.abortUploadsDays !== undefined) {
    for (const upload of context.uploads.startedBy(bucket.name, rule.prefix, dueBefore(now, rule.abortUploadsDays))) {
      context.blobs.remove(context.uploads.remove(upload.id));
    }
  }
};

/** Applies every bucket's enabled rules at the clock's time. */
export const applyLifecycle = (context: EngineContext): void => {
  const now = context.clock.now();
  for (const bucket of context.catalog.buckets())
    for (const rule of bucket.lifecycle) expire(context, bucket, rule, now);
};
