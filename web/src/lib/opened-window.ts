/** A window that was opened before its address was known. */
export interface OpenedWindow {
  /** Whether the browser blocked it. */
  readonly blocked: boolean;
  /** Shows a text in the window, until `goTo`. */
  readonly say: (text: string) => void;
  /** Loads an address in the window; in this tab if the window was blocked. */
  readonly goTo: (url: string) => void;
  readonly close: () => void;
  /**
   * Whether the window was closed. A hint only: it is also true while the window shows a page whose
   * Cross-Origin-Opener-Policy separates it from its opener.
   */
  readonly isClosed: () => boolean;
}

export interface WindowLook {
  /** A window with the same name is used again. `_blank` for a new one each time. */
  readonly name: string;
  /** Size in pixels, for a window without the browser's controls. Without it, the window is a tab. */
  readonly size?: { readonly width: number; readonly height: number };
}

const featuresOf = ({ size }: WindowLook): string => {
  if (!size) return '';
  const { width, height } = size;
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2);
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
};

/** Writes a text into an empty window, in the colors of this page. */
const write = ({ document: page }: Window, text: string): void => {
  const root = getComputedStyle(document.documentElement);
  page.documentElement.lang = document.documentElement.lang;
  page.title = text;
  const line = page.createElement('p');
  line.setAttribute('role', 'status');
  line.textContent = text;
  Object.assign(page.body.style, {
    margin: '2rem',
    background: root.getPropertyValue('--bg'),
    color: root.getPropertyValue('--text'),
    fontFamily: root.getPropertyValue('--font'),
    fontSize: '1.125rem',
    lineHeight: '1.5',
  });
  page.body.replaceChildren(line);
};

/**
 * Opens an empty window. Call it directly in the handler of a click: browsers block windows that are opened later.
 * `leave` loads an address in this tab.
 */
export const openWindow = (
  look: WindowLook,
  leave: (url: string) => void = (url) => window.location.assign(url),
): OpenedWindow => {
  const opened = window.open('', look.name, featuresOf(look));
  if (opened === null || opened.closed)
    return { blocked: true, say: () => undefined, goTo: leave, close: () => undefined, isClosed: () => true };
  opened.focus();
  return {
    blocked: false,
    say: (text) => {
      try {
        write(opened, text);
      } catch {
        // A window of an earlier click still shows a page of another origin.
      }
    },
    goTo: (url) => opened.location.replace(url),
    close: () => opened.close(),
    isClosed: () => opened.closed,
  };
};
