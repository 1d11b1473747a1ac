import { z } from 'zod';
import type { StripeAccount } from '../account.ts';
import { badRequest } from '../errors.ts';
import { createConfiguration, createPortalSession, noFeatures } from '../objects/portal.ts';
import { clearable, flag, mergeMetadata, metadata, paging, text, url } from '../params.ts';
import type { Customer, PortalConfiguration, PortalFeatures, PortalSession, Price, Subscription } from '../types.ts';
import { type ApiEndpoints, endpoint, pageOf } from './endpoint.ts';

const proration = z.enum(['always_invoice', 'create_prorations', 'none']);

const features = z.strictObject({
  customer_update: z
    .strictObject({
      enabled: flag,
      allowed_updates: z.array(z.enum(['address', 'email', 'name', 'phone', 'shipping', 'tax_id'])).optional(),
    })
    .optional(),
  invoice_history: z.strictObject({ enabled: flag }).optional(),
  payment_method_update: z.strictObject({ enabled: flag }).optional(),
  subscription_cancel: z
    .strictObject({
      enabled: flag,
      mode: z.enum(['at_period_end', 'immediately']).optional(),
      proration_behavior: proration.optional(),
      cancellation_reason: z
        .strictObject({
          enabled: flag,
          options: z
            .array(
              z.enum([
                'customer_service',
                'low_quality',
                'missing_features',
                'other',
                'switched_service',
                'too_complex',
                'too_expensive',
                'unused',
              ]),
            )
            .optional(),
        })
        .optional(),
    })
    .optional(),
  subscription_update: z
    .strictObject({
      enabled: flag,
      default_allowed_updates: z.array(z.literal('price')).optional(),
      products: z.array(z.strictObject({ product: text, prices: z.array(text) })).optional(),
      proration_behavior: proration.optional(),
      schedule_at_period_end: z
        .strictObject({
          conditions: z
            .array(z.strictObject({ type: z.enum(['decreasing_item_amount', 'shortening_interval']) }))
            .optional(),
        })
        .optional(),
      trial_update_behavior: z.enum(['continue_trial', 'end_trial']).optional(),
    })
    .optional(),
});

const businessProfile = z.strictObject({
  headline: clearable.optional(),
  privacy_policy_url: url.optional(),
  terms_of_service_url: url.optional(),
});

const configurationFields = {
  business_profile: businessProfile.optional(),
  default_return_url: z.literal('').or(url).optional(),
  metadata: metadata.optional(),
  name: clearable.optional(),
};

type Json = Record<string, unknown>;

/** Adds given values to known ones, object by object. */
const merge = (base: Json, given: Json): Json => {
  const merged: Json = { ...base };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const nested = typeof value === 'object' && value !== null && !Array.isArray(value);
    merged[name] = nested ? merge((base[name] ?? {}) as Json, value as Json) : value;
  }
  return merged;
};

/** Products and their prices must exist. The response has the quantities, which cannot be changed here. */
const withProducts = (account: StripeAccount, given: z.output<typeof features>): Json => {
  const products = given.subscription_update?.products?.map(({ product, prices }, index) => {
    const param = `features[subscription_update][products][${index}]`;
    account.require('product', product, `${param}[product]`);
    for (const id of prices) account.require('price', id, `${param}[prices]`);
    return { adjustable_quantity: { enabled: false, maximum: null, minimum: 1 }, product, prices };
  });
  return products ? { ...given, subscription_update: { ...given.subscription_update, products } } : given;
};

const featuresOf = (
  account: StripeAccount,
  base: object,
  given: z.output<typeof features> | undefined,
): PortalFeatures =>
  // The schema lets only features pass.
  merge(base as Json, given ? withProducts(account, given) : {}) as unknown as PortalFeatures;

const configurationEndpoints: ApiEndpoints = {
  'POST /v1/billing_portal/configurations': endpoint(
    z.strictObject({ ...configurationFields, features }),
    (account, { params }) =>
      account.add(
        createConfiguration({
          created: account.now(),
          isDefault: account.list('billing_portal.configuration').length === 0,
          features: featuresOf(account, noFeatures(), params.features),
          returnUrl: params.default_return_url || null,
          headline: params.business_profile?.headline || null,
          privacyPolicyUrl: params.business_profile?.privacy_policy_url || null,
          termsOfServiceUrl: params.business_profile?.terms_of_service_url || null,
          metadata: mergeMetadata({}, params.metadata),
          name: params.name || null,
        }),
      ),
  ),
  'GET /v1/billing_portal/configurations': endpoint(
    z.strictObject({ ...paging, active: flag.optional(), is_default: flag.optional() }),
    (account, { params }) =>
      pageOf(
        account
          .list<PortalConfiguration>('billing_portal.configuration')
          .filter(({ active }) => params.active === undefined || active === params.active)
          .filter(({ is_default: standard }) => params.is_default === undefined || standard === params.is_default),
        params,
        '/v1/billing_portal/configurations',
      ),
  ),
  'GET /v1/billing_portal/configurations/{}': endpoint(z.strictObject({}), (account, { ids: [id = ''] }) =>
    account.require('billing_portal.configuration', id),
  ),
  'POST /v1/billing_portal/configurations/{}': endpoint(
    z.strictObject({ ...configurationFields, active: flag.optional(), features: features.optional() }),
    (account, { ids: [id = ''], params }) => {
      const configuration = account.require<PortalConfiguration>('billing_portal.configuration', id);
      account.update<PortalConfiguration>(configuration, {
        ...(params.active === undefined ? {} : { active: params.active }),
        ...(params.default_return_url === undefined ? {} : { default_return_url: params.default_return_url || null }),
        ...(params.name === undefined ? {} : { name: params.name || null }),
        ...(params.business_profile === undefined
          ? {}
          : { business_profile: merge(configuration['business_profile'] as Json, params.business_profile) }),
        ...(params.metadata === undefined ? {} : { metadata: mergeMetadata(configuration.metadata, params.metadata) }),
        features: featuresOf(account, configuration.features, params.features),
        updated: account.now(),
      });
      return configuration;
    },
  ),
};

const flow = z
  .strictObject({
    after_completion: z
      .strictObject({
        type: z.enum(['hosted_confirmation', 'portal_homepage', 'redirect']),
        redirect: z.strictObject({ return_url: url }).optional(),
        hosted_confirmation: z.strictObject({ custom_message: text.optional() }).optional(),
      })
      .optional(),
    subscription_cancel: z.strictObject({ subscription: text }).optional(),
    subscription_update: z.strictObject({ subscription: text }).optional(),
    subscription_update_confirm: z
      .strictObject({
        subscription: text,
        items: z
          .array(z.strictObject({ id: text, price: text, quantity: text.transform(Number).optional() }))
          .length(1),
      })
      .optional(),
    type: z.enum([
      'payment_method_update',
      'subscription_cancel',
      'subscription_update',
      'subscription_update_confirm',
    ]),
  })
  .refine((given) => given.type === 'payment_method_update' || given[given.type] !== undefined, {
    message: 'the parameters of the flow are missing',
  });

const flowOf = (account: StripeAccount, customer: Customer, given: z.output<typeof flow>): PortalSession['flow'] => {
  const detail = given.type === 'payment_method_update' ? undefined : given[given.type];
  if (detail) {
    const param = `flow_data[${given.type}]`;
    const subscription = account.require<Subscription>('subscription', detail.subscription, `${param}[subscription]`);
    if (subscription.customer !== customer.id)
      throw badRequest(
        `The subscription ${subscription.id} does not belong to the customer.`,
        `${param}[subscription]`,
      );
  }
  for (const { price } of given.subscription_update_confirm?.items ?? [])
    account.require<Price>('price', price, 'flow_data[subscription_update_confirm][items][0][price]');
  const after = given.after_completion;
  const confirm = given.subscription_update_confirm;
  return {
    after_completion: {
      hosted_confirmation:
        after?.type === 'hosted_confirmation'
          ? { custom_message: after.hosted_confirmation?.custom_message ?? null }
          : null,
      redirect: after?.redirect ?? null,
      type: after?.type ?? 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: given.subscription_cancel ? { ...given.subscription_cancel, retention: null } : null,
    subscription_pause: null,
    subscription_update: given.subscription_update ?? null,
    subscription_update_confirm: confirm ? { ...confirm, discounts: null } : null,
    type: given.type,
    // The type and its own field belong together.
  } as unknown as PortalSession['flow'];
};

/** The customer portal: configurations and sessions. */
export const portalEndpoints: ApiEndpoints = {
  ...configurationEndpoints,
  'POST /v1/billing_portal/sessions': endpoint(
    z.strictObject({
      configuration: text.optional(),
      customer: text,
      flow_data: flow.optional(),
      return_url: url.optional(),
    }),
    (account, { params }) => {
      const customer = account.require<Customer>('customer', params.customer, 'customer');
      const configuration =
        params.configuration === undefined
          ? account
              .list<PortalConfiguration>('billing_portal.configuration')
              .find(({ is_default: standard }) => standard)
          : account.require<PortalConfiguration>('billing_portal.configuration', params.configuration, 'configuration');
      if (!configuration)
        throw badRequest(
          'No configuration provided and your test mode default configuration has not been created. Provide a ' +
            'configuration or create your default.',
        );
      return account.add(
        createPortalSession({
          origin: account.origin,
          configuration: configuration.id,
          created: account.now(customer.test_clock),
          customer: customer.id,
          returnUrl: params.return_url ?? configuration.default_return_url,
          flow: params.flow_data ? (flowOf(account, customer, params.flow_data) as never) : null,
        }),
      );
    },
  ),
};
