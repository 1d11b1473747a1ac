import { z } from 'zod';
import type { StripeAccount } from '../account.ts';
import { API_VERSION, newId, newWebhookSecret } from '../ids.ts';
import { DAY } from '../billing/periods.ts';
import { removeClocked } from '../billing/renewals.ts';
import { badRequest } from '../errors.ts';
import { nulls } from '../objects/fields.ts';
import { clearable, flag, mergeMetadata, metadata, paging, text, time, timeFilter, url } from '../params.ts';
import type { StripeEvent, TestClock, WebhookEndpoint } from '../types.ts';
import { type ApiEndpoints, createdWithin, endpoint, pageOf } from './endpoint.ts';

const endpointFields = {
  description: clearable.optional(),
  enabled_events: z.array(text).min(1).optional(),
  metadata: metadata.optional(),
};

const createEndpoint = (
  account: StripeAccount,
  params: {
    url: string;
    enabled_events: string[];
    description?: string | undefined;
    metadata?: Record<string, string> | undefined;
  },
  apiVersion: string | null,
) => {
  const secret = newWebhookSecret();
  const created = account.add<WebhookEndpoint>({
    id: newId('we'),
    object: 'webhook_endpoint',
    ...nulls('application description'),
    api_version: apiVersion,
    created: account.now(),
    ...(params.description ? { description: params.description } : {}),
    enabled_events: params.enabled_events,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    status: 'enabled',
    url: params.url,
  });
  account.state.secrets.set(created.id, { current: secret, previous: [] });
  // The API shows the secret only in this response.
  return { ...created, secret };
};

const webhookEndpoints: ApiEndpoints = {
  'POST /v1/webhook_endpoints': endpoint(
    z.strictObject({
      ...endpointFields,
      api_version: z.literal(API_VERSION).optional(),
      enabled_events: z.array(text).min(1),
      url,
    }),
    (account, { params: { api_version: version = null, ...params } }) => createEndpoint(account, params, version),
  ),
  'GET /v1/webhook_endpoints': endpoint(z.strictObject(paging), (account, { params }) =>
    pageOf(account.list('webhook_endpoint'), params, '/v1/webhook_endpoints'),
  ),
  'GET /v1/webhook_endpoints/{}': endpoint(z.strictObject({}), (account, { ids: [id = ''] }) =>
    account.require('webhook_endpoint', id),
  ),
  'POST /v1/webhook_endpoints/{}': endpoint(
    z.strictObject({ ...endpointFields, disabled: flag.optional(), url: url.optional() }),
    (account, { ids: [id = ''], params }) => {
      const found = account.require<WebhookEndpoint>('webhook_endpoint', id);
      account.update<WebhookEndpoint>(found, {
        ...(params.url === undefined ? {} : { url: params.url }),
        ...(params.enabled_events === undefined ? {} : { enabled_events: params.enabled_events }),
        ...(params.description === undefined ? {} : { description: params.description || null }),
        ...(params.metadata === undefined
          ? {}
          : { metadata: mergeMetadata(found['metadata'] as Record<string, string>, params.metadata) }),
        ...(params.disabled === undefined ? {} : { status: params.disabled ? 'disabled' : 'enabled' }),
      });
      return found;
    },
  ),
  'DELETE /v1/webhook_endpoints/{}': endpoint(z.strictObject({}), (account, { ids: [id = ''] }) => {
    account.require('webhook_endpoint', id);
    account.state.objects.delete(id);
    account.state.secrets.delete(id);
    return { id, object: 'webhook_endpoint', deleted: true };
  }),
};

/** A clock is deleted with everything that follows it after 30 days. */
const CLOCK_LIFE = 30 * DAY;

const testClockEndpoints: ApiEndpoints = {
  'POST /v1/test_helpers/test_clocks': endpoint(
    z.strictObject({ frozen_time: time, name: text.optional() }),
    (account, { params }) =>
      account.add<TestClock>({
        id: newId('clock'),
        object: 'test_helpers.test_clock',
        created: account.now(),
        deletes_after: account.now() + CLOCK_LIFE,
        frozen_time: params.frozen_time,
        livemode: false,
        name: params.name ?? null,
        status: 'ready',
        status_details: {},
      }),
  ),
  'GET /v1/test_helpers/test_clocks': endpoint(z.strictObject(paging), (account, { params }) =>
    pageOf(account.list('test_helpers.test_clock'), params, '/v1/test_helpers/test_clocks'),
  ),
  'GET /v1/test_helpers/test_clocks/{}': endpoint(z.strictObject({}), (account, { ids: [id = ''] }) =>
    account.require('test_helpers.test_clock', id),
  ),
  'POST /v1/test_helpers/test_clocks/{}/advance': endpoint(
    z.strictObject({ frozen_time: time }),
    (account, { ids: [id = ''], params, testClocks }) => {
      const clock = account.require<TestClock>('test_helpers.test_clock', id);
      if (clock.status !== 'ready')
        throw badRequest(
          'Test clock advancement underway - cannot perform modifications.',
          undefined,
          'testmode_clock',
        );
      if (params.frozen_time <= clock.frozen_time)
        throw badRequest('`frozen_time` must be after the current time of the clock.', 'frozen_time');
      account.update(clock, {
        status: 'advancing',
        status_details: { advancing: { target_frozen_time: params.frozen_time } },
      });
      testClocks.advance(id);
      return clock;
    },
  ),
  'DELETE /v1/test_helpers/test_clocks/{}': endpoint(z.strictObject({}), (account, { ids: [id = ''] }) => {
    account.require('test_helpers.test_clock', id);
    removeClocked(account, id);
    account.state.objects.delete(id);
    return { id, object: 'test_helpers.test_clock', deleted: true };
  }),
};

/** Events of the last 30 days, webhook endpoints and test clocks. */
export const eventEndpoints: ApiEndpoints = {
  'GET /v1/events': endpoint(
    z.strictObject({
      ...paging,
      created: timeFilter.optional(),
      delivery_success: flag.optional(),
      type: text.optional(),
      types: z.array(text).max(20).optional(),
    }),
    (account, { params }) =>
      pageOf(
        account
          .list<StripeEvent>('event')
          .filter(({ type }) => params.type === undefined || type === params.type)
          .filter(({ type }) => params.types === undefined || params.types.includes(type))
          .filter(
            ({ pending_webhooks: pending }) =>
              params.delivery_success === undefined || (pending === 0) === params.delivery_success,
          )
          .filter(({ created }) => createdWithin(created, params.created)),
        params,
        '/v1/events',
      ),
  ),
  'GET /v1/events/{}': endpoint(z.strictObject({}), (account, { ids: [id = ''] }) => account.require('event', id)),
  ...webhookEndpoints,
  ...testClockEndpoints,
};
