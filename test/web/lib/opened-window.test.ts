/** @jest-environment jest-fixed-jsdom */
import { openWindow } from '../../../web/src/lib/opened-window.ts';
import { stubWindows } from '../support/payment-window.ts';

afterEach(() => jest.restoreAllMocks());

const popup = { name: 'pay', size: { width: 600, height: 700 } };

it('opens a window in the middle of this one, and loads the address in it', () => {
  Object.assign(window, { screenX: 100, screenY: 50, outerWidth: 1000, outerHeight: 900 });
  const windows = stubWindows();
  const leave = jest.fn();
  const opened = openWindow(popup, leave);
  expect(windows.calls).toEqual([['', 'pay', 'popup,width=600,height=700,left=300,top=150']]);
  expect(opened.blocked).toBe(false);
  opened.goTo('https://pay.example/1');
  expect(windows.opened[0]?.location.replace).toHaveBeenCalledWith('https://pay.example/1');
  expect(leave).not.toHaveBeenCalled();
  expect(opened.isClosed()).toBe(false);
  opened.close();
  expect(opened.isClosed()).toBe(true);
});

it('shows a text as text, in the language of this page', () => {
  document.documentElement.lang = 'en';
  const windows = stubWindows();
  openWindow(popup).say('<b>Opening</b>');
  const page = windows.opened[0]?.document;
  expect(page?.body.querySelector('[role=status]')?.textContent).toBe('<b>Opening</b>');
  expect(page?.title).toBe('<b>Opening</b>');
  expect(page?.documentElement.lang).toBe('en');
});

it('says nothing in a window of an earlier click that shows another origin', () => {
  const other = {
    closed: false,
    focus: () => undefined,
    get document(): Document {
      throw new DOMException('Blocked a frame from accessing a cross-origin frame.', 'SecurityError');
    },
  };
  jest.spyOn(window, 'open').mockReturnValue(other as unknown as Window);
  expect(() => openWindow(popup).say('Opening')).not.toThrow();
});

it('opens a tab without a size', () => {
  const windows = stubWindows();
  openWindow({ name: '_blank' });
  expect(windows.calls).toEqual([['', '_blank', '']]);
});

it.each([
  ['returns no window', null],
  ['returns a closed window', { closed: true } as Window],
])('loads the address in this tab if the browser %s', (_, answer) => {
  jest.spyOn(window, 'open').mockReturnValue(answer);
  const leave = jest.fn();
  const opened = openWindow(popup, leave);
  opened.say('Opening');
  opened.close();
  expect([opened.blocked, opened.isClosed()]).toEqual([true, true]);
  opened.goTo('https://pay.example/1');
  expect(leave).toHaveBeenCalledWith('https://pay.example/1');
});
