import { trialFacts } from '../../../../lambdas/contract/people/plans.ts';

/** Texts of plans, payments and the subscription. Some are fixed by the specification. */
export const billingTexts = {
  currentPlan: 'Current Plan',
  selectFree: 'Select Free Plan',
  startTrial: `Start ${trialFacts.days}-Day Free Trial`,
  choose: (plan: string) => `Choose ${plan}`,
  updating: 'Updating...',
  startsOn: (date: string) => `Starts ${date}`,
  /** Shown in the window of the payment until its page loads. */
  opening: 'Opening the payment page...',
  openingPortal: 'Opening your subscription...',
  errorTitle: 'Error',
  chooseFailed: 'Failed to process plan selection. Please try again.',
  portalFailed: 'Failed to open subscription management. Please try again.',
  /** By error code. */
  trialErrors: {
    TRIAL_ACTIVE_SUBSCRIPTION: {
      title: 'Trial Not Available',
      description: 'You already have an active subscription. Trial is only available for new users.',
    },
    TRIAL_ALREADY_USED: {
      title: 'Trial Expired',
      description: 'You have already used your free trial. Please choose a paid plan.',
    },
  },
} as const;
