import { act, fireEvent, screen, within } from '@testing-library/react';
import type { MediaUrl } from '../../../lambdas/contract/media/playback.ts';
import { ApiError } from '../../../web/src/lib/api/api-error.ts';
import { videoUrl } from '../support/content-card.ts';
import { axeViolations } from '../support/axe.ts';
import { openPlayer as open, roll } from './open-player.tsx';
import { list, settle } from './set-up.ts';

describe('the full player', () => {
  it('is a dialog with the picture and labeled controls, without axe violations', async () => {
    const context = await open();
    const dialog = screen.getByRole('dialog', { name: 'Media Player' });
    expect(dialog).toHaveAccessibleDescription('Title 1 by Mara Linde');
    expect(within(dialog).getByRole('status')).toHaveTextContent('Buffering...');
    roll(context, 65);
    expect(within(dialog).queryByText('Buffering...')).not.toBeInTheDocument();
    expect(dialog).toContainElement(context.engine().slot);
    for (const name of [
      'Pause',
      'Next',
      'Back 15 seconds',
      'Forward 15 seconds',
      'Mute',
      'Full screen',
      'Minimize player',
    ]) {
      expect(within(dialog).getByRole('button', { name })).toBeEnabled();
    }
    expect(within(dialog).getByRole('button', { name: 'Previous' })).toBeDisabled();
    expect(within(dialog).getByRole('slider', { name: 'Seek' })).toHaveAttribute(
      'aria-valuetext',
      '1 minute 5 seconds of 2 minutes 5 seconds',
    );
    expect(within(dialog).getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuetext', '100 percent');
    expect(screen.getByText('Playing Title 1')).toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);
  });

  it('announces outside the page, which dialogs hide only if it has no live region', async () => {
    const context = await open();
    roll(context, 65);
    expect(screen.getByText('Playing Title 1')).toHaveAttribute('aria-live', 'polite');
    expect(context.page.querySelector('[aria-live]')).toBeNull();
  });

  it('takes the focus where keyboard shortcuts work', async () => {
    await open();
    expect(screen.getByRole('group', { name: 'Player' })).toHaveFocus();
  });

  it('plays, pauses, skips and mutes with its buttons', async () => {
    const context = await open();
    const { user, engine, state } = context;
    roll(context, 60);
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(state().playing).toBe(false);
    expect(screen.getByText('Paused')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Play' }));
    expect(state().playing).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Forward 15 seconds' }));
    expect(engine().log.at(-1)).toBe('seek 75');
    await user.click(screen.getByRole('button', { name: 'Mute' }));
    await user.click(screen.getByRole('button', { name: 'Unmute' }));
    expect(state().volume).toBe(0.5);
  });

  it('seeks a second every 100 ms while Forward or Back is held, and stops before the end', async () => {
    const context = await open();
    const { player, clock, user, engine, state } = context;
    roll(context, 60);
    const forward = screen.getByRole('button', { name: 'Forward 15 seconds' });
    const seeks = () => engine().log.filter((line) => line.startsWith('seek '));
    const before = seeks().length;
    fireEvent.pointerDown(forward, { button: 0 });
    act(() => clock.advance(499));
    expect(seeks()).toHaveLength(before);
    for (let tenth = 0; tenth < 10; tenth += 1) act(() => clock.advance(tenth === 0 ? 1 : 100));
    expect(player.position.get().time).toBe(70);
    // A step of one second is ignored as a seek: every second step takes effect.
    expect(seeks().slice(before)).toEqual(['seek 62', 'seek 64', 'seek 66', 'seek 68', 'seek 70']);
    fireEvent.pointerUp(forward);
    fireEvent.click(forward, { detail: 1 });
    act(() => clock.advance(5_000));
    expect(player.position.get().time).toBe(70);
    await user.click(forward);
    expect(player.position.get().time).toBe(85);
    screen.getByRole('group', { name: 'Player' }).focus();
    await user.keyboard('{j>3}');
    expect(player.position.get().time).toBe(70);
    for (let tenth = 0; tenth < 9; tenth += 1) act(() => clock.advance(100));
    expect(player.position.get().time).toBe(60);
    await user.keyboard('{/j}');
    act(() => clock.advance(5_000));
    expect(player.position.get().time).toBe(60);
    fireEvent.pointerDown(forward, { button: 0 });
    for (let tenth = 0; tenth < 800; tenth += 1) act(() => clock.advance(100));
    expect(player.position.get().time).toBeLessThanOrEqual(124);
    expect(player.position.get().time).toBeGreaterThan(122);
    expect(state()).toMatchObject({ playing: true, at: 0 });
    fireEvent.pointerUp(forward);
  });

  it('seeks with the slider: 5 s per key, to the ends, and at most ten times a second while dragging', async () => {
    const context = await open();
    const { engine, clock, user } = context;
    roll(context, 60);
    const slider = screen.getByRole('slider', { name: 'Seek' });
    slider.focus();
    await user.keyboard('{ArrowRight}');
    expect(engine().log.at(-1)).toBe('seek 65');
    clock.advance(100);
    const seeks = () => engine().log.filter((line) => line.startsWith('seek')).length;
    const before = seeks();
    for (let value = 70; value < 120; value += 1) fireEvent.change(slider, { target: { value: String(value) } });
    expect(seeks()).toBe(before + 1);
    act(() => clock.advance(100));
    expect(engine().log.at(-1)).toBe('seek 119');
    expect(seeks()).toBe(before + 2);
  });

  it('continues in the mini player when closed, and returns the focus', async () => {
    const context = await open();
    roll(context, 1);
    await context.user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(context.state()).toMatchObject({ mode: 'mini', playing: true });
    expect(screen.getByRole('region', { name: 'Mini player' })).toContainElement(context.engine().slot);
    await context.user.click(screen.getByRole('button', { name: 'Open full player' }));
    expect(screen.getByRole('dialog')).toContainElement(context.engine().slot);
    await context.user.keyboard('{Escape}');
    await screen.findByRole('button', { name: 'Open full player' });
    await act(async () => new Promise((resolve) => setTimeout(resolve)));
    expect(screen.getByRole('button', { name: 'Open full player' })).toHaveFocus();
    // As on a phone: pressing picture or names opens it too.
    await context.user.click(
      within(screen.getByRole('region', { name: 'Mini player' }))
        .getAllByRole('button', { hidden: true })
        .find((button) => button.hasAttribute('aria-hidden')) as HTMLElement,
    );
    expect(context.state().mode).toBe('full');
    await context.user.keyboard('{Escape}');
    await act(async () => new Promise((resolve) => setTimeout(resolve)));
    expect(screen.getByRole('button', { name: 'Open full player' })).toHaveFocus();
  });

  it('links to the plans if the plan does not include the item', async () => {
    const { user, state } = await open(0, {
      mediaUrl: async () => Promise.reject(new ApiError({ code: 'plan_required', title: 'no', status: 403 })),
    });
    expect(screen.getByRole('alert')).toHaveTextContent('Your plan does not include this content');
    expect(screen.getByRole('alert')).toHaveTextContent('Premium opens it for $19.99 per month.');
    expect(screen.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', `/plans?content=${list[0].id}`);
    await user.click(screen.getByRole('link', { name: 'See plans' }));
    expect(state().item).toBeNull();
  });

  it('shows the failure and tries again', async () => {
    const { user, ports, state } = await open(0, {
      mediaUrl: jest.fn(async () =>
        Promise.reject(new ApiError({ code: 'media_not_available', title: 'no', status: 404 })),
      ),
    });
    expect(screen.getByRole('alert')).toHaveTextContent("This title can't be played right now");
    expect(screen.getByRole('alert')).toHaveTextContent('No media file available for this content.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(ports.mediaUrl).toHaveBeenCalledTimes(2);
    await user.keyboard('{Escape}');
    expect(state().item).toBeNull();
  });

  it('continues automatically when the device is online again', async () => {
    let network = false;
    const mediaUrl = jest.fn(async (): Promise<MediaUrl> => {
      if (!network) throw new ApiError({ code: 'network_error', title: 'The server cannot be reached.', status: 0 });
      return videoUrl;
    });
    const { state, engine } = await open(0, {
      mediaUrl,
      content: jest.fn(async () => Promise.reject(new Error('offline'))),
    });
    expect(screen.getByRole('alert')).toHaveTextContent('The server cannot be reached.');
    network = true;
    await act(async () => {
      window.dispatchEvent(new Event('online'));
      await settle();
    });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(state()).toMatchObject({ phase: 'ready', playing: true, failure: null });
    expect(engine().log).toContain('play');
  });
});

describe('full screen', () => {
  const enter = async (context: Awaited<ReturnType<typeof open>>) => {
    const frame = screen.getByRole('group', { name: 'Player' });
    const leave = () => {
      Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: null });
      act(() => void document.dispatchEvent(new Event('fullscreenchange')));
    };
    Object.assign(document, { exitFullscreen: jest.fn(async () => leave()) });
    frame.requestFullscreen = jest.fn(async () => {
      Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: frame });
      act(() => void document.dispatchEvent(new Event('fullscreenchange')));
    });
    await context.user.click(screen.getByRole('button', { name: 'Full screen' }));
    return { frame, leave };
  };

  it('hides the controls 3 s after the last activity while playing, never while paused', async () => {
    const context = await open();
    roll(context, 1);
    const { frame, leave } = await enter(context);
    act(() => context.clock.advance(2_999));
    expect(frame).not.toHaveClass('idle');
    fireEvent.pointerMove(frame);
    act(() => context.clock.advance(2_999));
    expect(frame).not.toHaveClass('idle');
    act(() => context.clock.advance(1));
    expect(frame).toHaveClass('idle');
    fireEvent.pointerMove(frame);
    expect(frame).not.toHaveClass('idle');
    act(() => context.player.pause());
    act(() => context.clock.advance(60_000));
    expect(frame).not.toHaveClass('idle');
    leave();
  });

  it('switches to the mini player on Escape, and back to the dialog with its button', async () => {
    const context = await open();
    roll(context, 1);
    await enter(context);
    await context.user.click(screen.getByRole('button', { name: 'Exit full screen' }));
    expect(context.state().mode).toBe('full');
    const { leave } = await enter(context);
    leave();
    expect(context.state().mode).toBe('mini');
  });
});

describe('the mini player', () => {
  it('continues, moves in the list, and empties the player', async () => {
    const context = await open(1);
    roll(context, 5);
    act(() => context.player.setMode('mini'));
    const bar = within(screen.getByRole('region', { name: 'Mini player' }));
    expect(bar.getByText('Title 2')).toBeInTheDocument();
    expect(bar.getByText('Mara Linde')).toBeInTheDocument();
    await context.user.click(bar.getByRole('button', { name: 'Next' }));
    expect(context.state()).toMatchObject({ item: list[2], mode: 'mini' });
    expect(bar.getByRole('button', { name: 'Next' })).toBeDisabled();
    await context.user.click(bar.getByRole('button', { name: 'Previous' }));
    expect(context.state().item).toBe(list[1]);
    expect(await axeViolations()).toEqual([]);
    await context.user.click(bar.getByRole('button', { name: 'Close player' }));
    expect(context.state().item).toBeNull();
    expect(screen.queryByRole('region', { name: 'Mini player' })).not.toBeInTheDocument();
  });
});

it('keeps the controls visible in full screen while one has the keyboard focus', async () => {
  const context = await open();
  roll(context, 1);
  const frame = screen.getByRole('group', { name: 'Player' });
  frame.requestFullscreen = jest.fn(async () => {
    Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: frame });
    act(() => void document.dispatchEvent(new Event('fullscreenchange')));
  });
  screen.getByRole('button', { name: 'Full screen' }).focus();
  await context.user.keyboard('{Enter}');
  act(() => context.clock.advance(30_000));
  expect(frame).not.toHaveClass('idle');
  fireEvent.pointerDown(frame);
  act(() => context.clock.advance(3_000));
  expect(frame).toHaveClass('idle');
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: null });
});
