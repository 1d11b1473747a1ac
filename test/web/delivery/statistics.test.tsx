import { act, screen, waitFor, within } from '@testing-library/react';
import { ageOf, formatBytes, isBehind } from '../../../web/src/features/delivery/statistics/rules.ts';
import type { TitlePlays } from '../../../lambdas/contract/delivery/plays.ts';
import {
  COUNTED_AT,
  fewPlays,
  playTotals,
  streams,
  titlePlays,
} from '../../support/screens/delivery/play-statistics.ts';
import { platformStats } from '../../support/screens/platform-stats.ts';
import { someAnalysis } from '../support/analysis-view.ts';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { captureFiles } from './capture-files.ts';
import { contentView } from '../support/content-view.ts';
import { renderApp } from '../support/render-app.tsx';

const { id } = contentView();
const PLAYS = `GET /api/content/${id}/plays`;
const problem = (status: number, code: string) => ({ status, body: { code, title: code, status, requestId: 'r1' } });

const stub = (plays: TitlePlays = titlePlays(id)): ApiStub =>
  createApiStub().on(PLAYS, { body: plays }).on(`GET /api/content/${id}/analysis`, { body: someAnalysis() });

const openTitle = (api = stub()) =>
  renderApp(`/admin/content/${id}/statistics`, { signedIn: true, me: { role: 'admin' }, api });

const cells = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const figures = async () =>
  within(await screen.findByRole('list', { name: 'Totals of the period' }))
    .getAllByRole('listitem')
    .map((item) => [...item.children].slice(0, 3).map(({ textContent }) => textContent));

describe('the statistics of a title', () => {
  it('state the period, and how many plays each number comes from', async () => {
    openTitle();
    expect(await screen.findByRole('heading', { level: 1, name: 'Statistics of Viper' })).toBeVisible();
    expect(
      screen.getByText(/^Jan 18, 2030 to Feb 14, 2030, whole days in UTC\. The last day is today\. Plays are counted/),
    ).toBeVisible();
    expect(await figures()).toEqual([
      ['Plays', '120', 'All plays'],
      ['Measured plays', '40', 'Of 120 plays'],
      ['Hours played', '12.35', 'From 40 measured plays'],
      ['Finish rate', '50%', 'From 38 starts'],
      ['Left before the start', '5%', 'From 40 measured plays'],
      ['Hours delivered', '31.5', 'By the logs of the CDN'],
    ]);
    expect(screen.getByText(/^Measured plays that reached 95 % of the title/)).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('show plots with the same numbers as tables', async () => {
    const { user } = openTitle();
    const trend = await region('Plays and hours by day');
    expect(trend.getByRole('img', { name: 'Plays: 120 in the period, at most 27 in a day' })).toBeVisible();
    expect(trend.getByRole('img', { name: 'Hours: 12.35 in the period, at most 1.25 in a day' })).toBeVisible();
    await user.click(trend.getByText('Show days as a table'));
    const days = cells(trend.getByRole('table'));
    expect(days).toHaveLength(28);
    expect(days.slice(0, 2)).toEqual([
      ['Jan 18, 2030', '0', '6', '6', '1.25', '50%', '$0.0069'],
      ['Jan 19, 2030', '1', '1', '1', '–', '–', '–'],
    ]);
    const retention = await region('Retention');
    const summary = 'at 0% of the title 120%, at 25% of the title 87.5%, at 50% of the title 75%';
    expect(retention.getByRole('img', { name: new RegExp(`^Played for each start: ${summary}`) })).toBeVisible();
    await user.click(retention.getByText('Show retention as a table'));
    expect(cells(retention.getByRole('table'))[99]).toEqual(['99 to 100%', '50.5%']);
    expect(cells((await region('Devices')).getByRole('table'))).toEqual([
      ['Phone', '30', '78.9%', '10'],
      ['Others, with fewer than 5 starts each', '8', '21.1%', '2.35'],
    ]);
    expect(cells((await region('Countries')).getByRole('table'))[0]).toEqual(['Germany', '20', '62.5%', '8']);
    expect(cells((await region('Months')).getByRole('table'))).toEqual([
      ['January 2030', '2,480', '900', '880', '201.5', '48%', '$2.70'],
    ]);
    expect((await region('Playback quality')).getByText('0.85 s (half of them), 2.3 s (95% of them)')).toBeVisible();
  });

  it('say what the title costs', async () => {
    openTitle();
    const costs = await region('Costs');
    expect(costs.getByText('$0.0694: 800 MB in 3,000 requests')).toBeVisible();
    expect(await costs.findByRole('link', { name: 'Analysis and costs of this title' })).toHaveAttribute(
      'href',
      `/admin/analysis/${id}`,
    );
  });

  it('say how well the CDN delivers the title', async () => {
    openTitle();
    const delivery = await region('Delivery');
    expect(
      delivery.getByText(/^Requests that the CDN answered with an error, .* can request any address\.$/),
    ).toBeVisible();
    expect(cells(delivery.getByRole('table')).map(([, value]) => value)).toEqual([
      '92.5%',
      '0.04 s (half of them), 0.31 s (95% of them)',
      '12 (4xx) and 3 (5xx) of 3,000 requests',
      '12 of 3,000 requests',
    ]);
  });

  it('state no ratio of a few requests', async () => {
    const sent = { requests: 30, bytes: 1024, hours: 0, client_errors: 0, server_errors: 2, cost_usd: 0 };
    openTitle(stub(titlePlays(id, { delivered: { ...sent, aborted: 1, hit_ratio: null, response_ms: null } })));
    const delivery = await region('Delivery');
    expect(cells(delivery.getByRole('table')).map(([, value]) => value)).toEqual([
      'Too few: it needs 50 requests',
      'Too few: it needs 50 requests',
      '0 (4xx) and 2 (5xx) of 30 requests',
      '1 of 30 requests',
    ]);
  });

  it('say what costs are not loaded, and load them again', async () => {
    const failing = stub().on(`GET /api/content/${id}/analysis`, problem(400, 'validation_failed'));
    const { user } = openTitle(failing);
    const costs = await region('Costs');
    const others = costs.getByText('Conversion, analysis and storage');
    expect(await costs.findByRole('alert')).toHaveTextContent('These costs could not be loaded.');
    failing.on(`GET /api/content/${id}/analysis`, { body: someAnalysis() });
    await user.click(costs.getByRole('button', { name: 'Try again' }));
    expect(await costs.findByText('Analysis so far')).toBeVisible();
    expect(others).not.toBeInTheDocument();
  });

  it('show no number of plays before they were counted', async () => {
    openTitle(stub(titlePlays(id, { as_of: null })));
    expect(await screen.findByText('No data yet')).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Totals of the period' })).toBeNull();
    expect(screen.getAllByRole('table')).toEqual([(await region('Delivery')).getByRole('table')]);
    expect((await region('Costs')).getByText('$0.0694: 800 MB in 3,000 requests')).toBeVisible();
  });

  it.each([
    [0, 'No data yet'],
    [3, 'Too few: 3 of at least 5'],
  ])('show no share and no curve of %s measured plays', async (measured, reason) => {
    const numbers = fewPlays(measured);
    const none = { numbers, retention: null, devices: null, countries: null, delivered: null, days: [], months: [] };
    openTitle(stub(titlePlays(id, none)));
    const values = ['9', String(measured), reason, reason, reason, 'No data yet'];
    expect((await figures()).map(([, value]) => value)).toEqual(values);
    for (const name of ['Retention', 'Devices', 'Countries']) {
      const part = await region(name);
      expect(part.getByText(reason)).toBeVisible();
      expect(part.queryByRole('table')).toBeNull();
    }
    expect((await region('Costs')).getByText(/^No data yet: no log/)).toBeVisible();
    expect((await region('Months')).getByText('No month with plays has ended yet.')).toBeVisible();
  });

  it('are those of the chosen period', async () => {
    const { api, user } = openTitle();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Period' }), 'Last 7 days');
    await waitFor(() =>
      expect(api.requests.map(({ url }) => url)).toEqual(
        expect.arrayContaining([`/api/content/${id}/plays?days=28`, `/api/content/${id}/plays?days=7`]),
      ),
    );
  });

  it('are exported as CSV', async () => {
    const { blobs, names } = captureFiles();
    const api = stub().on(`GET /api/content/${id}/plays-export`, {
      body: { file_name: 'plays-viper.csv', csv: 'unit,period_utc\r\n' },
    });
    const { user } = openTitle(api);
    await user.click(await screen.findByRole('button', { name: 'Export retention, devices and countries as CSV' }));
    expect(await screen.findByText(`Saved as plays-details-${id}.csv`)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Export days and months as CSV' }));
    expect(await screen.findByText('Saved as plays-viper.csv')).toBeVisible();
    expect(names).toEqual([`plays-details-${id}.csv`, 'plays-viper.csv']);
    const [details, periods] = await Promise.all(blobs.map((blob) => blob.text()));
    expect(periods).toMatch(/^\ufeff?unit,period_utc\r\n$/);
    const lines = details?.split('\r\n') ?? [];
    expect(lines[0]).toContain('"kind","name","starts","hours","played_per_start"');
    expect(lines).toContain(`"${id}","2030-01-18","2030-02-14","38","retention","100","","","0.505"`);
    expect(lines).toContain(`"${id}","2030-01-18","2030-02-14","38","country","DE","20","8",""`);

    api.on(`GET /api/content/${id}/plays-export`, problem(400, 'validation_failed'));
    await user.click(screen.getByRole('button', { name: 'Export days and months as CSV' }));
    expect(await screen.findByText('Failed to export the statistics. Please try again.')).toBeVisible();
    expect(names).toHaveLength(2);
  });

  it('say that the title was deleted, that they failed to load, or that they are old', async () => {
    const failing = stub().on(PLAYS, problem(400, 'validation_failed'));
    const { user, services } = openTitle(failing);
    expect(await screen.findByText('Failed to load the statistics. Please try again.')).toBeVisible();
    failing.on(PLAYS, { body: titlePlays(id) });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await figures()).toHaveLength(6);
    failing.on(PLAYS, problem(400, 'validation_failed'));
    await act(() => services.queries.refetchQueries({ queryKey: ['plays.get-title'] }));
    expect(await screen.findByText('The newest numbers could not be loaded. These are the last ones.')).toBeVisible();
    expect(await figures()).toHaveLength(6);
    failing.on(PLAYS, problem(404, 'content_not_found'));
    await act(() => services.queries.refetchQueries({ queryKey: ['plays.get-title'] }));
    expect(await screen.findByText('This title no longer exists, or it does not belong to you.')).toBeVisible();
  });

  it('are one button away from the title', async () => {
    const api = stub().on('GET /api/admin/content', { body: { items: [contentView()], next_cursor: null } });
    api.on('GET /api/admin/uploads', { body: { items: [], next_cursor: null } });
    const { user, path } = renderApp('/admin/content', { signedIn: true, me: { role: 'admin' }, api });
    await user.click(await screen.findByRole('button', { name: 'Open the statistics of Viper' }));
    expect(path()).toBe(`/admin/content/${id}/statistics`);
  });

  it('are there for its owner', async () => {
    const api = stub().on('GET /api/own-titles', {
      body: {
        items: [
          {
            content_id: id,
            title: 'Viper',
            content_type: 'music',
            status: 'published',
            verdict: 'clear',
            decision: null,
          },
        ],
        next_cursor: null,
      },
    });
    api.on('GET /api/own-creators', { body: { items: [] } });
    const { user, path } = renderApp('/my-titles', { signedIn: true, api });
    await user.click(await screen.findByRole('link', { name: 'Statistics of Viper' }));
    expect(path()).toBe(`/my-titles/${id}/statistics`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Statistics of Viper' })).toBeVisible();
    expect((await region('Costs')).queryByRole('link')).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });
});

describe('the plays of all titles', () => {
  const dashboard = (totals = playTotals(id), now = streams()) =>
    stub()
      .on('GET /api/admin/stats', { body: platformStats })
      .on('GET /api/admin/content', { body: { items: [], next_cursor: null } })
      .on('GET /api/admin/plays', { body: totals })
      .on('GET /api/admin/streams', { body: now });
  const openDashboard = (api = dashboard()) =>
    renderApp('/admin/dashboard', { signedIn: true, me: { role: 'admin' }, api });

  it('are on the dashboard, with the change of the whole days before today', async () => {
    openDashboard();
    const current = await region('Plays started in the last 24 hours');
    expect(await current.findByRole('img', { name: 'Plays: 276 in total, at most 23 in an hour' })).toBeVisible();
    const listed = await figures();
    expect(listed.slice(0, 3)).toEqual([
      [
        'Plays',
        '120',
        '+20%: 120 plays from Jan 17, 2030 to Feb 13, 2030, compared with 100 plays from Dec 20, 2029 to Jan 16, 2030',
      ],
      ['Hours played', '12.35', 'From 40 measured plays'],
      ['Finish rate', '50%', 'From 38 starts'],
    ]);
    expect(listed[3]?.slice(0, 2)).toEqual(['Cost of delivery this month', '$0.27']);
    expect(
      within(await screen.findByRole('table', { name: 'Most played titles today' })).getByRole('link', {
        name: 'Viper',
      }),
    ).toHaveAttribute('href', `/admin/content/${id}/statistics`);
    expect(await axeViolations()).toEqual([]);
  });

  it('are not compared with a few, and say where there are none yet', async () => {
    const change = {
      last: { from: '2030-02-12', to: '2030-02-13', plays: 30 },
      before: { from: '2030-02-10', to: '2030-02-11', plays: 1 },
    };
    openDashboard(dashboard(playTotals(id, { change, top: [], delivered_month: null })));
    expect((await figures()).map(([, value, basis]) => [value, basis])).toEqual([
      ['120', 'Too few to compare: 1 play from Feb 10, 2030 to Feb 11, 2030'],
      ['12.35', 'From 40 measured plays'],
      ['50%', 'From 38 starts'],
      ['No data yet', 'The whole site since the first of the month (UTC), summed up once a day'],
    ]);
    expect(screen.getByText('No data yet: no title has been played today.')).toBeVisible();
  });

  it('are not compared with days that are no longer kept', async () => {
    openDashboard(dashboard(playTotals(id, { change: null })));
    expect((await figures())[0]).toEqual(['Plays', '120', 'Not compared: earlier days are no longer kept']);
  });

  it('show no number before they were counted', async () => {
    openDashboard(dashboard(playTotals(id, { as_of: null }), streams({ as_of: null })));
    expect(await screen.findByText(/No plays have been counted yet\.$/)).toBeVisible();
    const plays = await region('Plays');
    expect(await plays.findAllByText('No data yet')).toHaveLength(2);
    expect(plays.queryAllByRole('list')).toEqual([]);
    expect(plays.queryAllByRole('table')).toEqual([]);
  });

  it('state the time from which each hour is', async () => {
    openDashboard(dashboard(playTotals(id), streams({ hours: [{ from: '2030-02-13T15:55:00.000Z', plays: 3 }] })));
    const current = await region('Plays started in the last 24 hours');
    const table = await current.findByRole('table', { hidden: true });
    expect(within(table).getByRole('rowheader', { hidden: true })).toHaveTextContent(/:55 [AP]M/);
  });

  it('become older, and are behind, while the screen is open', async () => {
    const counted = new Date(-29 * 60_000).toISOString();
    const { clock } = openDashboard(dashboard(playTotals(id, { as_of: counted }), streams({ as_of: counted })));
    await screen.findByRole('list', { name: 'Totals of the period' });
    expect(screen.getAllByText(/\(29 minutes ago\)/)).toHaveLength(2);
    expect(screen.queryByText(/^Counting is behind\./)).toBeNull();
    act(() => clock.advance(2 * 60_000));
    expect(screen.getAllByText(/\(31 minutes ago\)/)).toHaveLength(2);
    expect(screen.getByText(/^Counting is behind\./)).toBeVisible();
  });

  it('say that they failed to load until they are asked for again', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const failing = problem(400, 'validation_failed');
      const api = dashboard().on('GET /api/admin/plays', failing).on('GET /api/admin/streams', failing);
      openDashboard(api);
      const alerts = await waitFor(() => {
        const shown = screen.getAllByRole('alert');
        expect(shown).toHaveLength(2);
        return shown;
      });
      const calls = () => api.requests.filter(({ url }) => /admin\/(plays|streams)/.test(url)).length;
      const before = calls();
      await act(() => jest.advanceTimersByTimeAsync(130_000));
      expect(calls()).toBe(before);
      expect(screen.getAllByRole('alert')).toEqual(alerts);
    } finally {
      jest.useRealTimers();
    }
  });
});

it('says how old numbers are', () => {
  const at = (minutes: number) => Date.parse(COUNTED_AT) + minutes * 60_000;
  expect([0, 7, 119, 120, 47 * 60, 48 * 60].map((minutes) => ageOf(COUNTED_AT, at(minutes)))).toEqual([
    '0 minutes ago',
    '7 minutes ago',
    '119 minutes ago',
    '2 hours ago',
    '47 hours ago',
    '2 days ago',
  ]);
  expect([30, 31].map((minutes) => isBehind(COUNTED_AT, at(minutes)))).toEqual([false, true]);
  expect([0, 1023, 1024, 1536 * 1024 ** 2].map(formatBytes)).toEqual(['0 bytes', '1,023 bytes', '1 KB', '1.5 GB']);
});
