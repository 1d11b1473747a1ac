import { newId } from '../ids.ts';
import type { Metadata, PortalConfiguration, PortalFeatures, PortalFlow, PortalSession } from '../types.ts';
import { nulls } from './fields.ts';

/** Features of a configuration that enables nothing. */
export const noFeatures = () => ({
  customer_update: { allowed_updates: [] as string[], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] as string[] },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [] as string[],
    enabled: false,
    products: [],
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
});

/** A new configuration. */
export const createConfiguration = (fields: {
  readonly created: number;
  readonly isDefault: boolean;
  readonly features: PortalFeatures;
  readonly returnUrl: string | null;
  readonly headline: string | null;
  readonly privacyPolicyUrl: string | null;
  readonly termsOfServiceUrl: string | null;
  readonly metadata: Metadata;
  readonly name: string | null;
}): PortalConfiguration => ({
  id: newId('bpc'),
  object: 'billing_portal.configuration',
  active: true,
  application: null,
  business_profile: {
    headline: fields.headline,
    privacy_policy_url: fields.privacyPolicyUrl,
    terms_of_service_url: fields.termsOfServiceUrl,
  },
  created: fields.created,
  default_return_url: fields.returnUrl,
  features: fields.features,
  is_default: fields.isDefault,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata: fields.metadata,
  name: fields.name,
  updated: fields.created,
});

/** A new session of a customer. */
export const createPortalSession = (fields: {
  readonly origin: string;
  readonly configuration: string;
  readonly created: number;
  readonly customer: string;
  readonly returnUrl: string | null;
  readonly flow: (PortalFlow & { readonly after_completion: unknown }) | null;
}): PortalSession => {
  const id = newId('bps');
  return {
    id,
    object: 'billing_portal.session',
    ...nulls('after_expiration customer_account locale on_behalf_of'),
    configuration: fields.configuration,
    created: fields.created,
    customer: fields.customer,
    flow: fields.flow as PortalSession['flow'],
    livemode: false,
    return_url: fields.returnUrl,
    url: `${fields.origin}/p/session/${id}`,
  };
};
