import type { NextStep, PlanChoice } from '../../../../lambdas/contract/people/billing.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { authTexts } from '../../core/auth/texts.ts';
import { useSignInPrompt } from '../../core/auth/use-sign-in-prompt.ts';
import { useClock } from '../../core/clock-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import type { OpenedWindow } from '../../lib/opened-window.ts';
import type { PlanSelection } from './plan-offers.ts';
import { billingTexts } from './texts.ts';
import { POPUP, TAB, usePaymentWindow, type PaymentWindowParts } from './use-payment-window.ts';

/** Milliseconds for which a window shows why the trial is not available (specification, section 9). */
const TRIAL_ERROR_MS = 3_000;

/** What a button starts. */
export type BillingTask = PlanSelection | NextStep['action'] | 'pay_now' | 'portal';

export interface BillingParts extends PaymentWindowParts {
  /** Path of this screen, to which a user returns who must sign in first. */
  readonly path: string;
}

const trialErrorOf = (error: unknown) =>
  error instanceof ApiError
    ? Object.entries(billingTexts.trialErrors).find(([code]) => code === error.code)?.[1]
    : undefined;

/** What users can do about their plan. Each action opens a page of the payment provider. */
export const useBilling = ({ path, ...parts }: BillingParts) => {
  const api = useApi();
  const clock = useClock();
  const { show } = useToast();
  const askSignIn = useSignInPrompt();
  const { busy, opening, open } = usePaymentWindow<BillingTask>(parts);

  const showError = (description: string) =>
    show({ title: billingTexts.errorTitle, description, variant: 'destructive' });
  const onSelectionError = (error: unknown, opened: OpenedWindow) => {
    const trialError = trialErrorOf(error);
    // The subscription is not what this screen shows.
    void parts.refresh();
    if (trialError) {
      show({ ...trialError, variant: 'destructive' });
      opened.say(trialError.description);
      clock.after(TRIAL_ERROR_MS, opened.close);
      return;
    }
    opened.close();
    if (error instanceof ApiError && error.status === 401) askSignIn(path, authTexts.signInToChoosePlan);
    else showError(error instanceof ApiError ? error.message : billingTexts.chooseFailed);
  };
  const onPortalError = (_: unknown, opened: OpenedWindow) => {
    opened.close();
    showError(billingTexts.portalFailed);
  };

  const portal = async (flow?: 'cancel' | 'update_card') =>
    (await api.call('billing.customer-portal', { query: flow ? { flow } : {} })).url;
  const buy = async (planId: PlanChoice) => (await api.call('billing.create-checkout', { body: { planId } })).url;

  return {
    busy,
    opening,
    /** Buys a plan or changes to it; `free` cancels the subscription. */
    select: (selection: PlanSelection) =>
      open(selection, {
        look: POPUP,
        text: billingTexts.opening,
        urlOf: () => (selection === 'free' ? portal('cancel') : buy(selection)),
        onError: onSelectionError,
      }),
    /** Opens the subscription at the payment provider. */
    manage: () =>
      open('portal', {
        look: TAB,
        text: billingTexts.openingPortal,
        urlOf: () => portal(),
        onError: onPortalError,
      }),
    /** Opens the invoice whose payment failed, at the payment provider. */
    payNow: (url: string) =>
      open('pay_now', { look: POPUP, text: billingTexts.opening, urlOf: async () => url, onError: onPortalError }),
    /** Does what the server asks the user to do next. */
    proceed: (step: NextStep) =>
      open(step.action, {
        look: POPUP,
        text: billingTexts.opening,
        urlOf: async () => (step.action === 'update_card' ? portal('update_card') : step.url),
        onError: onPortalError,
      }),
  };
};

export type Billing = ReturnType<typeof useBilling>;
