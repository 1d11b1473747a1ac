/** Notifications of changes of a subscription. */
export const billingChangeTexts = {
  title: 'Plan Updated',
  trial: (plan: string, date: string) => `Your free trial of ${plan} runs until ${date}.`,
  plan: (plan: string) => `You now have the ${plan} plan.`,
  ends: (plan: string, date: string) => `Your ${plan} plan ends on ${date}. You keep it until then.`,
  resumed: (plan: string) => `Your ${plan} plan continues.`,
  switches: (plan: string, date: string) => `Your subscription switches to the ${plan} plan on ${date}.`,
  paid: 'Your payment was received.',
} as const;
