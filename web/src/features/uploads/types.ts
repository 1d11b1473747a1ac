import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Connection } from '../../lib/connection.ts';
import type { AcquireLock, Release } from '../../lib/page-lock.ts';
import type { Cut, S3Transfer } from '../../lib/transfer/s3-upload.ts';
import type { TransferProgress } from '../../lib/transfer/transfer-meter.ts';
import type { UploadJob } from './jobs/upload-job.ts';

/** What an upload needs from the page. */
export interface UploadDeps {
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly connection: Connection;
  readonly transfer: S3Transfer;
  readonly acquireLock: AcquireLock;
}

/** Receives the progress of one upload and can cancel it. */
export interface UploadListeners {
  readonly signal: AbortSignal;
  /** The file is being compared with the parts that were sent before. */
  readonly onChecking: () => void;
  /** The server has registered the upload under this key. */
  readonly onStarted: (s3Key: string) => void;
  readonly onProgress: (progress: TransferProgress) => void;
  /** The file is stored. The upload can no longer be canceled. */
  readonly onStored: () => void;
}

/** A multipart upload and the parts that the server already has. */
export interface MultipartUpload extends Cut {
  readonly s3Key: string;
  /** Numbers of the stored parts. */
  readonly stored: ReadonlySet<number>;
  /** All parts are stored and joined. */
  readonly isJoined: boolean;
  /** Releases the lock, so that other pages of this browser can resume the upload. */
  readonly release: Release;
}

/** A content item whose file is stored. */
export interface StoredUpload {
  readonly content: ContentView;
  /** Whether the conversion fields of `content` describe this file, and not the one that it replaces. */
  readonly isOfFile: (content: ContentView) => boolean;
}

/** How a batch ended. */
export interface BatchOutcome {
  readonly uploaded: readonly UploadJob[];
  readonly failed: readonly UploadJob[];
  readonly canceled: boolean;
  /** Whether the user canceled a replacement after its file had arrived. It is one of `uploaded`. */
  readonly tooLate: boolean;
}
