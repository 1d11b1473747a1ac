import { act, screen, waitFor, within } from '@testing-library/react';
import type { CdnOverview } from '../../../lambdas/contract/delivery/monitor.ts';
import { cdnHealth, PLAYED_ID } from '../../support/screens/delivery/monitor-fixture.ts';
import { axeViolations } from '../support/axe.ts';
import {
  ALERTS,
  card,
  cells,
  data,
  facts,
  HEALTH,
  HOURS,
  open,
  OVERVIEW,
  overviewWith,
  problem,
  region,
  sent,
  STATUS,
  stub,
  TITLE,
} from './cdn-monitor-page.ts';

describe('the overview', () => {
  it('shows the score with its parts, and figures with definition, window, count, source and age', async () => {
    open();
    const score = await region('Health score');
    expect(score.getByText('88.66 of 100')).toHaveTextContent('Good');
    expect(cells(score.getByRole('table'))).toEqual([
      ['Cache hit ratio', '96 %', '28.8 of 30'],
      ['Error rate', '0.56 %', '24.86 of 25'],
      ['Published titles without media', '0', '25 of 25'],
      ['Published titles with outdated media', '2', '10 of 20'],
    ]);
    expect(
      score.getByText(/^Published titles: 40, .* ended on Dec 31, 1969, 22:00 UTC \(2 hours old\)\.$/),
    ).toBeVisible();
    expect(card('Cache hit ratio')).toEqual([
      'Cache hit ratio',
      '96 %',
      '(Hit + RefreshHit) / (Hit + RefreshHit + Miss) of what can be cached, without errors',
      'Dec 30, 22:00 UTC to Dec 31, 22:00 UTC',
      'From 9,000 requests',
      'CloudFront logs, 2 hours old',
    ]);
    expect(card('Delivered')[1]).toBe('5.0 GB');
    expect(card('Response time of the probes')[4]).toBe('From 3 probes');
    expect(card('Bandwidth').slice(1)).toEqual([
      'No data yet',
      'BytesDownloaded / seconds of the window',
      'Dec 31, 00:00 UTC to Dec 31, 23:57 UTC',
      '12 of at least 50 requests',
      'CloudWatch metrics, 3 minutes old',
    ]);
    expect(screen.getByText('The delivery was last checked on Dec 31, 1969, 23:57 UTC (3 minutes old).')).toBeVisible();
    expect(screen.getByText(/^1 alert is open\./)).toBeVisible();
    await screen.findByRole('link', { name: 'Playback quality of Aurora Rising' });
    expect(await axeViolations()).toEqual([]);
  });

  it('shows every hour as bars and as a table, for the chosen period', async () => {
    const { user, api, path } = open();
    const plots = await region('By hour');
    expect(
      await plots.findByRole('img', { name: 'Requests: 27,500 in total, at most 2,300 in an hour' }),
    ).toBeVisible();
    expect(plots.getByRole('img', { name: 'Errors (4xx and 5xx): 275 in total, at most 23 in an hour' })).toBeVisible();
    expect(plots.getByRole('img', { name: 'Cache hit ratio: 94.85 % to 94.85 %' })).toBeVisible();
    expect(plots.getByRole('img', { name: 'Response time, 95 % of the requests: 202 ms to 223 ms' })).toBeVisible();
    await user.click(plots.getByText('Show as a table'));
    const rows = cells(plots.getByRole('table'));
    expect(rows).toHaveLength(data.hours.items.length);
    expect(rows.at(-1)).toEqual(['Dec 31, 22:00 UTC', '200', '2.0 MB', '2', '0', '–', '32 ms', '202 ms']);
    await user.selectOptions(plots.getByLabelText('Period'), 'Last 7 days');
    await waitFor(() => expect(sent(api, HOURS).at(-1)?.url).toBe('/api/admin/delivery/hours?hours=168'));
    expect(path()).toBe('/admin/cdn-monitor?hours=168');
  });

  it('says that there is no data yet, instead of zero', async () => {
    const figures = Object.fromEntries(
      Object.entries(data.overview.figures).map(([name, figure]) => [
        name,
        { ...figure, value: null, n: 0, from: null, to: null, as_of: null },
      ]),
    ) as unknown as CdnOverview['figures'];
    const health = {
      healthScore: null,
      label: null,
      parts: cdnHealth().parts.map((part) => ({ ...part, points: null, value: null })),
    };
    const api = stub()
      .on(OVERVIEW, { body: overviewWith({ figures, health, media: null, checked_at: null, open_alerts: [] }) })
      .on(HOURS, { body: { ...data.hours, items: [] } })
      .on('GET /api/admin/plays', { body: { ...data.totals, as_of: null, top: [] } });
    open('', api);
    const score = await region('Health score');
    expect(score.getAllByText('No data yet')).toHaveLength(9);
    expect(score.getByText('There is no score before every part has a value.')).toBeVisible();
    expect(card('Requests').slice(1)).toEqual(['No data yet', 'Sum of Requests', 'CloudWatch metrics: no values yet']);
    expect(
      screen.getByText('The delivery has not been checked yet. The first check takes up to five minutes.'),
    ).toBeVisible();
    expect(await screen.findByText('No data yet: there are no logs of this period.')).toBeVisible();
    expect(await (await region('Most played titles today')).findByText('No data yet')).toBeVisible();
  });

  it('keeps the last values of a source that cannot be read, with their age', async () => {
    const sources = data.overview.sources.map((one) =>
      one.source === 'cloudwatch' ? { ...one, failed_since: one.as_of } : one,
    );
    open('', stub().on(OVERVIEW, { body: overviewWith({ sources }) }));
    const notice = await screen.findByText(/^CloudWatch metrics could not be read since Dec 31, 1969, 23:57 UTC\./);
    expect(notice).toBeVisible();
    expect(card('Error rate')[1]).toBe('0.56 % Last value');
    expect(card('Cache hit ratio')[1]).toBe('96 %');
  });

  it('is refreshed every ten seconds while the page is visible, and keeps its numbers when that fails', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const visibility = jest.spyOn(document, 'visibilityState', 'get');
    try {
      const { api, clock } = open();
      await region('Health score');
      const calls = () => sent(api, OVERVIEW).length;
      expect(calls()).toBe(1);
      await act(() => jest.advanceTimersByTimeAsync(10_100));
      expect(calls()).toBe(2);
      visibility.mockReturnValue('hidden');
      await act(() => jest.advanceTimersByTimeAsync(30_000));
      expect(calls()).toBe(2);
      visibility.mockReturnValue('visible');
      api.on(OVERVIEW, problem(404, 'not_found'));
      await act(() => jest.advanceTimersByTimeAsync(10_100));
      expect(calls()).toBeGreaterThan(2);
      act(() => clock.advance(2 * 60_000));
      expect(screen.getByText(/^The numbers could not be updated\./)).toBeVisible();
      expect(card('Cache hit ratio')[1]).toBe('96 %');
      expect(card('Error rate').at(-1)).toBe('CloudWatch metrics, 5 minutes old');
    } finally {
      visibility.mockRestore();
      jest.useRealTimers();
    }
  });
});

describe('the alerts', () => {
  it('shows the rules with thresholds, and each alert with its outcome', async () => {
    const api = stub().on(ALERTS, ({ url }) => ({
      body: url.includes('cursor=')
        ? { items: data.alerts.slice(1), next_cursor: null }
        : { items: data.alerts.slice(0, 1), next_cursor: 'next' },
    }));
    const { user } = open('?tab=alerts', api);
    const rules = await screen.findByRole('table', { name: 'Rules' });
    expect(cells(rules).map(([name, condition, severity, , now]) => [name, condition, severity, now])).toEqual([
      ['Error rate', 'above 5 %', 'Critical', 'Open since Dec 31, 1969, 23:50 UTC'],
      ['Cache hit ratio', 'below 80 %', 'High', 'No open alert'],
      ['Response time', 'above 1,000 ms', 'Medium', 'No open alert'],
      ['Availability', 'below 99.9 %', 'Critical', 'No open alert'],
    ]);
    await user.click(await screen.findByRole('button', { name: 'Older alerts' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Older alerts' })).toBeNull());
    const list = within(screen.getByRole('list', { name: 'Delivery alerts' })).getAllByRole('listitem');
    expect(list.map((item) => [...item.children].map(({ textContent }) => textContent))).toEqual([
      [
        'Error rateCriticalOpen',
        '7.25 % was measured; the rule raises an alert above 5 %.',
        'Raised on Dec 31, 1969, 23:50 UTC (10 minutes old)',
        'Not resolved yet',
        'From 480 requests, Dec 31, 23:45 UTC to Dec 31, 23:50 UTC, CloudWatch metrics',
      ],
      [
        'Response timeMediumResolved',
        '1,200 ms was measured; the rule raises an alert above 1,000 ms.',
        'Raised on Dec 31, 1969, 19:00 UTC (5 hours old)',
        'Resolved on Dec 31, 1969, 20:00 UTC, when 412 ms was measured',
        'From 3 probes, Dec 31, 23:45 UTC to Dec 31, 23:50 UTC, Probes of the heartbeat file',
      ],
    ]);
    expect(await axeViolations()).toEqual([]);
  });
});

describe('the diagnostics', () => {
  it('shows how far a change is, and asks again when the button is pressed', async () => {
    const { user, api } = open('?tab=diagnostics');
    const status = await region('CDN status');
    expect(await status.findByText('Propagating')).toBeVisible();
    expect(facts(status)).toEqual({
      Domain: 'd111111abcdef8.cloudfront.net',
      Progress: '40 %',
      Elapsed: '6 minutes',
      Remaining: 'about 9 minutes',
      'Open invalidations': '1',
      'Usual duration': '15 minutes (an assumption: 1 measured so far)',
      Asked: 'Jan 1, 1970, 00:00 UTC (less than a minute old)',
    });
    expect(sent(api, STATUS).map(({ body }) => body)).toEqual([{ distributionId: 'E0000000000001' }]);
    const { distribution } = data.status;
    const done = { ...distribution, isComplete: true, progressPercentage: 100, status: 'Deployed', measured: 3 };
    api.on(STATUS, { body: { success: false, distribution: done } });
    await user.click(status.getByRole('button', { name: 'Check now' }));
    expect(await status.findByText('Deployed')).toBeVisible();
    expect(status.getByText('CloudFront cannot be asked now. This is the last known state.')).toBeVisible();
    expect(facts(status)).toMatchObject({ 'Usual duration': '15 minutes (median of 3 measured)' });
    expect(status.queryByRole('progressbar')).toBeNull();
  });

  it('says that the stage has no distribution', async () => {
    const api = stub().on('GET /api/admin/cdn-settings', { body: { settings: null } });
    open('?tab=diagnostics', api);
    const status = await region('CDN status');
    expect(await status.findByText('The distribution of this stage is disabled or does not exist.')).toBeVisible();
    expect(sent(api, STATUS)).toEqual([]);
  });

  it('computes the health score when asked, and says when that fails', async () => {
    const api = stub().on(HEALTH, problem(500, 'internal_error'));
    const { user } = open('?tab=diagnostics', api);
    const check = await region('Health check');
    await user.click(check.getByRole('button', { name: 'Run health check' }));
    expect(await check.findByRole('alert')).toHaveTextContent('The health check failed. Please try again.');
    api.on(HEALTH, { body: cdnHealth() });
    await user.click(check.getByRole('button', { name: 'Run health check' }));
    expect(await check.findByText('88.66 of 100')).toBeVisible();
    expect(check.getByRole('status')).toHaveTextContent('Requested on Jan 1, 1970, 00:00 UTC.');
    expect(check.queryByRole('alert')).toBeNull();
  });

  it('shows the streams of the last hour and day, and how well titles play', async () => {
    const { user, api } = open('?tab=diagnostics');
    const streams = await region('Streams');
    expect(await streams.findByText('Both end on Dec 31, 1969, 23:55 UTC (5 minutes old).')).toBeVisible();
    expect(facts(streams)).toEqual({ 'Last hour': '23', 'Last 24 hours': '276' });
    expect(streams.getByRole('img', { name: 'Plays by hour: 276 in total, at most 23 in an hour' })).toBeVisible();
    const quality = await region('Playback quality');
    expect(cells(await quality.findByRole('table', { name: 'By device' }))).toEqual([
      ['Desktop', '800', '412 ms (half), 1,930 ms (95 %)', '0.42 %', '1.25 %', '2.5 %', '1.5'],
      ['Phone', '3', '–', '–', '–', '–', '–'],
      ['Tablet', '3', '–', '–', '–', '–', '–'],
      ['TV', '3', '–', '–', '–', '–', '–'],
    ]);
    expect(cells(quality.getByRole('table', { name: 'By country' }))[0]?.[0]).toBe('Germany');
    expect(facts(quality)).toMatchObject({
      Plays: '1,200',
      'Player gave up at least once': '1.25 %',
      'First failures by reason': '8 × network, 2 × decoding',
      'Playback by height': '480p: 25 %, 1080p: 75 %',
      Finished: '61 %',
    });
    await user.selectOptions(quality.getByLabelText('Days'), 'Today');
    await waitFor(() => expect(sent(api, 'GET /api/admin/playback-quality').at(-1)?.url).toContain('days=1'));
    expect(await axeViolations()).toEqual([]);
  });

  it('shows the quality of the title that was chosen, which the address names', async () => {
    const { user, path, api } = open('?tab=diagnostics');
    await user.click(await screen.findByRole('button', { name: 'Viper' }));
    const part = await region('By title');
    expect(await part.findByText('Quality of Aurora Rising')).toBeVisible();
    expect(path()).toBe(`/admin/cdn-monitor?tab=diagnostics&title=${PLAYED_ID}`);
    expect(facts(part)).toMatchObject({ 'Measured plays': '3', 'Waiting for data': 'No data yet' });
    expect(facts(part)).toMatchObject({
      'Cache hit ratio': '70.4 %',
      'Time to the first byte': '42 ms (half), 380 ms (95 %)',
      'Failed requests': '9 (4xx) and 1 (5xx) of 4,800 requests',
      'Ended by the viewer': '31 of 4,800 requests',
      Delivered: '3.0 GB',
    });
    expect(
      part.getByText(/^Requests that the CDN answered with an error, .* can request any address\.$/),
    ).toBeVisible();
    expect(cells(part.getByRole('table', { name: 'By device' }))).toEqual([
      ['Phone', '40', '12.25'],
      ['Other', '4', '1'],
    ]);
    expect(cells(part.getByRole('table', { name: 'By country' }))).toEqual([['France', '44', '13.25']]);
    api.on(TITLE, { body: { ...data.titlePlays, delivered: null } });
    await user.selectOptions(screen.getByLabelText('Days'), 'Today');
    await waitFor(() => expect(part.queryByText('70.4 %')).toBeNull());
    api.on(TITLE, problem(404, 'content_not_found'));
    await user.selectOptions(screen.getByLabelText('Days'), 'Last 7 days');
    expect(await part.findByText('The title does not exist or was deleted.')).toBeVisible();
    await user.click(part.getByRole('button', { name: 'Choose another title' }));
    expect(await part.findByRole('list', { name: 'Titles to choose from' })).toBeVisible();
  });
});
