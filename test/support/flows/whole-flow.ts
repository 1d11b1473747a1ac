import { givePlans, manageUsers, replaceCredentials, signUpAndRetrieveUsername } from './accounts.ts';
import { analyzeTitles } from './media/analysis.ts';
import { readAuditLog } from './audit.ts';
import { buyPlans } from './billing.ts';
import { runBulkJobs } from './bulk.ts';
import { listCatalog, manageCatalog, readSecondPages } from './catalog.ts';
import { exportAndErase } from './data-requests.ts';
import { endWithoutResults, replaceFile, restartTwice, rewritePlaylists } from './media/conversion.ts';
import { holdTitle } from './media/title-hold.ts';
import { deleteItems } from './media/deletion.ts';
import { protectAccounts } from './factors.ts';
import { createFlowTools, type FlowDeps } from './flow-tools.ts';
import { recordAndClearHistory } from './history.ts';
import { holdData } from './legal-holds.ts';
import { editLibrary } from './library.ts';
import { followLiveChanges } from './live.ts';
import { moderatePlaylists } from './moderation.ts';
import { fetchFromEveryOrigin, publishAndPlay } from './playback.ts';
import { decideAboutPrivacy, removeExpiredData } from './privacy.ts';
import { passPublicationGate } from './media/publication-gate.ts';
import { reviewFindings } from './media/safety.ts';
import { logSecurityEvents } from './security-events.ts';
import { labelAlerts } from './security.ts';
import { advanceSecurity } from './security-phases.ts';
import { respondToAlerts } from './security-responses.ts';
import { manageSessions } from './sessions.ts';
import { useSmartTokens } from './smart-tokens.ts';
import { searchSpeech, searchTitles } from './search.ts';
import { transcribeSpeech } from './media/transcripts.ts';
import { sweepAbandoned, uploadInOtherWays } from './media/uploads.ts';

/**
 * Uses every feature once, as users do, so that every permission of every role is exercised. Throws when a step has an
 * unexpected result.
 */
export const runWholeFlow = async (deps: FlowDeps): Promise<void> => {
  const tools = createFlowTools(deps);
  await signUpAndRetrieveUsername(tools);
  await replaceCredentials(tools);
  await decideAboutPrivacy(tools);
  await removeExpiredData(tools);
  await manageUsers(tools);
  await protectAccounts(tools);
  await givePlans(tools);
  await buyPlans(tools);
  // Calls every function, and those of billing keep for 30 seconds that no one has connected Stripe.
  await manageSessions(tools);
  await logSecurityEvents(tools);
  const videoId = await publishAndPlay(tools, await listCatalog(tools));
  await analyzeTitles(tools, videoId, await transcribeSpeech(tools));
  await fetchFromEveryOrigin(tools, videoId);
  await readSecondPages(tools, videoId);
  await useSmartTokens(tools, videoId);
  await searchTitles(tools);
  await searchSpeech(tools, videoId);
  await editLibrary(tools, videoId);
  await moderatePlaylists(tools);
  await labelAlerts(tools);
  await advanceSecurity(tools);
  await reviewFindings(tools, videoId);
  await passPublicationGate(tools);
  await recordAndClearHistory(tools, videoId);
  await runBulkJobs(tools, videoId);
  await manageCatalog(tools, videoId);
  await rewritePlaylists(tools, videoId);
  await restartTwice(tools, videoId);
  await replaceFile(tools, videoId);
  await uploadInOtherWays(tools);
  await endWithoutResults(tools);
  await holdTitle(tools, videoId);
  await deleteItems(tools, videoId);
  await sweepAbandoned(tools);
  await respondToAlerts(tools);
  await readAuditLog(tools);
  await holdData(tools);
  await exportAndErase(tools);
  await followLiveChanges(tools);
};
