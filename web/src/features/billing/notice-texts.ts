/** Texts of what happens next with a subscription. */
export const billingNoticeTexts = {
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
  endsText: (plan: string) => `After that, you have the ${plan} plan.`,
  switches: (plan: string, date: string) => `Your subscription switches to the ${plan} plan on ${date}`,
  trial: (date: string) => `Your free trial runs until ${date}`,
  trialText: (price: string) => `After that, the plan costs ${price} per month. Cancel before then to pay nothing.`,
  trialRejected: {
    title: 'Your trial was not started',
    text: 'The card was used for a free trial before. Nothing was charged. Please choose a paid plan.',
  },
} as const;
