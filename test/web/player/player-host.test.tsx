import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { ClockContext } from '../../../web/src/core/clock-context.tsx';
import { PlayerHost } from '../../../web/src/features/player/player-host.tsx';
import { ApiError } from '../../../web/src/lib/api-error.ts';
import { axeViolations } from '../support/axe.ts';
import { list, settle, setUp } from './set-up.ts';

const open = async (index = 0, replaced: Parameters<typeof setUp>[0] = {}) => {
  const context = setUp(replaced);
  render(
    <MemoryRouter>
      <ClockContext value={context.clock}>
        <PlayerHost player={context.player} />
      </ClockContext>
    </MemoryRouter>,
  );
  const item = list[index];
  if (!item) throw new Error(`No item ${index}`);
  await act(async () => {
    context.player.play(item, { list });
    await settle();
  });
  return { ...context, user: userEvent.setup() };
};
const roll = (context: Awaited<ReturnType<typeof open>>, time: number) => act(() => context.engine().roll(time));

describe('the full player', () => {
  it('is a dialog with the picture, named controls and nothing that axe minds', async () => {
    const context = await open();
    const dialog = screen.getByRole('dialog', { name: 'Media Player' });
    expect(dialog).toHaveAccessibleDescription('Title 1 by Mara Linde');
    expect(within(dialog).getByRole('status')).toHaveTextContent('Buffering...');
    roll(context, 65);
    expect(within(dialog).queryByText('Buffering...')).not.toBeInTheDocument();
    expect(dialog).toContainElement(context.engine().slot);
    for (const name of ['Pause', 'Next', 'Back 15 seconds', 'Forward 15 seconds', 'Mute', 'Full screen', 'Continue in the mini player']) {
      expect(within(dialog).getByRole('button', { name })).toBeEnabled();
    }
    expect(within(dialog).getByRole('button', { name: 'Previous' })).toBeDisabled();
    expect(within(dialog).getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuetext', '1 minute 5 seconds of 2 minutes 5 seconds');
    expect(within(dialog).getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuetext', '100 percent');
    expect(screen.getByText('Playing Title 1')).toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);
  });

  it('has the focus where the keys of the player work', async () => {
    await open();
    expect(screen.getByRole('group', { name: 'Player' })).toHaveFocus();
  });

  it('plays, pauses, skips and mutes by its buttons', async () => {
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

  it('goes on a second every tenth while Forward or Back is held, by pointer or key, and stops before the end', async () => {
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
    // What differs by a second only is no seek: every other step is one.
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

  it('seeks by the slider: 5 s a key, to the ends, and at most ten times a second while dragging', async () => {
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

  it('goes on in the mini player when closed, and the focus finds the way back', async () => {
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
  });

  it('leads to the plans where the plan does not include a content', async () => {
    const { user, state } = await open(0, { mediaUrl: async () => Promise.reject(new ApiError({ code: 'plan_required', title: 'no', status: 403 })) });
    expect(screen.getByRole('alert')).toHaveTextContent('Your plan does not include this content');
    expect(screen.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/plans');
    await user.click(screen.getByRole('link', { name: 'See plans' }));
    expect(state().item).toBeNull();
  });

  it('says what failed and tries again', async () => {
    const { user, ports, state } = await open(0, { mediaUrl: jest.fn(async () => Promise.reject(new ApiError({ code: 'media_not_available', title: 'no', status: 404 }))) });
    expect(screen.getByRole('alert')).toHaveTextContent('No media file available for this content.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(ports.mediaUrl).toHaveBeenCalledTimes(2);
    await user.keyboard('{Escape}');
    expect(state().item).toBeNull();
  });
});

describe('the full screen', () => {
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

  it('hides the controls 3 s after the last move while playing, never while paused', async () => {
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

  it('goes to the mini player by Escape, and back to the dialog by its button', async () => {
    const context = await open();
    roll(context, 1);
    await enter(context);
    await context.user.click(screen.getByRole('button', { name: 'Leave full screen' }));
    expect(context.state().mode).toBe('full');
    const { leave } = await enter(context);
    leave();
    expect(context.state().mode).toBe('mini');
  });
});

describe('the mini player', () => {
  it('plays on, moves in the list, and empties the player', async () => {
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

describe('what stands beside the picture', () => {
  const details = {
    chapters: [{ start: 0, title: 'Opening' }, { start: 60, title: 'Finale' }],
    captions: [{ language: 'de', label: 'Deutsch', url: '/media/a.vtt' }, { language: 'en', label: 'English', url: '/media/b.vtt' }],
    storyboard_url: null,
  };
  const openWith = async () => {
    localStorage.clear();
    const context = await open(0, { details: async () => details });
    roll(context, 65);
    await act(settle);
    const full = () => within(screen.getByRole('dialog', { name: 'Media Player' }));
    const show = async (name: string) => {
      await context.user.click(full().getByRole('button', { name }));
      return within(await screen.findByRole('dialog', { name }));
    };
    return { ...context, full, show };
  };

  it('is the queue: to be chosen from, sorted and thinned out by the keyboard, which keeps the focus', async () => {
    const { show, user, state, full } = await openWith();
    const queue = await show('Queue');
    expect(await axeViolations()).toEqual([]);
    const next = () => queue.getAllByRole('listitem').slice(1).map((entry) => within(entry).getByText(/^Title \d\s*$/).textContent?.trim());
    expect(next()).toEqual(['Title 2', 'Title 3']);
    queue.getByRole('button', { name: 'Move Title 3 up' }).focus();
    await user.keyboard('{Enter}');
    expect(next()).toEqual(['Title 3', 'Title 2']);
    expect(queue.getByText('Title 3 moved to place 1 of 2')).toBeInTheDocument();
    expect(queue.getByRole('button', { name: 'Move Title 3 up' })).toHaveFocus();
    queue.getByRole('button', { name: /^Play Title 3/ }).focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(next()).toEqual(['Title 2', 'Title 3']);
    expect(queue.getByRole('button', { name: /^Play Title 3/ })).toHaveFocus();
    queue.getByRole('button', { name: 'Remove Title 2 from the queue' }).focus();
    await user.keyboard('{Enter}');
    expect(next()).toEqual(['Title 3']);
    expect(queue.getByRole('button', { name: /^Play Title 3/ })).toHaveFocus();
    expect(state().list.map(({ title }) => title)).toEqual(['Title 1', 'Title 3']);
    await user.keyboard('{Enter}');
    expect(state().item?.title).toBe('Title 3');
    expect(queue.getByText('Nothing comes after this.')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog', { name: 'Queue' })).toBeNull();
    // The key closed the panel alone, and the focus is back at its button.
    expect(full().getByRole('button', { name: 'Queue' })).toHaveFocus();
    expect(state().mode).toBe('full');
  });

  it('are the chapters: in a list, as marks, and in the words of the slider', async () => {
    const { show, user, engine } = await openWith();
    expect(screen.getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuetext', '1 minute 5 seconds of 2 minutes 5 seconds, Finale');
    const chapters = await show('Chapters');
    expect(chapters.getByRole('button', { name: '1:00 Finale' })).toHaveAttribute('aria-current', 'true');
    await user.click(chapters.getByRole('button', { name: '0:00 Opening' }));
    expect(engine().log.at(-1)).toBe('seek 0');
    expect(await axeViolations()).toEqual([]);
  });

  it('close where the next title has no chapters, stay where it has some, and say that they are on their way', async () => {
    localStorage.clear();
    const chapters = { [list[1].id]: [{ start: 0, title: 'Second opening' }] };
    const context = await open(0, { details: async (id) => ({ ...details, chapters: id === list[0].id ? details.chapters : (chapters[id] ?? []) }) });
    roll(context, 1);
    await act(settle);
    await context.user.click(screen.getByRole('button', { name: 'Chapters' }));
    expect(within(await screen.findByRole('dialog', { name: 'Chapters' })).getAllByRole('listitem')).toHaveLength(2);
    const goOn = async () => {
      act(() => context.player.next());
      await act(settle);
    };
    await goOn();
    expect(within(screen.getByRole('dialog', { name: 'Chapters' })).getByRole('status')).toHaveTextContent('Loading...');
    expect(await axeViolations()).toEqual([]);
    roll(context, 1);
    await act(settle);
    expect(within(screen.getByRole('dialog', { name: 'Chapters' })).getByRole('button', { name: '0:00 Second opening' })).toBeInTheDocument();
    await goOn();
    roll(context, 1);
    await act(settle);
    expect(screen.queryByRole('dialog', { name: 'Chapters' })).toBeNull();
    expect(context.state()).toMatchObject({ panel: null, mode: 'full' });
    expect(screen.getByRole('dialog', { name: 'Media Player' })).toContainElement(document.activeElement as HTMLElement);
  });

  it('are the settings: speed, quality as far as there is a choice, captions', async () => {
    const context = await openWith();
    const { show, user, state, engine } = context;
    const settings = await show('Settings');
    expect(settings.queryByRole('group', { name: 'Quality' })).toBeNull();
    act(() => {
      engine().events.onQualities([360, 180]);
      engine().events.onHeight(180);
    });
    expect(within(settings.getByRole('group', { name: 'Quality' })).getAllByRole('radio').map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent)).toEqual(['Auto (180p)', '360p', '180p']);
    await user.click(settings.getByRole('radio', { name: '360p' }));
    expect(state().wantedHeight).toBe(360);
    expect(settings.getByRole('radio', { name: 'Auto' })).toBeInTheDocument();
    await user.click(settings.getByRole('radio', { name: '1.5×' }));
    expect(state().rate).toBe(1.5);
    await user.click(settings.getByRole('radio', { name: 'Deutsch' }));
    expect(state().captions?.language).toBe('de');
    act(() => engine().events.onCues(['<b>Licht</b>']));
    expect(screen.getByRole('group', { name: 'Caption text' })).toBeInTheDocument();
    expect(screen.getByText('<b>Licht</b>')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('is the help of the keys, opened by one, and the switch that turns all of them off', async () => {
    const { user, state, full } = await openWith();
    expect(full().getByRole('button', { name: 'Pause' })).toHaveAttribute('aria-keyshortcuts', 'k Space');
    await user.keyboard('?');
    const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(help.getAllByRole('term')).toHaveLength(12);
    await user.click(help.getByRole('switch', { name: 'Use keyboard shortcuts' }));
    expect(full().getByRole('button', { name: 'Pause' })).not.toHaveAttribute('aria-keyshortcuts');
    await user.keyboard('{Escape}');
    full().getByRole('group', { name: 'Player' }).focus();
    await user.keyboard('k?m');
    expect(state()).toMatchObject({ playing: true, volume: 1, panel: null });
    expect(localStorage.getItem('soundstage.player')).toContain('"shortcuts":false');
    localStorage.clear();
  });

  it('shows the help in the mini player too, and leaves other dialogs their keys', async () => {
    const context = await openWith();
    act(() => context.player.setMode('mini'));
    await context.user.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument();
    await context.user.keyboard('k');
    expect(context.state().playing).toBe(true);
    await context.user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(context.state()).toMatchObject({ mode: 'mini', panel: null });
    await context.user.keyboard('k');
    expect(context.state().playing).toBe(false);
  });

  it('has no button for what this title or browser has not', async () => {
    const context = await open(1);
    roll(context, 1);
    for (const name of ['Captions', 'Chapters', 'Picture in picture']) expect(screen.queryByRole('button', { name })).toBeNull();
    act(() => context.player.previous());
    await act(settle);
    roll(context, 1);
    await context.user.click(screen.getByRole('button', { name: 'Picture in picture' }));
    expect(context.engine().extras.at(-1)).toBe('picture');
    act(() => context.engine().events.onPicture(true));
    expect(screen.getByRole('button', { name: 'Picture in picture' })).toHaveAttribute('aria-pressed', 'true');
  });
});

it('keeps the controls on the full screen while somebody stands on one by the keyboard', async () => {
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
