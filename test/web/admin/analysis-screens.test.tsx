import { act, screen, waitFor, within } from '@testing-library/react';
import type { AnalysisView, BudgetView } from '../../../lambdas/contract/content/analysis.ts';
import { costsCsv } from '../../../web/src/features/analysis/format.ts';
import { ANALYZED_ID as ID, HOSTILE_NAME as HOSTILE, someAnalysis as analysis } from '../support/analysis-view.ts';
import { createApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { renderApp } from '../support/render-app.tsx';

const open = (body: AnalysisView) =>
  renderApp(`/admin/analysis/${ID}`, {
    signedIn: true,
    me: { role: 'admin' },
    api: createApiStub().on(`GET /api/content/${ID}/analysis`, () => ({ body })),
  });
/** A result that may be about an earlier transcript. */
const resultOf = (step: string, stale: boolean) =>
  analysis().results.map((result) => ({ ...result, step, covers: [], stale }))[0]!;
const rowsOf = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('row')
    .map((row) => row.textContent);

describe('the analysis of a title', () => {
  it('shows evidence, topics, sentiment as plot and table, names, sources and costs', async () => {
    const { user } = open(analysis());
    expect(await screen.findByRole('heading', { level: 1, name: 'Analysis: Lotus' })).toBeVisible();
    expect(
      within(screen.getByRole('list', { name: 'Possibly sensitive content' })).getByRole('listitem'),
    ).toHaveTextContent('0:09 Adult (floor risk): Explicit Nudity, score 0.91');
    expect(screen.getByText('Food (score 0.70)')).toBeVisible();
    expect(screen.getByText('Advanced: the picture, too')).toBeVisible();
    expect(screen.getByRole('img', { name: /^Sentiment over time, as a plot/ })).toBeVisible();
    expect(screen.getByText(/^Neighboring segments are rated together, at least 300 characters/)).toBeVisible();
    await user.click(screen.getByText('Show as a table'));
    expect(rowsOf('Sentiment over time').slice(1)).toEqual([
      '0:000:20Positivescore 0.90',
      '0:201:00Negativenot reported',
    ]);
    expect(rowsOf('Where these results come from')[1]).toMatch(
      /^FramesAmazon RekognitionDetectModerationLabels 7.0Scores from 0 to 1, not probabilitiesAdult, Arms/,
    );
    const costs = within(screen.getByRole('region', { name: 'What this title costs' }));
    for (const text of ['$0.46', '$0.0250', '$0.17', '$0.0123', 'Unknown', 'Delivery so far, 12 views (estimate)'])
      expect(costs.getByText(text)).toBeVisible();
    expect(costs.getByText('$0.0345')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('covers what was said until a user asks for it', async () => {
    const [frame] = analysis().evidence;
    const quote = { ...frame!, id: 'text-0', kind: 'text', quote: HOSTILE, label: 'Profanity' } as const;
    const { user } = open(analysis({ evidence: [quote] }));
    const list = within(await screen.findByRole('list', { name: 'Possibly sensitive content' }));
    expect(list.getByRole('listitem')).not.toHaveTextContent(HOSTILE);
    await user.click(list.getByRole('button', { name: 'Show quote: Profanity at 0:09' }));
    expect(list.getByText(HOSTILE)).toBeVisible();
    await user.click(list.getByRole('button', { name: 'Hide quote: Profanity at 0:09' }));
    expect(list.queryByText(HOSTILE)).toBeNull();
  });

  it('shows the percentages of measured probabilities only, and who found what', async () => {
    const [found] = analysis().results;
    const lexicon = { ...found!, step: 'topics', provider: 'lexicon', covers: [] };
    const local = { ...found!, calibrated: true, version: 'local-nsfwjs-4.2.1' };
    open(analysis({ results: [local, lexicon] }));
    expect(await screen.findByText('Food (score 0.70)')).toBeVisible();
    expect(
      within(screen.getByRole('list', { name: 'Possibly sensitive content' })).getByRole('listitem'),
    ).toHaveTextContent('0:09 Adult (floor risk): Explicit Nudity, 91%');
    expect(rowsOf('Seen in the picture')[1]).toMatch(/^Flower88%/);
    const [, first, second] = rowsOf('Where these results come from');
    expect(first).toMatch(/^FramesLocal engine in place of Amazon Rekognition.*Measured probabilities/);
    expect(second).toMatch(/^TopicsWord list.*Scores from 0 to 1, not probabilities/);
  });

  it('says which results are about an earlier transcript, and makes them again for a shown price', async () => {
    const stale = [resultOf('text', true), resultOf('topics', true), resultOf('frames', false)];
    const { user, api } = open(analysis({ results: stale }));
    expect(await screen.findByText(/^These results describe the earlier text: Text, Topics\./)).toBeVisible();
    expect(rowsOf('Where these results come from').map((row) => /changed since/.test(row ?? ''))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(await axeViolations()).toEqual([]);
    expect(api.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    api.on(`POST /api/content/${ID}/steps/text`, { status: 202, body: { content_id: ID, runs: ['text'], steps: [] } });
    await user.click(screen.getByRole('button', { name: 'Run again: Text analysis (about $0.0300)' }));
    expect(await screen.findByText('Step started')).toBeVisible();
    expect(api.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('offers topics alone for free, and nothing when all results are about the current transcript', async () => {
    const { unmount } = open(analysis({ results: [resultOf('text', false), resultOf('topics', true)] }));
    expect(await screen.findByRole('button', { name: 'Run again: Topics (free)' })).toBeVisible();
    unmount();
    open(analysis({ results: [resultOf('text', false), resultOf('topics', false)] }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Analysis: Lotus' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Run again/ })).toBeNull();
  });

  it('shows what a model returned as text only, also in the CSV file', async () => {
    open(analysis());
    expect(await screen.findByText(HOSTILE)).toBeVisible();
    expect(document.querySelector('img[src="x"]')).toBeNull();
    const csv = costsCsv(analysis({ title: '=1+1' })).join('');
    expect(csv).toContain(`"'=1+1"`);
    expect(csv).toContain('"Delivery, each hour watched (estimate)","","hour watched"');
    expect(csv).toContain('"Storage, each month (estimate)","0.0123","month"');
    expect(csv).toContain('"Delivery so far, 12 views (estimate)","0.0345","all views"');
  });

  it('follows the steps', async () => {
    let body = analysis({ results: [] });
    const api = createApiStub().on(`GET /api/content/${ID}/analysis`, () => ({ body }));
    const { clock } = renderApp(`/admin/analysis/${ID}`, { signedIn: true, me: { role: 'admin' }, api });
    expect(await screen.findByText(/^Nothing has been analyzed yet/)).toBeVisible();
    body = analysis();
    // Without a live channel, the screen polls.
    act(() => clock.advance(30_000));
    expect(await screen.findByRole('region', { name: 'Possibly sensitive content' })).toBeVisible();
  });

  it('says that nothing was analyzed yet, and offers a retry when it cannot be loaded', async () => {
    open(analysis({ results: [] }));
    expect(await screen.findByText(/^Nothing has been analyzed yet/)).toBeVisible();
  });

  it('reports a failure', async () => {
    renderApp(`/admin/analysis/${ID}`, {
      signedIn: true,
      me: { role: 'admin' },
      api: createApiStub().on(`GET /api/content/${ID}/analysis`, () => ({
        status: 404,
        body: { code: 'content_not_found', title: 'Not found', status: 404, requestId: 'r' },
      })),
    });
    expect(await screen.findByText('Failed to load the analysis. Please try again.')).toBeVisible();
  });
});

describe('the transcript of a title', () => {
  const TRANSCRIPT = `GET /api/content/${ID}/transcript`;
  const spoken = { ...analysis().metadata, transcription: 'Ask not <b>what</b>' };
  const segments = Array.from({ length: 130 }, (_, index) => ({
    id: `s${String(index).padStart(5, '0')}`,
    start_ms: index * 4000,
    end_ms: index * 4000 + 3000,
    text: index === 0 ? 'Ask not <b>what</b>' : `Segment ${index}`,
  }));
  const answer = {
    transcript: { language: 'en', source: 'script', edited: true, updated_at: '2026-11-20T10:00:00.000Z' },
    segments,
  };
  const openSpoken = (api = createApiStub(), parts: Parameters<typeof analysis>[0] = {}) =>
    renderApp(`/admin/analysis/${ID}`, {
      signedIn: true,
      me: { role: 'admin' },
      api: api.on(`GET /api/content/${ID}/analysis`, () => ({ body: analysis({ metadata: spoken, ...parts }) })),
    });

  it('covers the segments that were flagged until a user asks for them', async () => {
    const [frame] = analysis().evidence;
    if (!frame) throw new Error('No evidence');
    const insult = { ...frame, id: 'text-0-insult', kind: 'text' as const, quote: 'Segment 1', label: 'INSULT' };
    const { user } = openSpoken(createApiStub().on(TRANSCRIPT, { body: answer }), {
      evidence: [frame, { ...insult, from_ms: 4000, to_ms: 8000 }],
    });
    const list = within(await screen.findByRole('list', { name: 'Transcript' }));
    // The segments around it, and those in which only a frame was flagged, are shown.
    expect(
      [0, 1, 2, 3].map((index) => list.queryByText(index === 0 ? /^Ask not/ : `Segment ${index}`) !== null),
    ).toEqual([true, false, true, true]);
    await user.click(list.getByRole('button', { name: 'Show quote: flagged words at 0:04' }));
    expect(list.getByText('Segment 1')).toBeVisible();
  });

  it('is shown by segment, in parts, and plays the title from a segment', async () => {
    const api = createApiStub()
      .on(TRANSCRIPT, { body: answer })
      .on('POST /api/functions/get-media-url', {
        status: 404,
        body: { code: 'content_not_found', title: '', status: 404, requestId: 'r' },
      });
    const { user } = openSpoken(api);
    const list = within(await screen.findByRole('list', { name: 'Transcript' }));
    const section = within(screen.getByRole('region', { name: 'Transcript' }));
    expect(section.getByText('English, from a script, edited')).toBeVisible();
    expect(list.getByText('Ask not <b>what</b>')).toHaveAttribute('lang', 'en');
    expect(document.querySelector('b')).toBeNull();
    expect(list.getAllByRole('listitem')).toHaveLength(100);
    expect(await axeViolations()).toEqual([]);
    await user.click(section.getByRole('button', { name: 'Show 30 more of 30 segments' }));
    expect(list.getAllByRole('listitem')).toHaveLength(130);
    expect(section.queryByRole('button', { name: /^Show/ })).toBeNull();
    await user.click(list.getByRole('button', { name: 'Play from 0:04: speech' }));
    expect(await screen.findByRole('group', { name: 'Player' })).toBeVisible();
  });

  it('offers a retry when it cannot be loaded, and is not asked for when there is none', async () => {
    const failed = { status: 500, body: { code: 'internal', title: '', status: 500, requestId: 'r' } };
    const { user, api, unmount } = openSpoken(createApiStub().on(TRANSCRIPT, failed));
    expect(await screen.findByText('Failed to load the transcript. Please try again.')).toBeVisible();
    api.on(TRANSCRIPT, { body: answer });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('list', { name: 'Transcript' })).toBeVisible();
    unmount();
    const { api: without } = open(analysis());
    expect(await screen.findByRole('region', { name: 'Topics' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Transcript' })).toBeNull();
    expect(without.requests.filter(({ url }) => url.endsWith('/transcript'))).toEqual([]);
  });
});

describe('the evidence of a title', () => {
  it('shows the picture of a finding on request', async () => {
    const { user } = renderApp(`/admin/analysis/${ID}`, {
      signedIn: true,
      me: { role: 'admin' },
      api: createApiStub()
        .on(`GET /api/content/${ID}/analysis`, () => ({ body: analysis() }))
        .on(`GET /api/admin/safety/reviews/${ID}/frames/frame-3-adult`, () => ({ body: { jpeg: 'AAAA' } })),
    });
    const button = await screen.findByRole('button', { name: 'Show picture: Explicit Nudity at 0:09' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await user.click(button);
    const picture = await screen.findByRole('img', { name: 'Frame at 0:09, rated as Explicit Nudity' });
    expect(picture).toHaveAttribute('src', 'data:image/jpeg;base64,AAAA');
    await user.click(button);
    expect(screen.queryByRole('img', { name: /^Frame at/ })).toBeNull();
  });

  it('plays the title from a time, and from a point of the timeline', async () => {
    const asked: string[] = [];
    const { user } = renderApp(`/admin/analysis/${ID}`, {
      signedIn: true,
      me: { role: 'admin' },
      api: createApiStub()
        .on(`GET /api/content/${ID}/analysis`, () => ({ body: analysis() }))
        .on('POST /api/functions/get-media-url', ({ url }) => {
          asked.push(url);
          return { status: 404, body: { code: 'content_not_found', title: '', status: 404, requestId: 'r' } };
        }),
    });
    await user.click(await screen.findByRole('button', { name: 'Play from 0:09: Explicit Nudity' }));
    expect(await screen.findByRole('group', { name: 'Player' })).toBeVisible();
    await waitFor(() => expect(asked).toHaveLength(1));
    const timeline = screen.getByRole('button', { name: /^Play the title/ });
    timeline.getBoundingClientRect = () => ({ left: 100, width: 200 }) as DOMRect;
    await user.pointer({ keys: '[MouseLeft]', target: timeline, coords: { clientX: 200 } });
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(await axeViolations()).toEqual([]);
  });
});

describe('corrections', () => {
  const by = '11111111-2222-4333-8444-555555555555';
  it('are sent by kind and name, and shown with who made them and when', async () => {
    const sent: unknown[] = [];
    const made = {
      kind: 'label',
      name: 'Flower',
      change: 'removed',
      by,
      by_name: 'Mira',
      at: '2026-11-20T10:00:00.000Z',
    };
    const api = createApiStub()
      .on(`GET /api/content/${ID}/analysis`, () => ({ body: analysis() }))
      .on(`PUT /api/content/${ID}/analysis/corrections`, ({ body }) => {
        sent.push(body);
        return { body: analysis({ labels: [], corrections: sent.length === 1 ? [made as never] : [] }) };
      });
    const { user } = renderApp(`/admin/analysis/${ID}`, { signedIn: true, me: { role: 'admin' }, api });
    await user.click(await screen.findByRole('button', { name: 'Flower is incorrect' }));
    const list = within(await screen.findByRole('list', { name: 'Corrections' }));
    expect(list.getByText(/^Label “Flower” removed by Mira, /)).toBeVisible();
    await user.click(list.getByRole('button', { name: 'Undo the correction of Flower' }));
    expect(await screen.findByText('No one has corrected this title yet.')).toBeVisible();
    await user.type(screen.getByLabelText('Label that was missed'), 'Lotus{Enter}');
    await waitFor(() => expect(screen.getByLabelText('Label that was missed')).toHaveValue(''));
    expect(sent).toEqual([
      { kind: 'label', name: 'Flower', change: 'removed' },
      { kind: 'label', name: 'Flower', change: 'none' },
      { kind: 'label', name: 'Lotus', change: 'added' },
    ]);
  });

  it('that are not saved are reported', async () => {
    const api = createApiStub()
      .on(`GET /api/content/${ID}/analysis`, () => ({ body: analysis() }))
      .on(`PUT /api/content/${ID}/analysis/corrections`, () => ({
        status: 409,
        body: { code: 'version_conflict', title: '', status: 409, detail: 'Load again.', requestId: 'r' },
      }));
    const { user } = renderApp(`/admin/analysis/${ID}`, { signedIn: true, me: { role: 'admin' }, api });
    await user.click(await screen.findByRole('button', { name: 'Food is incorrect' }));
    expect(await screen.findByText(/^The correction could not be saved\./)).toBeVisible();
  });
});

describe('the analysis budget', () => {
  it('shows what was spent and skipped in the month, and links to the titles', async () => {
    const body: BudgetView = {
      month: '2026-11',
      limit_title_usd: 1.5,
      limit_month_usd: 50,
      spent_usd: 12.5,
      reserved_usd: 0.02,
      skips: 1,
      items: [
        { content_id: ID, title: 'Lotus', spent_usd: 1.2, reserved_usd: 0, skipped: [] },
        {
          content_id: `${ID.slice(0, -1)}W`,
          title: null,
          spent_usd: 0.03,
          reserved_usd: 0.02,
          skipped: [{ step: 'frames', limit: 'month', usd: 0.02, at: '2026-11-20T10:00:00.000Z' }],
        },
      ],
      next_cursor: null,
    };
    const asked: string[] = [];
    const { user, path } = renderApp('/admin/analysis', {
      signedIn: true,
      me: { role: 'admin' },
      api: createApiStub().on('GET /api/admin/analysis-budget', ({ url }) => {
        asked.push(url);
        return { body };
      }),
    });
    expect(await screen.findByText('$12.50')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Lotus' })).toHaveAttribute('href', `/admin/analysis/${ID}`);
    expect(rowsOf('Titles')[2]).toBe('Deleted title$0.0300$0.0200Frames: $0.0200 over the monthly budget');
    expect(await axeViolations()).toEqual([]);
    const months = screen.getByLabelText<HTMLSelectElement>('Month').options;
    await user.selectOptions(screen.getByLabelText('Month'), months[2]!);
    await waitFor(() => expect(asked.at(-1)).toContain(`month=${months[2]!.value}`));
    expect(path()).toContain(`month=${months[2]!.value}`);
    // The limits of an earlier month are not known.
    await waitFor(() => expect(screen.queryByText('Budget of the month')).toBeNull());
  });
});
