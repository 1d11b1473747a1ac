/** An amount in the smallest unit of a currency, such as cents, as `$19.99`. `currency` is its code: `usd`. */
export const formatAmount = (amount: number, currency: string): string => {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};
