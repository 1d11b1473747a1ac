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
  updated: {
    title: 'Plan Updated',
    trial: (plan: string, date: string) => `Your free trial of ${plan} runs until ${date}.`,
    plan: (plan: string) => `You now have the ${plan} plan.`,
    ends: (plan: string, date: string) => `Your ${plan} plan ends on ${date}. You keep it until then.`,
    resumed: (plan: string) => `Your ${plan} plan continues.`,
    switches: (plan: string, date: string) => `You switch to the ${plan} plan on ${date}.`,
    paid: 'Your payment was received.',
  },
  notices: {
    finishCheckout: {
      title: "Your checkout isn't finished",
      text: (plan: string) => `You started to buy the ${plan} plan. Nothing was charged yet.`,
      action: 'Continue checkout',
    },
    confirmPayment: {
      title: 'Confirm your payment',
      text: 'Your bank asks you to confirm the payment.',
      action: 'Confirm payment',
    },
    updateCard: {
      title: 'Your last payment failed',
      text: (plan: string) => `Update your card to keep the ${plan} plan.`,
      textWithoutPlan: 'Update your card to get your plan back.',
      /** Added where the payment can be made at once. */
      textPayable: 'We will try again over the next few days, or you can pay now.',
      action: 'Update card',
      pay: 'Pay now',
    },
    ends: { title: (plan: string, date: string) => `Your ${plan} plan ends on ${date}`, action: 'Resume plan' },
    endsText: 'After that, you have the Free plan.',
    switches: (plan: string, date: string) => `You switch to the ${plan} plan on ${date}`,
    trial: (date: string) => `Your free trial runs until ${date}`,
    trialText: (price: string) => `After that, the plan costs ${price} per month. Cancel before then to pay nothing.`,
    trialRejected: {
      title: 'Your trial was not started',
      text: 'The card was used for a free trial before. Nothing was charged. Please choose a paid plan.',
    },
  },
  section: {
    title: 'Plan and billing',
    plan: 'Plan',
    complimentary: 'Complimentary',
    nextPayment: 'Next payment',
    payment: (amount: string, date: string) => `${amount} on ${date}`,
    paymentNote: 'List price; changes and tax are extra.',
    until: 'Until',
    noPayment: 'None',
    changePlan: 'Change plan',
    manage: 'Manage subscription',
    invoices: (count: number) => `Invoices (${count})`,
    invoice: (date: string, amount: string) => `Invoice of ${date}, ${amount}`,
    invoiceStates: {
      draft: 'Draft',
      open: 'Open',
      paid: 'Paid',
      uncollectible: 'Not collected',
      void: 'Void',
    },
  },
} as const;
