import { account } from './features/listener/account.ts';
import { analysis } from './features/media/analysis.ts';
import { audit } from './features/admin/audit.ts';
import { behavior } from './features/listener/behavior.ts';
import { billing, stripeWebhook } from './features/listener/billing.ts';
import { bulk } from './features/admin/bulk.ts';
import { catalog } from './features/listener/catalog.ts';
import { content } from './features/media/content.ts';
import { conversion } from './features/media/conversion.ts';
import { credentials, usernames } from './features/listener/credentials.ts';
import { dashboard } from './features/admin/dashboard.ts';
import { deliveryLogs } from './features/delivery/delivery-logs.ts';
import { dataRequests } from './features/privacy/data-requests.ts';
import { deliveryMonitor } from './features/delivery/delivery-monitor.ts';
import { deletion } from './features/media/deletion.ts';
import { deliveryTools } from './features/delivery/delivery-tools.ts';
import { docs } from './features/listener/docs.ts';
import { factors } from './features/listener/factors.ts';
import { history } from './features/listener/history.ts';
import { ingest } from './features/media/ingest.ts';
import { library } from './features/listener/library.ts';
import { live } from './features/listener/live.ts';
import { moderation } from './features/admin/moderation.ts';
import { people } from './features/admin/people.ts';
import { personPlans } from './features/admin/person-plans.ts';
import { phases } from './features/admin/phases.ts';
import { playback } from './features/listener/playback.ts';
import { plays } from './features/listener/plays.ts';
import { privacy } from './features/privacy/privacy.ts';
import { retention } from './features/privacy/retention.ts';
import { safety } from './features/media/safety.ts';
import { search } from './features/listener/search.ts';
import { security } from './features/admin/security.ts';
import { securityClock } from './features/admin/security-clock.ts';
import { sessions } from './features/listener/sessions.ts';
import { settings } from './features/admin/settings.ts';
import { sweeping } from './features/media/sweeping.ts';
import { tokens } from './features/admin/tokens.ts';
import { transcripts } from './features/media/transcripts.ts';
import { uploads } from './features/media/uploads.ts';

/**
 * Feature factories by stack and construct ID. A new group is one entry here: its stack, its alarms and its endpoints
 * follow.
 */
export const featureGroups = {
  /** Uploading, converting and publishing content. */
  Media: {
    Analysis: analysis,
    Content: content,
    Conversion: conversion,
    Deletion: deletion,
    Ingest: ingest,
    Safety: safety,
    Sweeping: sweeping,
    Transcripts: transcripts,
    Uploads: uploads,
  },
  /** Used by visitors and listeners. */
  Listener: {
    Account: account,
    Behavior: behavior,
    Billing: billing,
    Catalog: catalog,
    Credentials: credentials,
    DataRequests: dataRequests,
    Docs: docs,
    Factors: factors,
    History: history,
    Library: library,
    Live: live,
    Playback: playback,
    Plays: plays,
    Privacy: privacy,
    Search: search,
    Sessions: sessions,
    StripeWebhook: stripeWebhook,
    Usernames: usernames,
  },
  /** Used only by administrators and moderators, with what is computed for them; every user reads their own security
   * events, and has smart tokens. */
  Admin: {
    Audit: audit,
    Bulk: bulk,
    Dashboard: dashboard,
    DeliveryLogs: deliveryLogs,
    DeliveryMonitor: deliveryMonitor,
    DeliveryTools: deliveryTools,
    Moderation: moderation,
    People: people,
    PersonPlans: personPlans,
    Phases: phases,
    Retention: retention,
    Security: security,
    SecurityClock: securityClock,
    Settings: settings,
    Tokens: tokens,
  },
};
