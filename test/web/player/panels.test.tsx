import { act, screen, within } from '@testing-library/react';
import { axeViolations } from '../support/axe.ts';
import { openPlayer as open, roll } from './open-player.tsx';
import { list, settle } from './set-up.ts';

describe('the panels next to the picture', () => {
  const details = {
    chapters: [
      { start: 0, title: 'Opening' },
      { start: 60, title: 'Finale' },
    ],
    captions: [
      { language: 'de', label: 'Deutsch', url: '/media/a.vtt' },
      { language: 'en', label: 'English', url: '/media/b.vtt' },
    ],
    storyboard_url: null,
    has_transcript: false,
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

  it('show the queue, whose entries can be played, moved and removed with the keyboard', async () => {
    const { show, user, state, full } = await openWith();
    const queue = await show('Queue');
    expect(await axeViolations()).toEqual([]);
    const next = () =>
      queue
        .getAllByRole('listitem')
        .slice(1)
        .map((entry) =>
          within(entry)
            .getByText(/^Title \d\s*$/)
            .textContent?.trim(),
        );
    expect(next()).toEqual(['Title 2', 'Title 3']);
    queue.getByRole('button', { name: 'Move Title 3 up' }).focus();
    await user.keyboard('{Enter}');
    expect(next()).toEqual(['Title 3', 'Title 2']);
    expect(queue.getByText('Title 3 moved to position 1 of 2')).toBeInTheDocument();
    expect(queue.getByRole('button', { name: 'Move Title 3 up' })).toHaveFocus();
    queue.getByRole('button', { name: /^Play Title 3/ }).focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(next()).toEqual(['Title 2', 'Title 3']);
    expect(queue.getByRole('button', { name: /^Play Title 3/ })).toHaveFocus();
    await user.click(queue.getByRole('button', { name: 'Shuffle' }));
    expect(queue.getByText('Upcoming titles shuffled')).toBeInTheDocument();
    expect([...next()].sort()).toEqual(['Title 2', 'Title 3']);
    expect(state().item?.title).toBe('Title 1');
    for (const [pressed, then] of [
      ['off', 'all'],
      ['all', 'one'],
      ['one', 'off'],
    ]) {
      await user.click(queue.getByRole('button', { name: `Repeat ${pressed}` }));
      expect(state().repeat).toBe(then);
    }
    queue.getByRole('button', { name: 'Remove Title 2 from the queue' }).focus();
    await user.keyboard('{Enter}');
    expect(next()).toEqual(['Title 3']);
    expect(queue.getByRole('button', { name: /^Play Title 3/ })).toHaveFocus();
    expect(state().list.map(({ title }) => title)).toEqual(['Title 1', 'Title 3']);
    await user.keyboard('{Enter}');
    expect(state().item?.title).toBe('Title 3');
    expect(queue.getByText('End of queue')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog', { name: 'Queue' })).toBeNull();
    // Escape closed only the panel, and the focus is back on its button.
    expect(full().getByRole('button', { name: 'Queue' })).toHaveFocus();
    expect(state().mode).toBe('full');
  });

  it('show chapters in a list, as marks on the slider, and in its value text', async () => {
    const { show, user, engine } = await openWith();
    expect(screen.getByRole('slider', { name: 'Seek' })).toHaveAttribute(
      'aria-valuetext',
      '1 minute 5 seconds of 2 minutes 5 seconds, Finale',
    );
    const chapters = await show('Chapters');
    expect(chapters.getByRole('button', { name: '1:00 Finale' })).toHaveAttribute('aria-current', 'true');
    await user.click(chapters.getByRole('button', { name: '0:00 Opening' }));
    expect(engine().log.at(-1)).toBe('seek 0');
    expect(await axeViolations()).toEqual([]);
  });

  it('stay open while the chapters of the next item load, and close if it has none', async () => {
    localStorage.clear();
    const chapters = { [list[1].id]: [{ start: 0, title: 'Second opening' }] };
    const context = await open(0, {
      details: async (id) => ({ ...details, chapters: id === list[0].id ? details.chapters : (chapters[id] ?? []) }),
    });
    roll(context, 1);
    await act(settle);
    await context.user.click(screen.getByRole('button', { name: 'Chapters' }));
    expect(within(await screen.findByRole('dialog', { name: 'Chapters' })).getAllByRole('listitem')).toHaveLength(2);
    const playNext = async () => {
      act(() => context.player.next());
      await act(settle);
    };
    await playNext();
    expect(within(screen.getByRole('dialog', { name: 'Chapters' })).getByRole('status')).toHaveTextContent(
      'Loading...',
    );
    expect(await axeViolations()).toEqual([]);
    roll(context, 1);
    await act(settle);
    expect(
      within(screen.getByRole('dialog', { name: 'Chapters' })).getByRole('button', { name: '0:00 Second opening' }),
    ).toBeInTheDocument();
    await playNext();
    roll(context, 1);
    await act(settle);
    expect(screen.queryByRole('dialog', { name: 'Chapters' })).toBeNull();
    expect(context.state()).toMatchObject({ panel: null, mode: 'full' });
    expect(screen.getByRole('dialog', { name: 'Media Player' })).toContainElement(
      document.activeElement as HTMLElement,
    );
  });

  it('show the settings: speed, available qualities, captions', async () => {
    const context = await openWith();
    const { show, user, state, engine } = context;
    const settings = await show('Settings');
    expect(settings.queryByRole('group', { name: 'Quality' })).toBeNull();
    act(() => {
      engine().events.onQualities([360, 180]);
      engine().events.onHeight(180);
    });
    expect(
      within(settings.getByRole('group', { name: 'Quality' }))
        .getAllByRole('radio')
        .map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent),
    ).toEqual(['Auto (180p)', '360p', '180p']);
    await user.click(settings.getByRole('radio', { name: '360p' }));
    expect(state().chosenHeight).toBe(360);
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

  it('show the keyboard shortcuts, and the switch that turns them off', async () => {
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

  it('show the shortcuts in the mini player too, and ignore keys in other dialogs', async () => {
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

  it('have no button for features that the item or the browser lacks', async () => {
    const context = await open(1);
    roll(context, 1);
    for (const name of ['Captions', 'Chapters', 'Picture in picture'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    act(() => context.player.previous());
    await act(settle);
    roll(context, 1);
    await context.user.click(screen.getByRole('button', { name: 'Picture in picture' }));
    expect(context.engine().extras.at(-1)).toBe('picture');
    act(() => context.engine().events.onPicture(true));
    expect(screen.getByRole('button', { name: 'Picture in picture' })).toHaveAttribute('aria-pressed', 'true');
  });
});
