import { endpoints } from '../../contract/index.ts';
import { newBillingRecord } from '../../domain/billing/record.ts';
import { syncBilling } from '../../domain/billing/sync.ts';
import { subscriptionView } from '../../domain/billing/view.ts';
import { isWatched } from '../../domain/billing/watch.ts';
import { route } from '../../http/route.ts';
import { askStripe } from './ask-stripe.ts';
import type { BillingApiDeps } from './deps.ts';

/**
 * Returns the plan and subscription of the signed-in user. After a checkout or the portal was opened, Stripe is asked,
 * so that the screens see a purchase even before its event arrives.
 */
export const checkSubscription = (deps: BillingApiDeps) =>
  route(endpoints['billing.check-subscription'], async ({ actor: { userId, plan } }) => {
    const [settings, stored] = await Promise.all([deps.settings.read(), deps.store.read(userId)]);
    const record =
      settings && stored && isWatched(stored, deps.now())
        ? await askStripe(deps, (provider) => syncBilling({ ...deps, provider }, userId, { cause: 'check' }))
        : stored;
    const body = subscriptionView(record ?? newBillingRecord(userId, plan), {
      now: deps.now(),
      buying: settings ? 'on' : 'off',
    });
    return { status: 200, body };
  });
