import { createToastStore, TOAST_REMOVE_DELAY_MS } from '../../../web/src/core/toast/toast-store.ts';
import { createManualClock } from '../support/manual-clock.ts';

describe('notifications', () => {
  it('are shown one at a time; a new one replaces the previous one', () => {
    const store = createToastStore(createManualClock());
    store.show({ title: 'first' });
    store.show({ title: 'second' });
    expect(store.get().map(({ title }) => title)).toEqual(['second']);
  });

  it('are updated in place', () => {
    const store = createToastStore(createManualClock());
    const { id, update } = store.show({ title: 'Saving' });
    update({ title: 'Saved', description: 'All of it' });
    expect(store.get()).toEqual([{ id, open: true, title: 'Saved', description: 'All of it' }]);
  });

  it('close when dismissed, and are removed 1,000,000 ms later', () => {
    const clock = createManualClock();
    const store = createToastStore(clock);
    const toast = store.show({ title: 'first' });
    toast.dismiss();
    expect(store.get()[0]?.open).toBe(false);
    clock.advance(TOAST_REMOVE_DELAY_MS - 1);
    expect(store.get()).toHaveLength(1);
    clock.advance(1);
    expect(store.get()).toEqual([]);
  });

  it('notify listeners until they unsubscribe', () => {
    const store = createToastStore(createManualClock());
    const listener = jest.fn();
    const leave = store.subscribe(listener);
    store.show({ title: 'first' });
    leave();
    store.show({ title: 'second' });
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
