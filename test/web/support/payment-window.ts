/** A window of the browser that a test controls. */
export interface FakeWindow {
  readonly document: Document;
  readonly location: { readonly replace: jest.Mock<void, [string]> };
  readonly focus: jest.Mock<void, []>;
  readonly close: () => void;
  closed: boolean;
}

/** Windows that the page opened, in order, and what it asked for. */
export interface FakeWindows {
  readonly opened: FakeWindow[];
  readonly calls: (readonly [string, string, string])[];
  /** Blocks windows from now on. */
  readonly block: () => void;
}

/** Replaces `window.open` until the end of the test. */
export const stubWindows = (): FakeWindows => {
  let blocked = false;
  const windows: FakeWindows = { opened: [], calls: [], block: () => (blocked = true) };
  jest.spyOn(window, 'open').mockImplementation((url = '', name = '', features = '') => {
    windows.calls.push([String(url), name, features]);
    if (blocked) return null;
    const opened: FakeWindow = {
      document: document.implementation.createHTMLDocument(),
      location: { replace: jest.fn() },
      focus: jest.fn(),
      close: () => (opened.closed = true),
      closed: false,
    };
    windows.opened.push(opened);
    return opened as unknown as Window;
  });
  return windows;
};

/** Says, as another window does, that the payment page returned. */
export const postReturn = (): void => {
  const channel = new BroadcastChannel('soundstage-billing');
  channel.postMessage({ kind: 'returned' });
  channel.close();
};
