/** Texts of the page to which the payment page returns. */
export const returnTexts = {
  checking: 'Checking your payment...',
  checkingText: 'This takes a moment.',
  bought: (plan: string) => `You have the ${plan} plan`,
  changed: 'Your subscription is up to date',
  rejected: 'Your trial was not started',
  rejectedText: 'The card was used for a free trial before. Nothing was charged.',
  canceled: 'Checkout canceled',
  canceledText: 'Nothing was charged.',
  pending: "Your payment isn't confirmed yet",
  pendingText: 'Your plan changes as soon as the payment is confirmed. You can close this window.',
  failed: "Your plan couldn't be checked",
  failedText: 'If you paid, your plan changes as soon as the payment is confirmed.',
  retry: 'Try again',
  closes: 'This window closes automatically.',
  close: 'Close window',
  goBack: 'Continue',
} as const;
