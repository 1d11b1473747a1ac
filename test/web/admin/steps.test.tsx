import { act, screen, waitFor, within } from '@testing-library/react';
import type { ContentView } from '../../../lambdas/contract/content/content-shapes.ts';
import type { Role } from '../../../lambdas/contract/shared.ts';
import { STEP_NAMES, type StepName, type StepView } from '../../../lambdas/contract/media/steps.ts';
import { createApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentId, contentView } from '../support/content-view.ts';
import { renderApp } from '../support/render-app.tsx';

const LIST = 'GET /api/admin/content';
const STEPS = `GET /api/content/${contentId()}/steps`;
const at = (seconds: number): string => new Date(seconds * 1000).toISOString();

const step = (name: StepName, fields: Partial<StepView> = {}): StepView => ({
  step: name,
  state: 'waiting',
  started_at: null,
  finished_at: null,
  progress: null,
  expected_at: null,
  attempts: 0,
  reason: null,
  may_run: false,
  ...fields,
});
const done = { state: 'completed', started_at: at(0), finished_at: at(3), attempts: 1, may_run: true } as const;
/** All steps, waiting unless something else is said. */
const steps = (known: Partial<Record<StepName, Partial<StepView>>>): StepView[] =>
  STEP_NAMES.map((name) => step(name, known[name]));
const answer = (list: StepView[]) => ({ body: { content_id: contentId(), steps: list } });

const open = (list: StepView[], { role = 'admin' as Role, items = [contentView()] as readonly ContentView[] } = {}) => {
  const api = createApiStub()
    .on(LIST, { body: { items, next_cursor: null } })
    .on(STEPS, answer(list));
  return renderApp('/admin/content', { signedIn: true, me: { role }, api });
};
const openSteps = async (view: ReturnType<typeof open>) => {
  await view.user.click(await screen.findByRole('button', { name: 'Steps of Viper' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Steps' }));
  await dialog.findByRole('list', { name: 'Steps of Viper' });
  return dialog;
};
const rows = (dialog: { getAllByRole: typeof screen.getAllByRole }) =>
  dialog.getAllByRole('listitem').map(({ textContent }) => textContent);

describe('the steps of a content', () => {
  it('tell names, states, times, attempts and reasons, without axe violations', async () => {
    const view = open(
      steps({
        upload: { ...done, may_run: false },
        probe: { ...done, attempts: 2 },
        convert: {
          state: 'failed',
          started_at: at(3),
          finished_at: at(10),
          attempts: 2,
          reason: 'The video has 240 frames per second. The limit is 120.',
          may_run: true,
        },
        storyboard: { state: 'skipped', reason: 'The file has sound only.' },
      }),
    );
    const dialog = await openSteps(view);
    const [upload, probe, convert, poster, storyboard, ready] = rows(dialog);
    expect(upload).toMatch(/^UploadDoneStarted .*took 3s$/);
    expect(probe).toMatch(/^CheckDone.*attempt 2Run again$/);
    expect(convert).toMatch(
      /^ConversionFailed.*took 7sattempt 2The video has 240 frames per second. The limit is 120.Run again$/,
    );
    expect([poster, storyboard, ready]).toEqual([
      'PosterWaiting',
      'StoryboardNot neededThe file has sound only.',
      'Ready to playWaiting',
    ]);
    expect(dialog.getByText('Conversion: Failed')).toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);
    await view.user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Steps of Viper' })).toHaveFocus();
  });

  it('show percent and time left of what runs, and are read again until all is done', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const view = open(
        steps({
          upload: done,
          probe: done,
          convert: { state: 'running', started_at: at(0), progress: 25, expected_at: at(90), attempts: 1 },
        }),
      );
      const dialog = await openSteps(view);
      expect(dialog.getByRole('progressbar', { name: 'Progress of Conversion' })).toHaveAttribute('value', '25');
      expect(dialog.getByText('25%')).toBeVisible();
      expect(dialog.getByText('about 1m 30s left')).toBeVisible();
      expect(await axeViolations()).toEqual([]);
      view.api.on(
        STEPS,
        answer(steps({ upload: done, probe: done, convert: done, poster: done, storyboard: done, ready: done })),
      );
      await act(() => jest.advanceTimersByTimeAsync(2_000));
      expect(await dialog.findByText('Ready to play: Done')).toBeInTheDocument();
      const calls = view.api.requests.length;
      await act(() => jest.advanceTimersByTimeAsync(10_000));
      expect(view.api.requests).toHaveLength(calls);
    } finally {
      jest.useRealTimers();
    }
  });

  it('run again, and say what runs with them', async () => {
    const view = open(
      steps({
        upload: { ...done, may_run: false },
        probe: done,
        convert: done,
        poster: done,
        storyboard: { state: 'skipped' },
        ready: done,
      }),
    );
    const dialog = await openSteps(view);
    expect(dialog.getAllByRole('button', { name: /^Run / }).map((button) => button.getAttribute('aria-label'))).toEqual(
      ['Run again: Check', 'Run again: Conversion', 'Run again: Poster', 'Run again: Ready to play'],
    );
    expect(dialog.getByText(/come from one job/)).toBeVisible();
    const anew = steps({
      upload: done,
      ready: { ...done, state: 'running', finished_at: null, attempts: 2, may_run: false },
    });
    view.api
      .on(`POST /api/content/${contentId()}/steps/ready`, {
        status: 202,
        body: { content_id: contentId(), runs: ['ready'], steps: anew },
      })
      .on(STEPS, answer(anew));
    await view.user.click(dialog.getByRole('button', { name: 'Run again: Ready to play' }));
    expect(await screen.findByText('The playlists are written anew; nothing is converted.')).toBeInTheDocument();
    await waitFor(() => expect(rows(dialog).at(-1)).toMatch(/^Ready to playRunning.*attempt 2$/));
  });

  it('say why they cannot be run', async () => {
    const view = open(steps({ upload: done, probe: { ...done, state: 'failed', reason: 'Why.' } }));
    const dialog = await openSteps(view);
    view.api.on(`POST /api/content/${contentId()}/steps/probe`, {
      status: 409,
      body: {
        code: 'invalid_state',
        title: 'x',
        status: 409,
        detail: 'The uploaded file was refused and removed. Upload it again.',
        requestId: 'r',
      },
    });
    await view.user.click(dialog.getByRole('button', { name: 'Run again: Check' }));
    expect(
      await screen.findByText(
        'The step could not be run again. The uploaded file was refused and removed. Upload it again.',
      ),
    ).toBeInTheDocument();
  });

  it('are only looked at by moderators', async () => {
    const dialog = await openSteps(
      open(steps({ upload: done, probe: done, convert: done, ready: done }), { role: 'moderator' }),
    );
    expect(dialog.queryByRole('button', { name: /^Run / })).toBeNull();
    expect(dialog.queryByText(/come from one job/)).toBeNull();
  });

  it('say that they could not be read, and are read again', async () => {
    const view = open([]);
    view.api.on(STEPS, {
      status: 404,
      body: { code: 'content_not_found', title: 'Content not found', status: 404, requestId: 'r' },
    });
    await view.user.click(await screen.findByRole('button', { name: 'Steps of Viper' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Steps' }));
    const again = await dialog.findByRole('button', { name: 'Try again' });
    view.api.on(STEPS, answer(steps({ upload: done })));
    await view.user.click(again);
    expect(await dialog.findByText('Upload')).toBeVisible();
  });
});

describe('a deletion that lasts', () => {
  const doomed = (left: ('renditions' | 'posters')[], tries: number) =>
    contentView({ removal: { requested_at: at(0), tries, left, failed_at: tries > 0 ? at(60) : null } });

  it('says what is left and that it is tried again, offers nothing else, and is asked for again', async () => {
    const view = open([], { items: [doomed(['renditions', 'posters'], 2)] });
    expect(await screen.findByText('Deleting…')).toBeVisible();
    expect(
      screen.getByText(
        /^Still there: renditions, posters\. Listeners no longer see it\. Tried 2 times so far; it is tried again by itself until nothing is left\.$/,
      ),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Edit Viper' })).toBeNull();
    expect(await axeViolations()).toEqual([]);
    view.api.on(`DELETE /api/content/${contentId()}`, { status: 204 });
    await view.user.click(screen.getByRole('button', { name: 'Delete again: Viper' }));
    expect(await screen.findByText('Deletion asked for again')).toBeInTheDocument();
    expect(screen.getByText('Deleting…')).toBeVisible();
  });

  it('is honest where it has not begun or nothing is known', async () => {
    open([], { items: [doomed([], 0), { ...doomed([], 1), id: contentId('2') }], role: 'moderator' });
    expect(await screen.findByText('Listeners no longer see it, but its files are still there.')).toBeVisible();
    expect(screen.getByText(/^It takes longer than it should.* Tried once so far/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
  });
});
