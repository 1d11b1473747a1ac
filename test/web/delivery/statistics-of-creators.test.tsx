import { screen, within } from '@testing-library/react';
import { creatorPlays } from '../../support/screens/delivery/play-statistics.ts';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { captureFiles } from './capture-files.ts';
import { contentView } from '../support/content-view.ts';
import { renderApp } from '../support/render-app.tsx';

const ID = 'crt_01HZX3V5Q8W9T2M4N6P7R8S0A2';
const PLAYS = `GET /api/creators/${ID}/plays`;
const OWN = 'GET /api/own-creators';
const HEADING = 'Statistics of all titles of Meadow';
const problem = (status: number, code: string) => ({ status, body: { code, title: code, status, requestId: 'r1' } });

const stub = (): ApiStub =>
  createApiStub()
    .on(PLAYS, { body: creatorPlays(ID) })
    .on('GET /api/own-titles', { body: { items: [], next_cursor: null } })
    .on(OWN, { body: { items: [{ id: ID, name: 'Meadow' }] } });

const region = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the statistics of a creator', () => {
  it('are one link away from the titles of their owner', async () => {
    const { user, path } = renderApp('/my-titles', { signedIn: true, api: stub() });
    await user.click(await screen.findByRole('link', { name: HEADING }));
    expect(path()).toBe(`/my-titles/creators/${ID}`);
    expect(await screen.findByRole('heading', { level: 1, name: HEADING })).toBeVisible();
    expect(screen.getByText(/^All titles of the creator together, .* The creator has 12 titles now\.$/)).toBeVisible();
    const figures = within(await screen.findByRole('list', { name: 'Totals of the period' }));
    expect(figures.getByText('120')).toBeVisible();
    expect((await region('Retention')).getByRole('img', { name: /^Played for each start/ })).toBeVisible();
    expect((await region('Costs')).getByText('$0.0694: 800 MB in 3,000 requests')).toBeVisible();
    expect((await region('Delivery')).getByText('92.5%')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to your titles' })).toHaveAttribute('href', '/my-titles');
    expect(await axeViolations()).toEqual([]);
  });

  it('are not offered to a user without a creator', async () => {
    const api = stub().on(OWN, { body: { items: [] } });
    renderApp('/my-titles', { signedIn: true, api });
    expect(await screen.findByRole('heading', { level: 1, name: 'Your Titles' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Statistics of all titles/ })).toBeNull();
  });

  it('are asked for again after an error', async () => {
    const api = stub().on(OWN, problem(400, 'validation_failed'));
    const { user } = renderApp('/my-titles', { signedIn: true, api });
    expect(await screen.findByText('Failed to load your creators. Please try again.')).toBeVisible();
    api.on(OWN, { body: { items: [{ id: ID, name: 'Meadow' }] } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: HEADING })).toBeVisible();
  });

  it('are one button away from the list of creators, and say where other costs are', async () => {
    const creator = {
      id: ID,
      name: 'Meadow',
      plan: 'creator',
      storage_used: 0,
      storage_limit: null,
      content_count: 12,
      user_id: null,
    };
    const api = stub()
      .on('GET /api/admin/content', { body: { items: [contentView()], next_cursor: null } })
      .on('GET /api/admin/uploads', { body: { items: [], next_cursor: null } })
      .on('GET /api/categories', { body: { items: [], next_cursor: null } })
      .on('GET /api/admin/categories', { body: { items: [], next_cursor: null } })
      .on('GET /api/creators', { body: { items: [creator], next_cursor: null } });
    const { user, path } = renderApp('/admin/content', { signedIn: true, me: { role: 'admin' }, api });
    await user.click(await screen.findByRole('button', { name: 'Categories and creators' }));
    await user.click(await screen.findByRole('tab', { name: 'Creators' }));
    await user.click(await screen.findByRole('button', { name: 'Open the statistics of Meadow' }));
    expect(path()).toBe(`/admin/creators/${ID}/statistics`);
    expect(await screen.findByRole('heading', { level: 1, name: HEADING })).toBeVisible();
    expect((await region('Costs')).getByText('See the statistics of each title.')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('are exported as CSV', async () => {
    const { blobs, names } = captureFiles();
    const api = stub().on(`GET /api/creators/${ID}/plays-export`, {
      body: { file_name: 'plays-meadow.csv', csv: 'unit,period_utc\r\n' },
    });
    const { user } = renderApp(`/my-titles/creators/${ID}`, { signedIn: true, api });
    await user.click(await screen.findByRole('button', { name: 'Export retention, devices and countries as CSV' }));
    expect(await screen.findByText(`Saved as plays-details-${ID}.csv`)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Export days and months as CSV' }));
    expect(await screen.findByText('Saved as plays-meadow.csv')).toBeVisible();
    expect(names).toEqual([`plays-details-${ID}.csv`, 'plays-meadow.csv']);
    const lines = ((await blobs[0]?.text()) ?? '').split('\r\n');
    expect(lines[0]).toContain('"creator_id","from_utc"');
    expect(lines).toContain(`"${ID}","2030-01-18","2030-02-14","38","country","DE","20","8",""`);
  });

  it('say that there is no such creator', async () => {
    renderApp(`/my-titles/creators/${ID}`, {
      signedIn: true,
      api: stub().on(PLAYS, problem(404, 'creator_not_found')),
    });
    expect(await screen.findByText('This creator no longer exists, or it does not belong to you.')).toBeVisible();
  });
});
