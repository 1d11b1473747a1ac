import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { ToastContent } from '../toast/toast-store.ts';
import { ReasonForm, type ReasonFormProps } from './reason-form.tsx';
import { useAct, type ActOptions } from './use-act.ts';

export interface ReasonDialogProps extends ActOptions, Pick<ReasonFormProps, 'action' | 'dangerous' | 'hint'> {
  readonly title: string;
  /** What will happen, in one or two sentences. */
  readonly text: string;
  /** Makes the change and returns what to say about its success. */
  readonly change: (reason: string) => Promise<ToastContent>;
}

/**
 * Asks for the reason of a change, and makes it. While it fails, the dialog stays and says why; when it succeeded or
 * cannot succeed any more, a toast says so and the dialog closes.
 */
export const ReasonDialog = ({
  title,
  text,
  action,
  dangerous = false,
  hint,
  change,
  ...options
}: ReasonDialogProps) => {
  const { act, busy, failure } = useAct(options);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) options.onClose();
      }}
      title={title}
      description={text}
    >
      <ReasonForm
        action={action}
        dangerous={dangerous}
        busy={busy}
        failure={failure}
        {...(hint === undefined ? {} : { hint })}
        onSubmit={(reason) => void act(() => change(reason))}
      />
    </Dialog>
  );
};
