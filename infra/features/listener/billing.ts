import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import type { Env } from '../../../lambdas/api/billing/env.ts';
import type { Env as WebhookEnv } from '../../../lambdas/api/stripe-webhook/env.ts';
import type { Env as SyncEnv } from '../../../lambdas/workers/billing-sync/env.ts';
import type { Env as ReconcileEnv } from '../../../lambdas/workers/billing-reconcile/env.ts';
import { recordsRejections, type TableGrant } from '../../constructs/app-table.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { appEvent } from '../../constructs/event-pattern.ts';
import { EventTarget } from '../../constructs/event-target.ts';
import { publishEvents, readParameters } from '../../permissions.ts';
import { partsOf, type Feature, type FeatureFactory } from '../feature.ts';

/**
 * Writes a user's record with the plan that calls read, the counters and the history. What talks to Stripe writes no
 * rights: it only checks that the user still has some.
 */
const changesPlans: TableGrant = {
  billing: ['GetItem', 'PutItem'],
  plan: ['PutItem'],
  rights: ['ConditionCheckItem'],
  /** The address, which the customer at Stripe follows. */
  profile: ['GetItem'],
  billingCounts: ['UpdateItem'],
  cardTrial: ['PutItem'],
  addressTrial: ['PutItem'],
};

/**
 * Plans and payments: the API of the screens, the worker that follows Stripe's events, and the hourly one that finds
 * what they missed. Events are rare, so they call the worker directly. Lambda holds them in a queue of its own, retries
 * twice, and passes failures on to the failure queue. Polling a queue of ours would cost more than all else here.
 */
export const billing: FeatureFactory = (scope, platform) => {
  const { shared, table, names, TABLE_NAME, apiEnv } = partsOf(platform);
  const { stage } = platform;
  const billingEnv = {
    STAGE: stage.name,
    STRIPE_PARAMETER: names.stripe,
    GRACE_DAYS: String(stage.billing.graceDays),
    AUTOMATIC_TAX: String(stage.billing.automaticTax),
  };

  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'billing',
    env: { ...apiEnv, ...billingEnv, SITE_URL_PARAMETER: names.siteUrl },
    errorImpact: 'Plans cannot be bought or changed, and their screens show no subscription. Plans stay as they are.',
  });
  readParameters(api, names.stripe, names.siteUrl);
  table.grant(api, {
    ...changesPlans,
    stripeCustomer: ['PutItem'],
    addressTrial: ['GetItem', 'PutItem'],
  });

  const timeout = Duration.minutes(1);
  const sync = new AppFunction<SyncEnv>(scope, 'Sync', {
    ...shared,
    folder: 'billing-sync',
    env: { TABLE_NAME, ...billingEnv },
    timeout,
    errorImpact: 'Purchases and cancellations apply up to an hour late.',
  });
  readParameters(sync, names.stripe);
  table.grant(sync, {
    ...changesPlans,
    stripeCustomer: ['GetItem'],
  });
  new EventTarget(scope, 'Received', {
    target: sync,
    failureQueue: shared.failureQueue,
    on: { eventPattern: appEvent('StripeEventReceived.v1') },
    maxAge: Duration.hours(24),
  });

  const reconcile = new AppFunction<ReconcileEnv>(scope, 'Reconcile', {
    ...shared,
    folder: 'billing-reconcile',
    env: { TABLE_NAME, ...billingEnv },
    timeout: Duration.minutes(5),
    errorImpact: 'Purchases and cancellations whose events were lost do not apply. Plans still end on time.',
  });
  readParameters(reconcile, names.stripe);
  table.grant(reconcile, { ...changesPlans, stripeCustomer: ['GetItem'] }, ['gsi1']);
  new EventTarget(scope, 'Hourly', {
    target: reconcile,
    failureQueue: shared.failureQueue,
    on: { schedule: events.Schedule.rate(Duration.hours(1)) },
  });
  return { api, workers: [sync, reconcile] };
};

/** Receives the events of Stripe. It stores none: an event is a hint, never data. It records wrong signatures. */
export const stripeWebhook: FeatureFactory = (scope, platform): Feature => {
  const { shared, table, names, TABLE_NAME, apiEnv } = partsOf(platform);
  const api = new AppFunction<WebhookEnv>(scope, 'Api', {
    ...shared,
    folder: 'stripe-webhook',
    env: {
      TABLE_NAME,
      ORIGIN_HASHES: apiEnv.ORIGIN_HASHES,
      STRIPE_PARAMETER: names.stripe,
      CURSOR_KEY_PARAMETER: names.cursorKey,
    },
    errorImpact: "Stripe's events are not received; Stripe sends them again for three days.",
  });
  readParameters(api, names.stripe, names.cursorKey);
  publishEvents(api);
  table.grant(api, recordsRejections);
  return { api };
};
