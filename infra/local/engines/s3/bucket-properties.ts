/** One rule of a bucket's CORS configuration. */
export interface CorsRule {
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  readonly exposed: readonly string[];
  /** Seconds that a browser may cache a preflight response. */
  readonly maxAge?: number;
}

/** The four switches of a bucket's public access block. */
interface PublicAccessBlock {
  readonly BlockPublicAcls: boolean;
  readonly BlockPublicPolicy: boolean;
  readonly IgnorePublicAcls: boolean;
  readonly RestrictPublicBuckets: boolean;
}

/** One enabled lifecycle rule; days count from the next midnight UTC, as on AWS. */
export interface LifecycleRule {
  readonly prefix: string;
  readonly sizeOver?: number;
  readonly sizeUnder?: number;
  readonly expirationDays?: number;
  /** Epoch milliseconds. */
  readonly expirationDate?: number;
  readonly expiredMarkers: boolean;
  readonly noncurrentDays?: number;
  /** Number of the newest noncurrent versions that are kept regardless of their age. */
  readonly noncurrentRetention: number;
  readonly abortUploadsDays?: number;
}

/** A bucket's settings, read from its CloudFormation properties. */
export interface BucketSettings {
  readonly name: string;
  readonly versioning: 'Enabled' | 'Suspended' | 'Off';
  readonly cors: readonly CorsRule[];
  /** Absent when no block was ever set. Locally, objects are private anyway: there are no access control lists. */
  readonly publicAccess?: PublicAccessBlock;
  readonly lifecycle: readonly LifecycleRule[];
  readonly eventBridge: boolean;
  /** The retention of new versions. */
  readonly lock?: LockRule;
}

/** A bucket's default retention. */
export interface LockRule {
  readonly mode: LockMode;
  readonly days: number;
}

/** How strictly a version is locked. Nothing bypasses either mode locally. */
export type LockMode = 'GOVERNANCE' | 'COMPLIANCE';

type Properties = Readonly<Record<string, unknown>>;

const object = (value: unknown): Properties =>
  typeof value === 'object' && value !== null ? (value as Properties) : {};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const texts = (value: unknown): readonly string[] => list(value).map(String);
/** Templates write booleans and numbers as such or as text. */
const isTrue = (value: unknown): boolean => value === true || value === 'true';
const optionalNumber = (value: unknown): number | undefined => (value === undefined ? undefined : Number(value));

const readCorsRule = (value: unknown): CorsRule => {
  const rule = object(value);
  const maxAge = optionalNumber(rule['MaxAge']);
  return {
    origins: texts(rule['AllowedOrigins']),
    methods: texts(rule['AllowedMethods']),
    headers: texts(rule['AllowedHeaders']),
    exposed: texts(rule['ExposedHeaders']),
    ...(maxAge === undefined ? {} : { maxAge }),
  };
};

const readLifecycleRule = (bucket: string, value: unknown): LifecycleRule => {
  const rule = object(value);
  if (list(rule['TagFilters']).length > 0)
    throw new Error(`Bucket ${bucket}: the local S3 does not support lifecycle rules by tag`);
  const noncurrent = object(rule['NoncurrentVersionExpiration']);
  const optional = {
    sizeOver: optionalNumber(rule['ObjectSizeGreaterThan']),
    sizeUnder: optionalNumber(rule['ObjectSizeLessThan']),
    expirationDays: optionalNumber(rule['ExpirationInDays']),
    expirationDate: rule['ExpirationDate'] === undefined ? undefined : Date.parse(String(rule['ExpirationDate'])),
    noncurrentDays: optionalNumber(noncurrent['NoncurrentDays'] ?? rule['NoncurrentVersionExpirationInDays']),
    abortUploadsDays: optionalNumber(object(rule['AbortIncompleteMultipartUpload'])['DaysAfterInitiation']),
  };
  for (const [name, number] of Object.entries(optional)) {
    if (Number.isNaN(number)) throw new Error(`Bucket ${bucket}: ${name} of a lifecycle rule is not a number or date`);
  }
  return {
    ...(Object.fromEntries(Object.entries(optional).filter(([, number]) => number !== undefined)) as Partial<
      Record<keyof typeof optional, number>
    >),
    prefix: String(rule['Prefix'] ?? ''),
    expiredMarkers: isTrue(rule['ExpiredObjectDeleteMarker']),
    noncurrentRetention: optionalNumber(noncurrent['NewerNoncurrentVersions']) ?? 0,
  };
};

/** Reads the public access block; a switch that is not mentioned is off. */
const readPublicAccess = (value: unknown): PublicAccessBlock => {
  const block = object(value);
  return {
    BlockPublicAcls: isTrue(block['BlockPublicAcls']),
    BlockPublicPolicy: isTrue(block['BlockPublicPolicy']),
    IgnorePublicAcls: isTrue(block['IgnorePublicAcls']),
    RestrictPublicBuckets: isTrue(block['RestrictPublicBuckets']),
  };
};

/** Reads the object lock. @throws Error for a lock that the engine cannot apply as AWS does */
const readLock = (
  bucket: string,
  properties: Properties,
  versioning: BucketSettings['versioning'],
): LockRule | undefined => {
  if (!isTrue(properties['ObjectLockEnabled'])) return undefined;
  if (versioning !== 'Enabled') throw new Error(`Bucket ${bucket}: an object lock requires versioning`);
  const rule = object(object(object(properties['ObjectLockConfiguration'])['Rule'])['DefaultRetention']);
  const { Mode: mode, Years: years } = rule;
  const days = optionalNumber(rule['Days'] ?? (years === undefined ? undefined : Number(years) * 365));
  if ((mode !== 'GOVERNANCE' && mode !== 'COMPLIANCE') || days === undefined || !(days > 0))
    throw new Error(`Bucket ${bucket}: the local S3 supports object locks by default retention only`);
  return { mode, days };
};

/** Reads resolved properties of `AWS::S3::Bucket`. @throws Error for a rule that the engine does not support */
export const readBucketProperties = (name: string, properties: Properties): BucketSettings => {
  const status = object(properties['VersioningConfiguration'])['Status'];
  const versioning = status === 'Enabled' || status === 'Suspended' ? status : 'Off';
  const lock = readLock(name, properties, versioning);
  const bridge = object(object(properties['NotificationConfiguration'])['EventBridgeConfiguration']);
  return {
    name,
    versioning,
    ...(lock ? { lock } : {}),
    ...(properties['PublicAccessBlockConfiguration'] === undefined
      ? {}
      : { publicAccess: readPublicAccess(properties['PublicAccessBlockConfiguration']) }),
    cors: list(object(properties['CorsConfiguration'])['CorsRules']).map(readCorsRule),
    lifecycle: list(object(properties['LifecycleConfiguration'])['Rules'])
      .filter((rule) => object(rule)['Status'] === 'Enabled')
      .map((rule) => readLifecycleRule(name, rule)),
    // Its only member defaults to true; an empty object therefore also turns it on.
    eventBridge:
      object(properties['NotificationConfiguration'])['EventBridgeConfiguration'] !== undefined &&
      (bridge['EventBridgeEnabled'] === undefined || isTrue(bridge['EventBridgeEnabled'])),
  };
};
