import { manageUsers, signUpAndRetrieveUsername } from './accounts.ts';
import { readAuditLog } from './audit.ts';
import { runBulkJobs } from './bulk.ts';
import { listCatalog, manageCatalog, readSecondPages } from './catalog.ts';
import { completeWithoutResults, replaceFile, restartTwice, rewritePlaylists } from './conversion.ts';
import { deleteItems } from './deletion.ts';
import { createFlowTools, type FlowDeps } from './flow-tools.ts';
import { recordAndClearHistory } from './history.ts';
import { editLibrary } from './library.ts';
import { followLiveChanges } from './live.ts';
import { moderatePlaylists } from './moderation.ts';
import { fetchFromEveryOrigin, publishAndPlay } from './playback.ts';
import { searchTitles } from './search.ts';
import { sweepAbandoned, uploadInOtherWays } from './uploads.ts';

/**
 * Uses every feature once, as users do, so that every permission of every role is exercised. Throws when a step has an
 * unexpected result.
 */
export const runWholeFlow = async (deps: FlowDeps): Promise<void> => {
  const tools = createFlowTools(deps);
  await signUpAndRetrieveUsername(tools);
  await manageUsers(tools);
  const videoId = await publishAndPlay(tools, await listCatalog(tools));
  await fetchFromEveryOrigin(tools, videoId);
  await readSecondPages(tools, videoId);
  await searchTitles(tools);
  await editLibrary(tools, videoId);
  await moderatePlaylists(tools);
  await recordAndClearHistory(tools, videoId);
  await runBulkJobs(tools, videoId);
  await manageCatalog(tools, videoId);
  await rewritePlaylists(tools, videoId);
  await restartTwice(tools, videoId);
  await replaceFile(tools, videoId);
  await uploadInOtherWays(tools);
  await completeWithoutResults(tools);
  await deleteItems(tools, videoId);
  await sweepAbandoned(tools);
  await readAuditLog(tools);
  await followLiveChanges(tools);
};
