/** Texts of the plan in the profile. */
export const billingSectionTexts = {
  title: 'Plan and billing',
  plan: 'Plan',
  complimentary: 'Complimentary',
  nextPayment: 'Next payment',
  payment: (amount: string, date: string) => `${amount} on ${date}`,
  paymentNote: 'List price; changes and tax are extra.',
  until: 'Until',
  /** Instead of `until`, when the plan comes from another source. */
  subscriptionEnds: 'Subscription ends',
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
} as const;
