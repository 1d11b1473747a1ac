import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Subscription } from '../../../../lambdas/contract/people/billing.ts';
import { useClock } from '../../core/clock-context.tsx';
import { openWindow, type OpenedWindow, type WindowLook } from '../../lib/opened-window.ts';
import { SUBSCRIPTION_KEY } from './api.ts';
import { clearReturnAddress, onReturn, storeReturnAddress } from './return-channel.ts';
import { readRepeatedly, whenClosed } from './return-watch.ts';
import { loadChange } from './load-change.ts';

/** The window of the checkout (specification, section 9). */
export const POPUP: WindowLook = { name: 'soundstage-checkout', size: { width: 600, height: 700 } };
/** The portal opens in a new tab (specification, section 7). */
export const TAB: WindowLook = { name: '_blank' };

export interface PaymentWindowParts {
  /** Path where this tab continues if the window is blocked and the payment page loads here instead. */
  readonly returnTo: string;
  /** Reloads the subscription. The same function in every render. */
  readonly refresh: () => Promise<void>;
}

/** Opens a page for `task`. `urlOf` requests its address; `onError` handles its failure and closes the window. */
export type OpenPage<Task> = (
  task: Task,
  options: {
    readonly look: WindowLook;
    /** Shown while the address is requested. */
    readonly text: string;
    readonly urlOf: () => Promise<string>;
    readonly onError: (error: unknown, opened: OpenedWindow) => void;
  },
) => void;

/**
 * Opens pages of the payment provider, one at a time, and follows what happens there: after the window was closed, on
 * its return and when this window gets the focus, it reloads the subscription. `busy` is the task whose address is
 * requested, or whose outcome is read for the first time. Only the former is `opening`: after a window was closed,
 * other buttons work while the outcome is read.
 */
export const usePaymentWindow = <Task>({ returnTo, refresh }: PaymentWindowParts) => {
  const clock = useClock();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<Task | null>(null);
  const [opening, setOpening] = useState(false);
  const isOpening = useRef(false);
  const stopFollowing = useRef<() => void>(() => undefined);
  useEffect(() => () => stopFollowing.current(), []);
  // The payment page can also return in a window that another screen opened.
  useEffect(() => onReturn(() => void refresh()), [refresh]);

  const follow = (task: Task, opened: OpenedWindow): void => {
    stopFollowing.current();
    const current = () => queries.getQueryData<Subscription>(SUBSCRIPTION_KEY);
    const before = current();
    let isFirst = true;
    const read = async (): Promise<boolean> => {
      if (isFirst && !isOpening.current) setBusy(task);
      await refresh();
      if (isFirst && !isOpening.current) setBusy(null);
      isFirst = false;
      const after = current();
      return before !== undefined && after !== undefined && (await loadChange(before, after)) !== undefined;
    };
    let stopReading: () => void = () => undefined;
    const startReading = (): void => {
      stopReading();
      stopReading = readRepeatedly(clock, read);
    };
    const stopLooking = whenClosed(clock, opened.isClosed, startReading);
    const stopListening = onReturn(startReading);
    const onFocus = (): void => void refresh();
    window.addEventListener('focus', onFocus);
    stopFollowing.current = () => {
      stopLooking();
      stopListening();
      stopReading();
      window.removeEventListener('focus', onFocus);
    };
  };

  const open: OpenPage<Task> = (task, { look, text, urlOf, onError }) => {
    if (isOpening.current) return;
    isOpening.current = true;
    setOpening(true);
    clearReturnAddress();
    const opened = openWindow(look);
    opened.say(text);
    setBusy(task);
    void urlOf()
      .then(
        (url) => {
          if (opened.blocked) storeReturnAddress(returnTo);
          else follow(task, opened);
          opened.goTo(url);
        },
        (error: unknown) => onError(error, opened),
      )
      .finally(() => {
        isOpening.current = false;
        setOpening(false);
        setBusy(null);
      });
  };
  return { busy, opening, open };
};
