/** @jest-environment jest-fixed-jsdom */
import { connectMediaSession } from '../../../web/src/features/player/controls/media-session.ts';
import { listenForShortcuts } from '../../../web/src/features/player/controls/shortcuts.ts';
import { list, setUp } from './set-up.ts';

class FakeMetadata {
  readonly title: string;
  readonly artist: string;
  readonly artwork: readonly MediaImage[];
  constructor({ title = '', artist = '', artwork = [] }: MediaMetadataInit) {
    this.title = title;
    this.artist = artist;
    this.artwork = artwork;
  }
}

const createFakeSession = () => {
  const handlers = new Map<string, MediaSessionActionHandler | null>();
  const session = {
    metadata: null as FakeMetadata | null,
    playbackState: 'none',
    setPositionState: jest.fn(),
    setActionHandler: (action: string, handler: MediaSessionActionHandler | null) => {
      if (action === 'stop') throw new TypeError('unknown action');
      handlers.set(action, handler);
    },
  };
  const press = (action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}) =>
    handlers.get(action)?.({ action, ...details });
  return { session, handlers, press, asSession: session as unknown as MediaSession };
};

describe('media keys and the lock screen', () => {
  beforeEach(() => void Object.assign(globalThis, { MediaMetadata: FakeMetadata }));

  it('show the current item, control the player, and are cleared at the end', async () => {
    const { player, playing, engine, state } = setUp();
    await playing(1);
    const { session, handlers, press, asSession } = createFakeSession();
    const disconnect = connectMediaSession(player, asSession);
    expect(session.metadata).toMatchObject({ title: 'Title 2', artist: 'Mara Linde' });
    expect(session.metadata?.artwork).toHaveLength(1);
    expect(session.playbackState).toBe('playing');

    engine().roll(30);
    expect(session.setPositionState).toHaveBeenLastCalledWith({ duration: 125, position: 30, playbackRate: 1 });
    press('pause');
    expect(session.playbackState).toBe('paused');
    press('play');
    expect(state().playing).toBe(true);
    press('seekforward');
    expect(engine().log.at(-1)).toBe('seek 45');
    press('seekbackward', { seekOffset: 5 });
    expect(engine().log.at(-1)).toBe('seek 40');
    press('seekto', { seekTime: 100 });
    expect(engine().log.at(-1)).toBe('seek 100');
    press('nexttrack');
    expect(state().item).toBe(list[2]);
    expect(session.metadata?.title).toBe('Title 3');
    expect(handlers.get('nexttrack')).toBeNull();
    press('previoustrack');
    expect(state().item).toBe(list[1]);

    player.cancel();
    expect([session.metadata, session.playbackState]).toEqual([null, 'none']);
    disconnect();
    expect([...handlers.values()].every((handler) => handler === null)).toBe(true);
  });

  it('are optional in browsers without them', async () => {
    const { player } = setUp();
    expect(() => connectMediaSession(player, undefined)()).not.toThrow();
  });
});

describe('keyboard shortcuts', () => {
  const ready = async () => {
    const context = setUp();
    await context.playing();
    context.engine().roll(60);
    const fullscreen = jest.fn();
    const stop = listenForShortcuts(context.player, { toggleFullscreen: fullscreen, frame: () => null });
    const press = (key: string, target: EventTarget = document.body, init: KeyboardEventInit = {}) =>
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
    return { ...context, fullscreen, stop, press };
  };

  it('play, pause, skip, mute and enter full screen', async () => {
    const { press, state, engine, fullscreen, stop } = await ready();
    press(' ');
    expect(state().playing).toBe(false);
    press('k');
    expect(state().playing).toBe(true);
    press('l');
    press('ArrowRight');
    press('j');
    press('ArrowLeft');
    expect(engine().log.filter((line) => line.startsWith('seek'))).toEqual([
      'seek 75',
      'seek 90',
      'seek 75',
      'seek 60',
    ]);
    press('m');
    expect(state().volume).toBe(0);
    press('f');
    expect(fullscreen).toHaveBeenCalledTimes(1);
    stop();
    press('k');
    expect(state().playing).toBe(true);
  });

  it.each(['input', 'select', 'textarea'])('do not apply in %s', async (tag) => {
    const { press, state, stop } = await ready();
    const field = document.body.appendChild(document.createElement(tag));
    press('k', field);
    press(' ', field);
    expect(state().playing).toBe(true);
    field.remove();
    stop();
  });

  it.each([
    ['a select', 'select', {}, 'shortcuts'],
    ['a checkbox', 'input', { type: 'checkbox' }, 'shortcuts'],
    ['a tab', 'div', { role: 'tab' }, 'shortcuts'],
    ['another dialog', 'div', { role: 'dialog' }, null],
    ['a text field', 'input', {}, null],
  ] as const)(
    'open their help with ? in %s, unless it is typed there or the dialog is not the player',
    async (_what, tag, attributes, panel) => {
      const { press, state, stop } = await ready();
      const element = document.body.appendChild(document.createElement(tag));
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      press('?', element);
      expect(state().panel).toBe(panel);
      element.remove();
      stop();
    },
  );

  it('leave Space on a focused button and key combinations to the browser', async () => {
    const { press, state, stop } = await ready();
    const button = document.body.appendChild(document.createElement('button'));
    press(' ', button);
    press('k', document.body, { ctrlKey: true });
    press('k', document.body, { metaKey: true });
    expect(state().playing).toBe(true);
    press('k', button);
    expect(state().playing).toBe(false);
    button.remove();
    stop();
  });

  it('do nothing while the player is empty', () => {
    const { player, state } = setUp();
    const stop = listenForShortcuts(player, { toggleFullscreen: jest.fn(), frame: () => null });
    const event = new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
    expect(state().playing).toBe(false);
    stop();
  });
});
