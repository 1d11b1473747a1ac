import { LOCAL_ACCOUNT } from '../../aws/service.ts';
import { bridgeEvent } from '../../events/bus/bridge-event.ts';
import type { PublishEvent } from '../../events/bus/bridge-event.ts';
import type { BucketSettings } from './bucket-properties.ts';
import type { Deletion } from './catalog.ts';
import type { ObjectVersion } from './types.ts';

/** The caller of a change, for its event. */
export interface Requester {
  readonly requestId: string;
  /** Absent on lifecycle's own deletions. */
  readonly address?: string;
}

/** The operation that an event names. */
export type CreateReason = 'PutObject' | 'CopyObject' | 'CompleteMultipartUpload';
/** The operation that removed an object. */
export type DeleteReason = 'DeleteObject' | 'Lifecycle Expiration';

/** Publishes the events of buckets that have EventBridge turned on. */
export interface ObjectEvents {
  created(bucket: BucketSettings, version: ObjectVersion, reason: CreateReason, requester: Requester): void;
  deleted(
    bucket: BucketSettings,
    deletion: Deletion,
    sequence: number,
    reason: DeleteReason,
    requester: Requester,
  ): void;
}

/** Hexadecimal of fixed length, so that two sequencers of a key compare as text. */
const sequencer = (sequence: number): string => sequence.toString(16).toUpperCase().padStart(18, '0');

/** Creates events in the shape of the S3 user guide's "EventBridge event message structure". */
export const createObjectEvents = (publish: PublishEvent, now: () => number): ObjectEvents => {
  const send = (
    bucket: BucketSettings,
    detailType: string,
    object: object,
    requester: Requester,
    rest: object,
  ): void => {
    const lifecycle = requester.address === undefined;
    const detail = {
      version: '0',
      bucket: { name: bucket.name },
      object,
      'request-id': requester.requestId,
      requester: lifecycle ? 's3.amazonaws.com' : LOCAL_ACCOUNT,
      ...(lifecycle ? {} : { 'source-ip-address': requester.address }),
      ...rest,
    };
    publish(bridgeEvent(now(), 'aws.s3', detailType, detail, [`arn:aws:s3:::${bucket.name}`]));
  };
  const named = (bucket: BucketSettings, version: ObjectVersion): object =>
    bucket.versioning === 'Off' ? {} : { 'version-id': version.versionId };

  return {
    created(bucket, version, reason, requester) {
      if (!bucket.eventBridge) return;
      const { key, size, etag, sequence } = version;
      const object = { key, size, etag, ...named(bucket, version), sequencer: sequencer(sequence) };
      send(bucket, 'Object Created', object, requester, { reason });
    },
    deleted(bucket, { version, markerCreated }, sequence, reason, requester) {
      if (!bucket.eventBridge) return;
      const object = {
        key: version.key,
        ...(version.etag === '' ? {} : { etag: version.etag }),
        ...named(bucket, version),
        sequencer: sequencer(sequence),
      };
      const type = markerCreated ? 'Delete Marker Created' : 'Permanently Deleted';
      send(bucket, 'Object Deleted', object, requester, { reason, 'deletion-type': type });
    },
  };
};
