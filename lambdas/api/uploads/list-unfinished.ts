import type * as z from 'zod/mini';
import { MAX_LISTED_UPLOADS } from '../../contract/media/upload-limits.ts';
import type { Unfinished } from '../../contract/media/uploads.ts';
import type { UploadsDeps } from './deps.ts';

/** Lists a user's unfinished uploads, which can be resumed after the page was closed and from another device. */
export const listUnfinished = async (deps: UploadsDeps, userId: string): Promise<z.infer<typeof Unfinished>> => {
  const found = await deps.uploads.listUnfinished(userId, MAX_LISTED_UPLOADS, (count) =>
    deps.logger.error('Corrupt items left out of a list', { list: 'uploads', count }),
  );
  const now = new Date(deps.now()).toISOString();
  return {
    // Expired uploads are left to the sweeper. A completed replacement needs no further step by the user.
    uploads: found
      .filter(({ deadline, replacement, state }) => deadline > now && !(replacement && state === 'completed'))
      .map((upload) => ({
        contentId: upload.content_id,
        s3Key: upload.key,
        fileName: upload.file_name,
        fileType: upload.file_type,
        fileSize: upload.file_size,
        created_at: upload.created_at,
        deadline: upload.deadline,
        draft: upload.draft ?? null,
        replacement: upload.replacement === true,
      })),
  };
};
