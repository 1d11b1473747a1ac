import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { AppTable } from './constructs/app-table.ts';
import type { AppUserPool } from './constructs/user-pool.ts';
import type { Stage } from './stages.ts';

/** What the data stack holds. */
export interface DataResources {
  readonly table: AppTable;
  /** Files as they were uploaded. */
  readonly uploads: s3.IBucket;
  /** Renditions, captions and pictures. */
  readonly media: s3.IBucket;
  /** The search index, built from the table; `npm run reindex` builds it again. */
  readonly search: s3.IBucket;
  /** Locked copies of the sealed audit log. */
  readonly audit: s3.IBucket;
  /** Access logs. */
  readonly logs: s3.IBucket;
  readonly userPool: AppUserPool;
  /** Receives asynchronous calls that failed all their tries. */
  readonly failureQueue: sqs.IQueue;
}

/** What every feature is built on. */
export interface Platform {
  readonly stage: Stage;
  readonly data: DataResources;
}
