import { Button, type ButtonProps } from '../../ui/actions/button.tsx';
import { billingTexts } from './texts.ts';
import type { Billing, BillingTask } from './use-billing.ts';

export interface BillingButtonProps extends Pick<ButtonProps, 'variant' | 'wide' | 'onClick'> {
  readonly billing: Billing;
  readonly task: BillingTask;
  readonly children: string;
}

/** Starts a task at the payment provider. Disabled while the address of another task is requested. */
export const BillingButton = ({ billing: { busy, opening }, task, children, ...button }: BillingButtonProps) => (
  <Button {...button} busy={busy === task} disabled={opening && busy !== task}>
    {busy === task ? billingTexts.updating : children}
  </Button>
);
