import type { Route } from '../../http/route.ts';
import { createContent } from './create-content.ts';
import { decideWaitingFile } from './decide-waiting-file.ts';
import { deleteContent } from './delete-content.ts';
import { listAllContent } from './list-all-content.ts';
import { putCaptions } from './put-captions.ts';
import { releaseHold } from './release-hold.ts';
import { removeCaptions } from './remove-captions.ts';
import { setHold } from './set-hold.ts';
import { updateContent } from './update-content.ts';
import type { ContentDeps } from './deps.ts';

/** The feature's endpoints. */
export const contentRoutes = (deps: ContentDeps): readonly Route[] => [
  createContent(deps),
  listAllContent(deps),
  updateContent(deps),
  deleteContent(deps),
  decideWaitingFile(deps),
  putCaptions(deps),
  removeCaptions(deps),
  setHold(deps),
  releaseHold(deps),
];
