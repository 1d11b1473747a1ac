import type { Route } from '../../http/route.ts';
import { checkSubscription } from './check-subscription.ts';
import { createCheckout } from './create-checkout.ts';
import { customerPortal } from './customer-portal.ts';
import type { BillingApiDeps } from './deps.ts';

/** The feature's endpoints. */
export const billingRoutes = (deps: BillingApiDeps): readonly Route[] => [
  checkSubscription(deps),
  createCheckout(deps),
  customerPortal(deps),
];
