import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ConfirmDialog } from '../../../web/src/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../web/src/ui/overlays/dialog.tsx';
import { ToastView, type ToastItem } from '../../../web/src/ui/feedback/toast-view.tsx';
import { axeViolations } from '../support/axe.ts';

const message: ToastItem = {
  id: 'toast-1',
  title: 'Added to Sunday',
  description: 'Prelude is in it now.',
  open: true,
};

/** A screen with two stacked dialogs, and a message that appears last. */
const Harness = () => {
  const [list, setList] = useState(false);
  const [question, setQuestion] = useState(false);
  const [toasts, setToasts] = useState<readonly ToastItem[]>([]);
  return (
    <main>
      <h1>Page</h1>
      <button type="button" onClick={() => setList(true)}>
        Open
      </button>
      <button type="button" onClick={() => setToasts([message])}>
        Notify
      </button>
      <Dialog open={list} onOpenChange={setList} title="List" description="What there is.">
        <button type="button" onClick={() => setQuestion(true)}>
          Ask
        </button>
        <button type="button" onClick={() => setToasts([message])}>
          Add
        </button>
      </Dialog>
      <ConfirmDialog
        open={question}
        onOpenChange={setQuestion}
        title="Sure?"
        description="This cannot be undone."
        action="Yes"
        onConfirm={() => setToasts([message])}
      />
      <ToastView toasts={toasts} onDismiss={() => setToasts([])} />
    </main>
  );
};

const open = () => {
  const user = userEvent.setup();
  render(<Harness />);
  return { user, press: (name: string) => user.click(screen.getByRole('button', { name })) };
};
const isShown = () => screen.queryByText('Prelude is in it now.') !== null;

describe('Escape', () => {
  it('closes the dialog before the newer message, then the message', async () => {
    const { user, press } = open();
    await press('Open');
    await press('Add');
    expect(isShown()).toBe(true);
    expect(await axeViolations()).toEqual([]);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
    expect(isShown()).toBe(true);
    await user.keyboard('{Escape}');
    expect(isShown()).toBe(false);
  });

  it('closes one dialog at a time, the top one first', async () => {
    const { user, press } = open();
    await press('Open');
    await press('Ask');
    await press('Yes');
    expect(await axeViolations()).toEqual([]);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByRole('dialog', { name: 'List' })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(isShown()).toBe(true);
  });

  it('closes the message that has the focus', async () => {
    const { user, press } = open();
    await press('Notify');
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
    await user.keyboard('{Escape}');
    expect(isShown()).toBe(false);
  });
});
