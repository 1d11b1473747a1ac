import { screen, waitFor, within } from '@testing-library/react';
import type { AnalysisOverview, AnalyzedTitle } from '../../../lambdas/contract/content/analyzed-titles.ts';
import { someAnalyzedTitle } from '../../support/rows/analysis-rows.ts';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { renderApp } from '../support/render-app.tsx';

const ID = 'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const HOSTILE = '<img src=x onerror=alert(1)>';

const open = (api: ApiStub, address = '/admin/content?tab=analysis') =>
  renderApp(address, { signedIn: true, me: { role: 'admin' }, api });
const pageOf = (items: readonly AnalyzedTitle[], next_cursor: string | null = null) => ({
  body: { items, next_cursor },
});
const LIST = 'GET /api/admin/analyzed-titles';

describe('the tab AI Indexing', () => {
  it('shows the steps, why one did not complete, what was found and the cost, with a link to the title', async () => {
    const failed = someAnalyzedTitle(ID, {
      title: HOSTILE,
      verdict: 'review',
      steps: [
        { step: 'speech', title: 'Speech', state: 'failed', reason: 'No speech recognizer was found.' },
        { step: 'text', title: 'Text', state: 'skipped', reason: 'It would cost $0.03, over the budget of a title.' },
        { step: 'frames', title: 'Picture analysis', state: 'completed', reason: null },
      ],
    });
    open(createApiStub().on(LIST, () => pageOf([failed])));
    const list = within(await screen.findByRole('list', { name: 'Analyzed titles' }));
    expect(screen.getByRole('tab', { name: 'AI Indexing', selected: true })).toBeVisible();
    expect(list.getByRole('link', { name: HOSTILE })).toHaveAttribute('href', `/admin/analysis/${ID}`);
    for (const text of ['Speech: failed', 'Picture analysis: completed', 'Speech: No speech recognizer was found.'])
      expect(list.getByText(text)).toBeVisible();
    expect(list.getByText('Text: It would cost $0.03, over the budget of a title.')).toBeVisible();
    for (const text of ['Needs review', 'Nature', 'Positive', 'English', '$0.0200'])
      expect(list.getByText(text)).toBeVisible();
    expect(document.querySelector('img[src="x"]')).toBeNull();
    expect(screen.queryByRole('search', { name: 'Search and filter content' })).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('shows the decision of staff in place of the verdict', async () => {
    const approved = someAnalyzedTitle(ID, { verdict: 'review', decision: 'approved' });
    open(createApiStub().on(LIST, () => pageOf([approved])));
    const list = within(await screen.findByRole('list', { name: 'Analyzed titles' }));
    expect(list.getByText('Approved')).toBeVisible();
    expect(list.queryByText('Needs review')).toBeNull();
  });

  it('asks the server for the filters, keeps them in the address, and clears them', async () => {
    const asked: string[] = [];
    const api = createApiStub().on(LIST, ({ url }) => {
      asked.push(url);
      return pageOf(!url.includes('topic=') ? [someAnalyzedTitle(ID)] : []);
    });
    const { user, path } = open(api);
    await screen.findByRole('link', { name: 'Lotus' });
    const filters = within(screen.getByRole('search', { name: 'Filter analyzed titles' }));
    await user.selectOptions(filters.getByLabelText('Topic'), 'Food');
    expect(await screen.findByText('No analyzed titles match your filters')).toBeVisible();
    expect(asked.at(-1)).toContain('topic=food');
    expect(path()).toContain('topic=food');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByRole('link', { name: 'Lotus' })).toBeVisible();
    expect(path()).not.toContain('topic');
  });

  it('filters by every language in which speech is recognized or texts are rated', async () => {
    const asked: string[] = [];
    const api = createApiStub().on(LIST, ({ url }) => {
      asked.push(url);
      return pageOf([someAnalyzedTitle(ID, { language: 'nl' })]);
    });
    const { user } = open(api);
    const languages = await screen.findByLabelText('Language');
    const names = within(languages)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    // The stage of the tests recognizes Dutch, which the text analysis does not rate, and Portuguese, which it does.
    expect(names).toEqual([
      'Any',
      'Arabic',
      'Chinese',
      'Dutch',
      'English',
      'French',
      'German',
      'Hindi',
      'Italian',
      'Japanese',
      'Korean',
      'Portuguese',
      'Spanish',
    ]);
    await user.selectOptions(languages, 'Dutch');
    await waitFor(() => expect(asked.at(-1)).toContain('language=nl'));
  });

  it('reads the next page with the cursor of the one before', async () => {
    const api = createApiStub().on(LIST, ({ url }) =>
      url.includes('cursor=next')
        ? pageOf([someAnalyzedTitle(`${ID.slice(0, -1)}W`, { title: 'Second' })])
        : pageOf([someAnalyzedTitle(ID)], 'next'),
    );
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('link', { name: 'Second' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('runs the analysis of a title again with its price, and shows the steps that run', async () => {
    let ran = 0;
    const api = createApiStub()
      .on(LIST, () => pageOf([someAnalyzedTitle(ID)]))
      .on(`POST /api/content/${ID}/analysis/runs`, () => {
        ran += 1;
        return { status: 202, body: { content_id: ID, steps: ['frames'] } };
      });
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: 'Run again: Lotus, up to $0.0200' }));
    expect(await screen.findByText('Picture analysis: running')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Run again: Lotus/ })).toBeNull();
    expect(await screen.findByText(/Steps whose input is the same cost nothing/)).toBeVisible();
    expect(ran).toBe(1);
  });

  it('says why the analysis was not started, and when the list cannot be loaded', async () => {
    const problem = (detail: string) => ({
      status: 409,
      body: { code: 'invalid_state', title: 'Not now', detail, status: 409, requestId: 'r' },
    });
    const api = createApiStub()
      .on(LIST, () => pageOf([someAnalyzedTitle(ID)]))
      .on(`POST /api/content/${ID}/analysis/runs`, () => problem('A step runs.'));
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: /^Run again: Lotus/ }));
    expect(await screen.findByText(/^The analysis could not be started\./)).toBeVisible();
  });

  it('offers a retry when the list cannot be loaded', async () => {
    let fails = true;
    const api = createApiStub().on(LIST, () =>
      fails ? { status: 404, body: { code: 'not_found', title: '', status: 404, requestId: 'r' } } : pageOf([]),
    );
    const { user } = open(api);
    expect(await screen.findByText('Failed to load the analyzed titles. Please try again.')).toBeVisible();
    fails = false;
    await user.click(screen.getByRole('button', { name: /try again|retry/i }));
    expect(await screen.findByText(/^No title has been analyzed yet/)).toBeVisible();
  });
});

describe('the AI analysis overview', () => {
  it('shows how many of the titles have each kind of result, with samples and definitions', async () => {
    const overview: AnalysisOverview = {
      titles: 4,
      kinds: [
        { kind: 'transcription', titles: 0, samples: [] },
        { kind: 'video_analysis', titles: 3, samples: [{ content_id: ID, title: 'Lotus', text: HOSTILE }] },
        { kind: 'content_analysis', titles: 1, samples: [{ content_id: ID, title: 'Lotus', text: 'food' }] },
        { kind: 'sentiment_analysis', titles: 1, samples: [{ content_id: ID, title: 'Lotus', text: 'MIXED' }] },
      ],
      verdicts: [{ verdict: 'review', titles: 2 }],
      cost_usd: 1.25,
    };
    const api = createApiStub()
      .on(LIST, () => pageOf([]))
      .on('GET /api/admin/analysis-overview', () => ({ body: overview }));
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: 'AI Analysis Overview' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'AI Analysis Overview' }));
    expect(await dialog.findByText('3 of 4')).toBeVisible();
    expect(dialog.getByText('Titles in whose pictures something was recognized')).toBeVisible();
    expect(dialog.getByRole('list', { name: 'Samples: Video analysis' })).toHaveTextContent(`${HOSTILE} Lotus`);
    expect(dialog.getByText('Food')).toBeVisible();
    expect(dialog.getByText('Mixed')).toBeVisible();
    expect(dialog.getByText('None yet')).toBeVisible();
    expect(dialog.getByText('2 of 4')).toBeVisible();
    expect(dialog.getByText('$1.25')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
