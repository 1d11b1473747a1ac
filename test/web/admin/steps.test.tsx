import { act, screen, waitFor, within } from '@testing-library/react';
import type { ContentView } from '../../../lambdas/contract/content/content-shapes.ts';
import type { Role } from '../../../lambdas/contract/shared.ts';
import type { StepView } from '../../../lambdas/contract/media/steps.ts';
import { createApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentId, contentView } from '../support/content-view.ts';
import { renderApp } from '../support/render-app.tsx';

const LIST = 'GET /api/admin/content';
const STEPS = `GET /api/content/${contentId()}/steps`;
const at = (seconds: number): string => new Date(seconds * 1000).toISOString();

const TITLES = {
  upload: 'Upload',
  probe: 'Check',
  convert: 'Conversion',
  poster: 'Poster',
  storyboard: 'Storyboard',
  ready: 'Ready to play',
};
type Name = keyof typeof TITLES;

const step = (name: string, title: string, fields: Partial<StepView> = {}): StepView => ({
  step: name,
  title,
  part_of: name === 'poster' || name === 'storyboard' ? 'convert' : null,
  state: 'waiting',
  started_at: null,
  finished_at: null,
  progress: null,
  expected_at: null,
  attempts: 0,
  reason: null,
  can_run: false,
  cost: null,
  ...fields,
});
const done = { state: 'completed', started_at: at(0), finished_at: at(3), attempts: 1, can_run: true } as const;
/** All steps, waiting unless specified otherwise. */
const steps = (known: Partial<Record<Name, Partial<StepView>>>): StepView[] =>
  Object.entries(TITLES).map(([name, title]) => step(name, title, known[name as Name]));
const answer = (list: StepView[]) => ({ body: { content_id: contentId(), steps: list } });

const open = (list: StepView[], { role = 'admin' as Role, items = [contentView()] as readonly ContentView[] } = {}) => {
  const api = createApiStub()
    .on(LIST, { body: { items, next_cursor: null } })
    .on(STEPS, answer(list));
  return renderApp('/admin/content', { signedIn: true, me: { role }, api });
};
const openSteps = async (view: ReturnType<typeof open>) => {
  await view.user.click(await screen.findByRole('button', { name: 'Processing steps of Viper' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Processing steps' }));
  await dialog.findByRole('list', { name: 'Processing steps of Viper' });
  return dialog;
};
const rows = (dialog: { getAllByRole: typeof screen.getAllByRole }) =>
  dialog.getAllByRole('listitem').map(({ textContent }) => textContent);

describe('processing steps', () => {
  it('shows what the result of a completed step lacks, next to the button that runs it again', async () => {
    const dialog = await openSteps(
      open(steps({ upload: done, probe: done, convert: { ...done, reason: 'It is pale.' } })),
    );
    expect(rows(dialog)[2]).toMatch(/^ConversionCompleted.*It is pale\.Run again$/);
    expect(dialog.getByText('Conversion: Completed')).toBeInTheDocument();
  });

  it('shows names, states, times, attempts, and reasons, without axe violations', async () => {
    const view = open(
      steps({
        upload: { ...done, can_run: false },
        probe: { ...done, attempts: 2 },
        convert: {
          state: 'failed',
          started_at: at(3),
          finished_at: at(10),
          attempts: 2,
          reason: 'The video has 240 frames per second. The limit is 120.',
          can_run: true,
        },
        storyboard: { state: 'skipped', reason: 'The file contains only audio.' },
      }),
    );
    const dialog = await openSteps(view);
    const [upload, probe, convert, poster, storyboard, ready] = rows(dialog);
    expect(upload).toMatch(/^UploadCompletedStarted .*took 3s$/);
    expect(probe).toMatch(/^CheckCompleted.*attempt 2Run again$/);
    expect(convert).toMatch(
      /^ConversionFailed.*took 7sattempt 2The video has 240 frames per second. The limit is 120.Run again$/,
    );
    expect([poster, storyboard, ready]).toEqual([
      'PosterWaiting',
      'StoryboardNot neededThe file contains only audio.',
      'Ready to playWaiting',
    ]);
    expect(dialog.getByText('Conversion: Failed')).toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);
    await view.user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Processing steps of Viper' })).toHaveFocus();
  });

  it('shows what a step has cost and is expected to cost', async () => {
    const cost = { estimated_usd: 0.0625, actual_usd: 0.0004, provider: 'transcribe', next_usd: null };
    const dialog = await openSteps(
      open([
        ...steps({ upload: done, convert: { ...done, cost: { ...cost, actual_usd: 1.5, estimated_usd: 1.5 } } }),
        step('speech', 'Speech', { ...done, cost }),
        step('text', 'Text analysis', { cost: { ...cost, actual_usd: null } }),
        step('topics', 'Topics', { ...done, cost: { ...cost, actual_usd: 0 } }),
      ]),
    );
    const [upload, , convert] = rows(dialog);
    const [speech, text, topics] = rows(dialog).slice(-3);
    expect(upload).not.toContain('cost');
    expect(convert).toContain('cost $1.50 (estimated $1.50)');
    expect(speech).toContain('cost $0.0004 (estimated $0.0625)');
    expect(text).toContain('estimated cost $0.0625');
    expect(topics).toContain('cost $0.00 (estimated $0.0625)');
    expect(await axeViolations()).toEqual([]);
  });

  it('shows the price of a step on its button, also before the first paid run', async () => {
    const cost = { estimated_usd: null, actual_usd: null, provider: null, next_usd: 0.087 };
    const dialog = await openSteps(
      open([
        ...steps({ upload: { ...done, can_run: false } }),
        step('speech', 'Speech', { ...done, state: 'skipped', reason: 'Music is not transcribed.', cost }),
        step('text', 'Text analysis', { can_run: true, cost: { ...cost, next_usd: 0.02 } }),
        step('frames', 'Picture analysis', { ...done, cost: { ...cost, next_usd: 0.14 } }),
      ]),
    );
    for (const [name, text] of [
      ['Run: Speech, up to $0.0870', 'Run (up to $0.0870)'],
      ['Run: Text analysis, up to $0.0200', 'Run (up to $0.0200)'],
      ['Run again: Picture analysis, up to $0.14', 'Run again (up to $0.14)'],
    ] as const)
      expect(dialog.getByRole('button', { name })).toHaveTextContent(text);
    expect(await axeViolations()).toEqual([]);
  });

  it('shows the progress and time left of a running step, and polls until all steps are done', async () => {
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
      expect(await dialog.findByText('Ready to play: Completed')).toBeInTheDocument();
      const calls = view.api.requests.length;
      await act(() => jest.advanceTimersByTimeAsync(10_000));
      expect(view.api.requests).toHaveLength(calls);
    } finally {
      jest.useRealTimers();
    }
  });

  it('says that a step was interrupted, and polls until it continues', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const reason = 'The step stopped before it finished. It continues automatically within a few minutes.';
      const interrupted = { ...done, state: 'interrupted', finished_at: null, can_run: false, reason } as const;
      const view = open(steps({ upload: done, probe: interrupted }));
      const dialog = await openSteps(view);
      expect(rows(dialog)[1]).toMatch(/^CheckInterrupted.*The step stopped before it finished/);
      expect(dialog.getByText('Check: Interrupted')).toBeInTheDocument();
      expect(await axeViolations()).toEqual([]);
      view.api.on(STEPS, answer(steps({ upload: done, probe: { ...interrupted, state: 'running', reason: null } })));
      await act(() => jest.advanceTimersByTimeAsync(2_000));
      expect(await dialog.findByText('Check: Running')).toBeInTheDocument();
    } finally {
      jest.useRealTimers();
    }
  });

  it('runs a step again and says which steps run with it', async () => {
    const view = open(
      steps({
        upload: { ...done, can_run: false },
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
    expect(dialog.getByText(/run as one job/)).toBeVisible();
    const rebuilding = steps({
      upload: done,
      ready: { ...done, state: 'running', finished_at: null, attempts: 2, can_run: false },
    });
    view.api
      .on(`POST /api/content/${contentId()}/steps/ready`, {
        status: 202,
        body: { content_id: contentId(), runs: ['ready'], steps: rebuilding },
      })
      .on(STEPS, answer(rebuilding));
    await view.user.click(dialog.getByRole('button', { name: 'Run again: Ready to play' }));
    expect(await screen.findByText("“Ready to play” is running. The file isn't converted again.")).toBeInTheDocument();
    await waitFor(() => expect(rows(dialog).at(-1)).toMatch(/^Ready to playRunning.*attempt 2$/));
  });

  it('shows and runs a step that only the server knows', async () => {
    const speech = step('speech', 'Speech', { ...done, state: 'failed', reason: 'The file has no speech.' });
    const view = open([...steps({ upload: done, ready: done }), speech]);
    const dialog = await openSteps(view);
    expect(rows(dialog).at(-1)).toMatch(/^SpeechFailed.*The file has no speech\.Run again$/);
    view.api.on(`POST /api/content/${contentId()}/steps/speech`, {
      status: 202,
      body: { content_id: contentId(), runs: ['speech'], steps: [speech] },
    });
    await view.user.click(dialog.getByRole('button', { name: 'Run again: Speech' }));
    expect(await screen.findByText("“Speech” is running. The file isn't converted again.")).toBeInTheDocument();
  });

  it('says why a step cannot be run', async () => {
    const view = open(steps({ upload: done, probe: { ...done, state: 'failed', reason: 'Why.' } }));
    const dialog = await openSteps(view);
    view.api.on(`POST /api/content/${contentId()}/steps/probe`, {
      status: 409,
      body: {
        code: 'invalid_state',
        title: 'x',
        status: 409,
        detail: 'The uploaded file was rejected and removed. Upload it again.',
        requestId: 'r',
      },
    });
    await view.user.click(dialog.getByRole('button', { name: 'Run again: Check' }));
    expect(
      await screen.findByText(
        'Failed to start the step. Please try again. The uploaded file was rejected and removed. Upload it again.',
      ),
    ).toBeInTheDocument();
  });

  it('lets moderators see the steps but not run them', async () => {
    const dialog = await openSteps(
      open(steps({ upload: done, probe: done, convert: done, ready: done }), { role: 'moderator' }),
    );
    expect(dialog.queryByRole('button', { name: /^Run / })).toBeNull();
    expect(dialog.queryByText(/run as one job/)).toBeNull();
  });

  it('reports a failed request and retries it', async () => {
    const view = open([]);
    view.api.on(STEPS, {
      status: 404,
      body: { code: 'content_not_found', title: 'Content not found', status: 404, requestId: 'r' },
    });
    await view.user.click(await screen.findByRole('button', { name: 'Processing steps of Viper' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Processing steps' }));
    const again = await dialog.findByRole('button', { name: 'Try again' });
    view.api.on(STEPS, answer(steps({ upload: done })));
    await view.user.click(again);
    expect(await dialog.findByText('Upload')).toBeVisible();
  });
});

describe('an unfinished deletion', () => {
  const deleting = (left: ('renditions' | 'posters')[], tries: number) =>
    contentView({ removal: { requested_at: at(0), tries, left, failed_at: tries > 0 ? at(60) : null } });

  it('shows what is left, hides all other actions, and can be retried', async () => {
    const view = open([], { items: [deleting(['renditions', 'posters'], 2)] });
    expect(await screen.findByText('Deleting…')).toBeVisible();
    expect(
      screen.getByText(
        'Listeners can no longer see this item. Still to be deleted: converted files, posters. ' +
          '2 attempts so far. Deletion is retried automatically.',
      ),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Edit Viper' })).toBeNull();
    expect(await axeViolations()).toEqual([]);
    view.api.on(`DELETE /api/content/${contentId()}`, { status: 204 });
    await view.user.click(screen.getByRole('button', { name: 'Retry deletion: Viper' }));
    expect(await screen.findByText('Retrying deletion')).toBeInTheDocument();
    expect(screen.getByText('Deleting…')).toBeVisible();
  });

  it('says when nothing was deleted yet and when deletion is delayed', async () => {
    open([], { items: [deleting([], 0), { ...deleting([], 1), id: contentId('2') }], role: 'moderator' });
    expect(
      await screen.findByText('Listeners can no longer see this item. Its files have not been deleted yet.'),
    ).toBeVisible();
    expect(screen.getByText(/Deletion is taking longer than expected\. 1 attempt so far\./)).toBeVisible();
    expect(screen.queryByRole('button', { name: /delet/i })).toBeNull();
  });
});
