import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { ApiProvider } from '../../../web/src/core/api/api-context.tsx';
import { ClockContext } from '../../../web/src/core/clock-context.tsx';
import { PlayerHost } from '../../../web/src/features/player/views/player-host.tsx';
import { axeViolations } from '../support/axe.ts';
import { list, settle, setUp } from './set-up.ts';

/** The panel follows the transcript's topic; the live channel has its own tests. */
const mockUseLiveTopic = jest.fn((_topic: string | null, _onChange: () => void) => true);
jest.mock('../../../web/src/core/live/live-context.tsx', () => ({
  useLiveTopic: (topic: string | null, onChange: () => void) => mockUseLiveTopic(topic, onChange),
}));

const segments = [
  {
    id: 's00001',
    start_ms: 0,
    end_ms: 2000,
    text: 'And so, my fellow <b>Americans</b>',
    words: [0, 400, 800, 1200, 1600],
  },
  { id: 's00002', start_ms: 2500, end_ms: 5000, text: 'ask not what your country can do' },
  { id: 's00003', start_ms: 60_000, end_ms: 62_000, text: 'for your Country' },
];
const answer = {
  transcript: { language: 'en', source: 'script', edited: false, updated_at: '2026-02-01T00:00:00.000Z' },
  segments,
};

const details = {
  chapters: [],
  captions: [{ language: 'en', label: 'English', url: '/media/b.vtt' }],
  has_transcript: true,
  storyboard_url: null,
};

/** Plays the first title of the list. */
const openPlayer = async (body: unknown, of: (id: string) => typeof details) => {
  localStorage.clear();
  Element.prototype.scrollIntoView = jest.fn();
  const context = setUp({ details: async (id) => of(id) });
  const call = jest.fn(async () => body);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ApiProvider api={{ call } as never}>
        <MemoryRouter>
          <ClockContext value={context.clock}>
            <PlayerHost player={context.player} />
          </ClockContext>
        </MemoryRouter>
      </ApiProvider>
    </QueryClientProvider>,
  );
  const [item] = list;
  await act(async () => {
    context.player.play(item, { list });
    await settle();
  });
  const roll = (time: number) => act(() => context.engine().roll(time));
  roll(1);
  await act(settle);
  const full = within(screen.getByRole('dialog', { name: 'Media Player' }));
  return { ...context, full, roll, call, user: userEvent.setup() };
};

const openTranscript = async (body: unknown = answer, of: (id: string) => typeof details = () => details) => {
  const context = await openPlayer(body, of);
  await context.user.click(context.full.getByRole('button', { name: 'Transcript' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Transcript' }));
  return { ...context, panel };
};

describe('the transcript next to the player', () => {
  it('marks what is spoken, scrolls to it, and jumps to what is chosen with the keyboard', async () => {
    const { panel, roll, user, engine, call } = await openTranscript();
    const current = () => panel.getAllByRole('button', { current: true }).map(({ textContent }) => textContent);
    await panel.findByRole('list', { name: 'Transcript' });
    expect(mockUseLiveTopic).toHaveBeenCalledWith(`transcript:${list[0].id}`, expect.any(Function));
    expect(call).toHaveBeenCalledWith('transcripts.get-transcript', { params: { id: list[0].id } }, expect.anything());
    roll(1);
    expect(current()).toEqual(['0:00 And so, my fellow <b>Americans</b>']);
    expect(document.querySelector('b')).toBeNull();
    expect(panel.getByText('my', { exact: false, selector: 'span span' })).toBeVisible();
    const scrolled = jest.mocked(Element.prototype.scrollIntoView).mock.calls.length;
    roll(3);
    expect(current()).toEqual(['0:02 ask not what your country can do']);
    expect(jest.mocked(Element.prototype.scrollIntoView).mock.calls.length).toBeGreaterThan(scrolled);
    panel.getByRole('button', { name: '1:00 for your Country' }).focus();
    await user.keyboard('{Enter}');
    expect(engine().log.at(-1)).toBe('seek 60');
    expect(await axeViolations()).toEqual([]);
  });

  it('finds words in any case, and says how many passages have them', async () => {
    const { panel, user } = await openTranscript();
    await user.type(await panel.findByLabelText('Search in the transcript'), 'COUNTRY');
    expect(panel.getByRole('status')).toHaveTextContent('2 passages');
    expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '0:02 ask not what your country can do',
      '1:00 for your Country',
    ]);
    expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      'country',
      'Country',
    ]);
    await user.type(panel.getByLabelText('Search in the transcript'), ' xyz');
    expect(panel.getByRole('status')).toHaveTextContent('0 passages');
  });

  it('is saved as the file that the server writes, and says when it cannot be saved', async () => {
    const { panel, user, call } = await openTranscript();
    const buttons = await panel.findByRole('group', { name: 'Download the transcript' });
    expect(
      within(buttons)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['WebVTT', 'SubRip', 'Text']);
    const saved: [string, Blob][] = [];
    let blob = new Blob();
    URL.createObjectURL = (next) => {
      blob = next as Blob;
      return 'blob:x';
    };
    URL.revokeObjectURL = () => {};
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: unknown) {
      saved.push([(this as HTMLAnchorElement).download, blob]);
    });
    const text = '1\n00:00:00,000 --> ...';
    call.mockResolvedValueOnce({ file_name: 'Address.en.srt', text });
    await user.click(panel.getByRole('button', { name: 'Download as SubRip' }));
    await act(settle);
    const params = { id: list[0].id, format: 'srt' };
    expect(call).toHaveBeenLastCalledWith('transcripts.get-file', { params });
    expect(saved.map(([name]) => name)).toEqual(['Address.en.srt']);
    expect(saved[0]?.[1].type).toBe('text/plain;charset=utf-8');
    expect(saved[0]?.[1].size).toBe(text.length);
    call.mockRejectedValueOnce(new Error('You are offline.'));
    await user.click(panel.getByRole('button', { name: 'Download as WebVTT' }));
    expect(await panel.findByRole('alert')).toHaveTextContent('Failed to download the transcript. You are offline.');
    expect(await axeViolations()).toEqual([]);
    click.mockRestore();
  });

  it('says when there is none any more', async () => {
    const { panel } = await openTranscript({ transcript: null, segments: [] });
    expect(await panel.findByText('This title has no transcript.')).toBeVisible();
  });

  it('is not offered for a title without one, and captions only for a title with some', async () => {
    const { full } = await openPlayer(answer, () => ({ ...details, has_transcript: false }));
    expect(full.getByRole('button', { name: 'Captions' })).toBeVisible();
    expect(full.queryByRole('button', { name: 'Transcript' })).toBeNull();
  });

  it('is offered without captions', async () => {
    const { full } = await openPlayer(answer, () => ({ ...details, captions: [] }));
    expect(full.getByRole('button', { name: 'Transcript' })).toBeVisible();
    expect(full.queryByRole('button', { name: 'Captions' })).toBeNull();
  });

  it('closes when the next title has none, without asking for it', async () => {
    const { player, roll, call } = await openTranscript(answer, (id) => ({
      ...details,
      has_transcript: id === list[0].id,
    }));
    await act(async () => {
      player.next();
      await settle();
    });
    roll(1);
    await act(settle);
    expect(screen.queryByRole('dialog', { name: 'Transcript' })).toBeNull();
    expect(call).toHaveBeenCalledTimes(1);
  });
});

describe('the look of captions', () => {
  it('is chosen in the settings and stored in this browser', async () => {
    const { user, engine, player } = await openTranscript();
    act(() => player.setCaptions('en'));
    act(() => engine().events.onCues(['Hello']));
    await user.click(screen.getByRole('button', { name: 'Settings' }));
    const settings = within(await screen.findByRole('dialog', { name: 'Settings' }));
    await user.click(settings.getByRole('radio', { name: 'Very large' }));
    await user.click(settings.getByRole('radio', { name: 'Black on white' }));
    const shown = screen.getByRole('group', { name: 'Caption text' });
    expect(shown.dataset).toMatchObject({ size: 'huge', style: 'light' });
    expect(JSON.parse(localStorage.getItem('soundstage.player') ?? '{}')).toMatchObject({
      captionSize: 'huge',
      captionStyle: 'light',
    });
    expect(await axeViolations()).toEqual([]);
  });
});
