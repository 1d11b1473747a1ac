import { Tags, type App } from 'aws-cdk-lib';
import { SigningKeys } from './constructs/signing-keys.ts';
import { account } from './features/account.ts';
import { analysis } from './features/media/analysis.ts';
import { audit } from './features/audit.ts';
import { billing, stripeWebhook } from './features/billing.ts';
import { bulk } from './features/bulk.ts';
import { catalog } from './features/catalog.ts';
import { content } from './features/media/content.ts';
import { conversion } from './features/media/conversion.ts';
import { credentials, usernames } from './features/credentials.ts';
import { dashboard } from './features/dashboard.ts';
import { dataRequests } from './features/privacy/data-requests.ts';
import { deletion } from './features/media/deletion.ts';
import { docs } from './features/docs.ts';
import { factors } from './features/factors.ts';
import { history } from './features/history.ts';
import { ingest } from './features/media/ingest.ts';
import { library } from './features/library.ts';
import { live } from './features/live.ts';
import { moderation } from './features/moderation.ts';
import { people } from './features/people.ts';
import { personPlans } from './features/person-plans.ts';
import { playback } from './features/playback.ts';
import { privacy } from './features/privacy/privacy.ts';
import { retention } from './features/privacy/retention.ts';
import { safety } from './features/media/safety.ts';
import { search } from './features/search.ts';
import { security } from './features/security.ts';
import { sessions } from './features/sessions.ts';
import { settings } from './features/settings.ts';
import { sweeping } from './features/media/sweeping.ts';
import { transcripts } from './features/media/transcripts.ts';
import { uploads } from './features/media/uploads.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { FeatureStack } from './stacks/feature-stack.ts';
import { OpsStack } from './stacks/ops-stack.ts';
import { WebStack } from './stacks/web-stack.ts';
import type { Stage } from './stages.ts';

/** Uploading, converting and publishing content. */
const mediaFeatures = {
  Analysis: analysis,
  Content: content,
  Conversion: conversion,
  Deletion: deletion,
  Ingest: ingest,
  Safety: safety,
  Sweeping: sweeping,
  Transcripts: transcripts,
  Uploads: uploads,
};

/** Used by visitors and listeners. */
const listenerFeatures = {
  Account: account,
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
  Privacy: privacy,
  Search: search,
  Sessions: sessions,
  StripeWebhook: stripeWebhook,
  Usernames: usernames,
};

/** Used only by administrators and moderators. */
const adminFeatures = {
  Audit: audit,
  Bulk: bulk,
  Dashboard: dashboard,
  Moderation: moderation,
  People: people,
  PersonPlans: personPlans,
  Retention: retention,
  Security: security,
  Settings: settings,
};

/**
 * Adds the stacks of a stage. Each depends only on stacks before it: data; media, listener and admin; API, web and
 * operations.
 */
export const addStacks = (app: App, stage: Stage, siteFolder: string) => {
  const props = (name: string) => ({
    stackName: `Soundstage-${stage.name}-${name}`,
    // The account is that of the deploying credentials; the region is the stage's. Synthesis needs neither.
    env: { region: stage.region },
    terminationProtection: stage.keepData && name === 'Data',
  });
  const data = new DataStack(app, 'Data', { ...props('Data'), stage });
  const platform = { stage, data };
  const media = new FeatureStack(app, 'Media', { ...props('Media'), platform, factories: mediaFeatures });
  const keys = new SigningKeys(media, 'Keys', { stage, generator: data.secretKeys });
  const listener = new FeatureStack(app, 'Listener', {
    ...props('Listener'),
    platform: { ...platform, keys },
    factories: listenerFeatures,
  });
  const admin = new FeatureStack(app, 'Admin', { ...props('Admin'), platform, factories: adminFeatures });
  const groups = { Data: data.features, Media: media.list(), Listener: listener.list(), Admin: admin.list() };
  const api = new ApiStack(app, 'Api', { ...props('Api'), platform, features: Object.values(groups).flat() });
  const { socketApi } = listener.features.Live;
  const web = new WebStack(app, 'Web', {
    ...props('Web'),
    platform,
    keys,
    secretKeys: data.secretKeys,
    http: api.http,
    socketApi,
    siteFolder,
  });
  new OpsStack(app, 'Ops', { ...props('Ops'), platform, groups, http: api.http });
  Tags.of(app).add('application', 'soundstage');
  Tags.of(app).add('stage', stage.name);
  return { web };
};
