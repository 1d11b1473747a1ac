import { LOCAL_REGION } from '../../../aws/service.ts';
import { arnOf, sendEmpty, sendXml } from '../context.ts';
import type { Operation } from '../context.ts';
import { copyObject } from '../operations/copy.ts';
import { s3Error } from './errors.ts';
import { listObjectsV2, listObjectVersions } from '../operations/listing.ts';
import {
  createMultipartUpload,
  listMultipartUploads,
  listParts,
  uploadPart,
  uploadPartCopy,
} from '../operations/multipart.ts';
import { abortMultipartUpload, completeMultipartUpload } from '../operations/multipart-complete.ts';
import {
  deleteBucketCors,
  getBucketCors,
  getBucketPolicy,
  getBucketPolicyStatus,
  getPublicAccessBlock,
  putBucketCors,
  putPublicAccessBlock,
} from '../operations/settings.ts';
import { deleteObject, deleteObjects, getObject, putObject } from '../operations/objects.ts';
import type { S3Request } from './request.ts';

type Choice = readonly [run: Operation, action: string | undefined];

/** An operation and the permission that it requires. */
export interface Route {
  readonly run: Operation;
  /** Undefined when the operation authorizes each of its keys. */
  readonly action: string | undefined;
  readonly resource: string;
}

/** Settings of buckets that the engine serves, by method and sub-resource, each with its permission. */
const SETTINGS: Readonly<Record<string, Readonly<Record<string, Choice>>>> = {
  GET: {
    cors: [getBucketCors, 's3:GetBucketCORS'],
    policy: [getBucketPolicy, 's3:GetBucketPolicy'],
    policyStatus: [getBucketPolicyStatus, 's3:GetBucketPolicyStatus'],
    publicAccessBlock: [getPublicAccessBlock, 's3:GetBucketPublicAccessBlock'],
  },
  PUT: {
    cors: [putBucketCors, 's3:PutBucketCORS'],
    publicAccessBlock: [putPublicAccessBlock, 's3:PutBucketPublicAccessBlock'],
  },
  DELETE: { cors: [deleteBucketCors, 's3:PutBucketCORS'] },
};

/** Sub-resources of S3's API that the engine does not support. Ignoring one would run a different operation. */
const UNSUPPORTED_SUBRESOURCES = [
  'accelerate',
  'acl',
  'analytics',
  'attributes',
  'cors',
  'encryption',
  'intelligent-tiering',
  'inventory',
  'legal-hold',
  'lifecycle',
  'logging',
  'metrics',
  'notification',
  'object-lock',
  'ownershipControls',
  'policy',
  'policyStatus',
  'publicAccessBlock',
  'renameObject',
  'replication',
  'requestPayment',
  'restore',
  'retention',
  'select',
  'session',
  'tagging',
  'torrent',
  'versioning',
  'website',
];

/** Headers that change the meaning of a write. Ignoring one would drop a property that the sender relies on. */
const UNSUPPORTED_HEADERS = [
  'x-amz-bypass-governance-retention',
  'x-amz-object-lock-legal-hold',
  'x-amz-object-lock-mode',
  'x-amz-object-lock-retain-until-date',
  'x-amz-server-side-encryption-customer-algorithm',
  'x-amz-tagging',
  'x-amz-website-redirect-location',
  'x-amz-write-offset-bytes',
];

const headBucket: Operation = (_context, { response }) =>
  sendEmpty(response, 200, { 'x-amz-bucket-region': LOCAL_REGION });

/** An empty constraint is how S3 names us-east-1, the local region. */
const getBucketLocation: Operation = (_context, { response }) => sendXml(response, 'LocationConstraint', {});

const bucketChoice = (request: S3Request, has: (name: string) => boolean): Choice | undefined => {
  const { method } = request;
  if (method === 'HEAD') return [headBucket, 's3:ListBucket'];
  if (method === 'POST' && has('delete')) return [deleteObjects, undefined];
  if (method !== 'GET') return undefined;
  if (has('location')) return [getBucketLocation, 's3:GetBucketLocation'];
  if (has('versions')) return [listObjectVersions, 's3:ListBucketVersions'];
  if (has('uploads')) return [listMultipartUploads, 's3:ListBucketMultipartUploads'];
  return request.param('list-type') === '2' ? [listObjectsV2, 's3:ListBucket'] : undefined;
};

const objectChoice = (request: S3Request, has: (name: string) => boolean): Choice | undefined => {
  const copies = request.header('x-amz-copy-source') !== undefined;
  const version = has('versionId') ? 'Version' : '';
  switch (request.method) {
    case 'GET':
      return has('uploadId') ? [listParts, 's3:ListMultipartUploadParts'] : [getObject, `s3:GetObject${version}`];
    case 'HEAD':
      return [getObject, `s3:GetObject${version}`];
    case 'PUT':
      if (has('uploadId')) return [copies ? uploadPartCopy : uploadPart, 's3:PutObject'];
      return [copies ? copyObject : putObject, 's3:PutObject'];
    case 'POST':
      if (has('uploads')) return [createMultipartUpload, 's3:PutObject'];
      return has('uploadId') ? [completeMultipartUpload, 's3:PutObject'] : undefined;
    case 'DELETE':
      return has('uploadId')
        ? [abortMultipartUpload, 's3:AbortMultipartUpload']
        : [deleteObject, `s3:DeleteObject${version}`];
    default:
      return undefined;
  }
};

const choiceOf = (
  request: S3Request,
  has: (name: string) => boolean,
  setting: string | undefined,
): Choice | undefined => {
  if (request.bucket === '') return undefined;
  if (setting !== undefined) return SETTINGS[request.method]?.[setting];
  return request.key === '' ? bucketChoice(request, has) : objectChoice(request, has);
};

/** Finds the operation by method, target and sub-resource. @throws AwsError NotImplemented, naming it */
export const findRoute = (request: S3Request): Route => {
  const has = (name: string): boolean => request.param(name) !== undefined;
  const header = UNSUPPORTED_HEADERS.find((name) => request.header(name) !== undefined);
  if (header !== undefined) throw s3Error('NotImplemented', `The local S3 does not support the header ${header}`);
  const isBucket = request.bucket !== '' && request.key === '';
  const setting = isBucket ? Object.keys(SETTINGS[request.method] ?? {}).find(has) : undefined;
  const unsupported = UNSUPPORTED_SUBRESOURCES.find((name) => name !== setting && has(name));
  const choice = unsupported === undefined ? choiceOf(request, has, setting) : undefined;
  if (!choice) {
    const target = request.key !== '' ? 'an object' : request.bucket !== '' ? 'a bucket' : 'the service';
    const operation = `${request.method}${unsupported === undefined ? '' : ` ?${unsupported}`}`;
    throw s3Error('NotImplemented', `The local S3 does not support ${operation} on ${target}`);
  }
  return { run: choice[0], action: choice[1], resource: arnOf(request.bucket, request.key) };
};
