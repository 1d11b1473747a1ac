import { endpoints } from '../../contract/index.ts';
import type { Profile } from '../../domain/accounts/profile.ts';
import { AppError } from '../../domain/app-error.ts';
import { createCheckout as openCheckout } from '../../domain/billing/checkout.ts';
import { newBillingRecord } from '../../domain/billing/record.ts';
import { route } from '../../http/route.ts';
import { askStripe } from './ask-stripe.ts';
import type { BillingApiDeps } from './deps.ts';

/**
 * Returns the address at which the signed-in user buys a plan, or confirms a change of plan. An access token outlives
 * its account: without a profile, nothing is written, neither here nor at Stripe.
 */
export const createCheckout = (deps: BillingApiDeps) =>
  route(endpoints['billing.create-checkout'], async ({ actor: { userId, plan }, body: { planId } }) => {
    const readProfile = async (): Promise<Profile> => {
      const profile = await deps.profiles.get(userId, { consistent: true });
      if (!profile) throw new AppError('user_not_found', 'This account was deleted.');
      return profile;
    };
    const { email, full_name: name } = await readProfile();
    const start = async () => {
      // Again: the record may be missing because the account was deleted a moment ago.
      await readProfile();
      return newBillingRecord(userId, plan);
    };
    const buyer = { userId, email, name };
    const url = await askStripe(deps, (provider) => openCheckout({ ...deps, provider }, buyer, planId, start));
    return { status: 200, body: { url } };
  });
