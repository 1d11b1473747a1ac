import type { BehaviorInput } from '../../../../../lambdas/contract/security/behavior-rules.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Counting } from './counting.ts';

/** Milliseconds after a key in which a click without a pointer is its effect. */
const KEY_MS = 500;
/** Fields in which keys are text. */
const FIELDS = 'input, textarea, select, [contenteditable]';

/**
 * What made a click, if it was no pointer: a pointer has an event of its own. `sinceKey`: milliseconds since the last
 * key. A click that a script made says nothing about its user.
 */
export const inputOfClick = (
  { detail, isTrusted }: Pick<MouseEvent, 'detail' | 'isTrusted'>,
  sinceKey: number,
): BehaviorInput | undefined => {
  if (detail > 0 || !isTrusted) return undefined;
  return sinceKey <= KEY_MS ? 'keyboard' : 'assistive';
};

/** Whether a key operates the page: not text, and not a command of the browser. */
const isOperating = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey) && (key === 'Tab' || !(target instanceof Element && target.matches(FIELDS)));

/** Whether the browser made an event for its user, and no script did. */
const madeByBrowser = ({ isTrusted }: Event): boolean => isTrusted;

/**
 * Counts clicks and movements on the page, and how its user operates it. Returns a function that stops this. Movements,
 * presses and keys that a script made say nothing about the user, so they are ignored; its clicks are counted, because
 * many of them in a short time are what a robot does. `isReal`: whether an event is none of a script.
 */
export const followPage = (
  clock: Clock,
  counting: () => Counting,
  leave: () => void,
  isReal: (event: Event) => boolean = madeByBrowser,
): (() => void) => {
  const stops: (() => void)[] = [];
  let keyAt = -Infinity;
  const on = <Name extends keyof DocumentEventMap>(name: Name, listener: (event: DocumentEventMap[Name]) => void) => {
    document.addEventListener(name, listener, { capture: true, passive: true });
    stops.push(() => document.removeEventListener(name, listener, { capture: true }));
  };
  const onReal: typeof on = (name, listener) =>
    on(name, (event) => {
      if (isReal(event)) listener(event);
    });

  on('click', (event) => {
    const input = inputOfClick(event, clock.now() - keyAt);
    counting().clicked();
    if (input) counting().used(input);
  });
  onReal('pointerdown', ({ pointerType }) => counting().used(pointerType === 'mouse' ? 'mouse' : 'touch'));
  onReal('pointermove', ({ pointerType }) => {
    if (pointerType === 'mouse') counting().moved();
  });
  onReal('keydown', (event) => {
    keyAt = clock.now();
    if (isOperating(event)) counting().used('keyboard');
  });
  onReal('keyup', () => {
    keyAt = clock.now();
  });
  on('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave();
  });
  window.addEventListener('pagehide', leave);
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener('pagehide', leave);
  };
};
