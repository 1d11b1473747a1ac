import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { AppTable } from './constructs/app-table.ts';
import type { AppUserPool } from './constructs/user-pool.ts';
import type { Stage } from './stages.ts';

/** Resources of the data stack. */
export interface DataResources {
  readonly table: AppTable;
  /** Uploaded files, unchanged. */
  readonly uploads: s3.IBucket;
  /** Renditions, captions and pictures. */
  readonly media: s3.IBucket;
  /** The search index, built from the table; `npm run reindex` builds it again. */
  readonly search: s3.IBucket;
  /** Locked copies of the sealed audit log. */
  readonly audit: s3.IBucket;
  /** Exports of users' data, for a few days. */
  readonly exports: s3.IBucket;
  /** Access logs. */
  readonly logs: s3.IBucket;
  readonly userPool: AppUserPool;
  /** SHA-256 hashes of the origin secrets that the API accepts, separated by commas. */
  readonly originHashes: string;
  /** Receives events that were not processed after all retries. */
  readonly failureQueue: sqs.IQueue;
}

/** The stage and its data, which every feature uses. */
export interface Platform {
  readonly stage: Stage;
  readonly data: DataResources;
}
