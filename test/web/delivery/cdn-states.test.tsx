import { act, screen, waitFor } from '@testing-library/react';
import { cdnOverview, cdnSettings, corsStrategy, outdatedTitles } from '../../support/screens/cdn/cdn-panels.ts';
import { PLAYED_ID } from '../../support/screens/delivery/monitor-fixture.ts';
import * as monitor from './cdn-monitor-page.ts';
import * as tab from './cdn-tab-page.ts';

const { card, cells, data, facts, OVERVIEW, overviewWith, region } = monitor;
const { problem, toast, tool } = tab;

describe('the CDN monitor', () => {
  it('names no last value of a source that never had one', async () => {
    const { figures } = data.overview;
    const since = '1969-12-31T20:00:00.000Z';
    const overview = overviewWith({
      figures: { ...figures, error_rate: { ...figures.error_rate, value: null, n: 0, as_of: null } },
      sources: [{ source: 'cloudwatch', as_of: null, failed_since: since }],
    });
    monitor.open('', monitor.stub().on(OVERVIEW, { body: overview }));
    const notice = 'CloudWatch metrics could not be read since Dec 31, 1969, 20:00 UTC. There are no earlier values.';
    expect(await screen.findByText(notice)).toBeVisible();
    expect(card('Error rate')[1]).toBe('No data yet');
  });

  it('names the sources that cannot be read on the Diagnostics too', async () => {
    const sources = data.overview.sources.map((one) =>
      one.source === 'cloudwatch' ? { ...one, failed_since: one.as_of } : one,
    );
    monitor.open('?tab=diagnostics', monitor.stub().on(OVERVIEW, { body: overviewWith({ sources }) }));
    expect(
      await screen.findByText(/^CloudWatch metrics could not be read since Dec 31, 1969, 23:57 UTC\./),
    ).toBeVisible();
  });

  it('says which rules are not checked', async () => {
    const { figures } = data.overview;
    const since = '1969-12-31T20:00:00.000Z';
    const failing = (...names: readonly string[]) =>
      data.overview.sources.map((one) => (names.includes(one.source) ? { ...one, failed_since: since } : one));
    const overview = overviewWith({
      figures: { ...figures, hit_ratio: { ...figures.hit_ratio, value: null, n: 3 } },
      sources: failing('cloudwatch'),
    });
    const api = monitor.stub().on(OVERVIEW, { body: overview });
    const { services } = monitor.open('?tab=alerts', api);
    const rules = await screen.findByRole('table', { name: 'Rules' });
    const states = () => cells(rules).map((row) => row.at(-1));
    expect(states()).toEqual([
      'Open since Dec 31, 1969, 23:50 UTC. Not checked since Dec 31, 1969, 20:00 UTC',
      'No data yet',
      'No open alert',
      // Probes measure it too.
      'No open alert',
    ]);
    api.on(OVERVIEW, { body: { ...overview, sources: failing('cloudwatch', 'probe'), open_alerts: [] } });
    await act(() => services.queries.refetchQueries({ queryKey: ['delivery-monitor.get-overview'] }));
    const unchecked = 'Not checked since Dec 31, 1969, 20:00 UTC';
    await waitFor(() => expect(states()).toEqual([unchecked, 'No data yet', unchecked, unchecked]));
  });

  it('says that nothing interrupted plays, and that there was no picture', async () => {
    const { quality } = data;
    const site = { ...quality.site, stall_ratio: 0, stall_ms: null, definition: null };
    monitor.open(
      '?tab=diagnostics',
      monitor.stub().on('GET /api/admin/playback-quality', { body: { ...quality, site } }),
    );
    const part = await region('Playback quality');
    await part.findByRole('table', { name: 'By device' });
    expect(facts(part)).toMatchObject({
      'Waiting for data': '0 %',
      'Length of an interruption': 'None',
      'Playback by height': 'No picture',
    });
  });

  it('shows only what was delivered before plays were counted', async () => {
    const api = monitor
      .stub()
      .on('GET /api/admin/playback-quality', { body: { ...data.quality, as_of: null } })
      .on(monitor.TITLE, { body: { ...data.titlePlays, as_of: null } });
    monitor.open(`?tab=diagnostics&title=${PLAYED_ID}`, api);
    const part = await region('Playback quality');
    await waitFor(() => expect(part.getAllByText(/, No data yet$/)).toHaveLength(2));
    expect(part.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Cache hit ratio',
      'Time to the first byte',
      'Failed requests',
      'Ended by the viewer',
      'Delivered',
    ]);
    expect(part.queryAllByRole('table')).toEqual([]);
  });

  it('moves the focus to the title that is chosen, and back', async () => {
    const { user } = monitor.open();
    await user.click(await screen.findByRole('link', { name: 'Playback quality of Aurora Rising' }));
    const heading = () => screen.findByRole('heading', { name: /^Quality of/, level: 4 });
    await waitFor(async () => expect(await heading()).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Choose another title' }));
    expect(screen.getByRole('heading', { name: 'By title' })).toHaveFocus();
    await user.click(await screen.findByRole('button', { name: 'Viper' }));
    await waitFor(async () => expect(await heading()).toHaveFocus());
  });
});

describe('CDN Management', () => {
  const enterprise = tool('setup-cloudfront-enterprise');
  const existing = tool('setup-cdn-for-existing');
  const found = { success: true, distributionId: 'E2ABCDEF', domainName: 'd111.cloudfront.net' };
  const noBucket = 'This stage has no bucket of that name.';

  const sendBucket = async (api: ReturnType<typeof tab.stub>) => {
    const view = await tab.open('CloudFront Setup', api.on(enterprise, problem(409, 'invalid_state', noBucket)));
    const { user, panel, press } = view;
    await user.type(panel.getByLabelText('Bucket name'), 'soundstage-medai');
    await user.type(panel.getByLabelText('AWS Region'), 'us-east-2');
    await press('Set up enterprise CloudFront');
    return view;
  };

  it('rejects a wrong bucket at the form, and repairs nothing', async () => {
    const { panel, bodies } = await sendBucket(tab.stub().on(existing, { body: found }));
    expect(await panel.findByRole('alert')).toHaveTextContent(noBucket);
    expect(panel.getByLabelText('Bucket name')).toBeInvalid();
    expect(screen.queryByText('CDN Setup Failed')).toBeNull();
    expect(bodies(tool('intelligent-cors-manager'))).toEqual([]);
  });

  it('falls back when a bucket is rejected because the distribution is missing', async () => {
    const api = tab
      .stub()
      .on(existing, problem(409, 'invalid_state', 'The distribution does not exist.'))
      .on(tool('intelligent-cors-manager'), { body: corsStrategy });
    const { panel } = await sendBucket(api);
    await toast('CDN Setup Failed', /^The distribution does not exist\. Delivery strategy: CORS\./);
    expect(panel.getByLabelText('Bucket name')).toBeValid();
  });

  it('applies no strategy while CloudFront works', async () => {
    const api = tab
      .stub()
      .on(existing, problem(503, 'unavailable', 'This is temporarily unavailable.'))
      .on(tool('intelligent-cors-manager'), {
        body: {
          ...corsStrategy,
          strategy: 'cloudfront',
          capabilities: { cloudFront: true, cors: true, singlePut: null },
        },
      });
    const { press, bodies } = await tab.open('CloudFront Setup', api);
    await press('Set up CDN for existing titles');
    await toast('CDN Setup Failed', 'This is temporarily unavailable.');
    const asked = bodies(tool('intelligent-cors-manager')) as { readonly operation: string }[];
    expect(asked.map(({ operation }) => operation)).toEqual(['check']);
  });

  it('counts what a migration leaves of the checked titles only, while there are more', async () => {
    const api = tab
      .stub()
      .on('GET /api/admin/outdated-media', { body: { items: outdatedTitles(3), next_cursor: 'next' } })
      .on(tool('migrate-to-permanent-cdn'), { body: { success: true, migrated: 3, skipped: [], remaining: [] } });
    const { panel, press } = await tab.open('Migrate to Permanent CDN', api);
    await press('Migrate the next 3 titles');
    expect(await panel.findByRole('status')).toHaveTextContent(
      'Started: 3. Skipped: 0. Remaining of the titles checked so far: 0.',
    );
  });

  describe('while it is open', () => {
    beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
    afterEach(() => jest.useRealTimers());

    it('finds a distribution that is enabled later', async () => {
      const api = tab.stub().on('GET /api/admin/cdn-settings', { body: { settings: null } });
      const { panel } = await tab.open('CDN Propagation Status', api);
      expect(await panel.findByText(/^No active CDN settings/)).toBeVisible();
      api.on('GET /api/admin/cdn-settings', { body: cdnSettings });
      await act(() => jest.advanceTimersByTimeAsync(30_000));
      expect(await panel.findByRole('progressbar', { name: 'Propagation' })).toBeVisible();
    });

    it('keeps the error of a first load until it is asked for again', async () => {
      const failing = problem(400, 'validation_failed');
      const api = tab.stub().on('GET /api/admin/delivery/overview', failing).on(tool('check-cdn-status'), failing);
      const { panel, user } = await tab.open('AI CDN Management', api);
      const alerts = await waitFor(() => {
        const shown = screen.getAllByRole('alert');
        expect(shown).toHaveLength(2);
        return shown;
      });
      await act(() => jest.advanceTimersByTimeAsync(65_000));
      expect(screen.getAllByRole('alert')).toEqual(alerts);
      for (const alert of alerts) expect(alert).toBeInTheDocument();
      api.on('GET /api/admin/delivery/overview', { body: cdnOverview() });
      await user.click(panel.getByRole('button', { name: 'Try again' }));
      expect(await panel.findByText('81.74 of 100')).toBeVisible();
    });
  });
});
