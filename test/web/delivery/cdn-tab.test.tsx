import { act, screen, waitFor, within } from '@testing-library/react';
import {
  cdnAdvice,
  cdnOverview,
  corsStrategy,
  deniedRepair,
  nothingRepaired,
  outdatedTitles,
  propagating,
  s3Diagnosis,
  testedConnections,
} from '../../support/screens/cdn/cdn-panels.ts';
import { axeViolations } from '../support/axe.ts';
import { factsIn, open, problem, stub, toast, tool } from './cdn-tab-page.ts';

describe('the CDN Management tab', () => {
  it('shows every panel, without axe violations, and no list of content', async () => {
    await open('CDN Propagation Status');
    for (const name of [
      'CloudFront Setup',
      'S3 CORS Configuration',
      'AWS and S3 Test Tools',
      'Title Tools',
      'AI CDN Management',
      'Migrate to Permanent CDN',
    ])
      expect(screen.getByRole('region', { name })).toBeVisible();
    await screen.findByText('81.74 of 100');
    expect(screen.queryByRole('search', { name: 'Search and filter content' })).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });
});

describe('S3 CORS', () => {
  it('is unchecked until the rules were compared, and says what was done', async () => {
    const { api, panel, press, bodies } = await open('S3 CORS Configuration');
    expect(panel.getByText('Unchecked')).toBeVisible();
    api.on(tool('configure-s3-cors-v2'), { body: { ...nothingRepaired, configurationUpdated: true } });
    await press('Configure CORS');
    expect(await panel.findByText(/^Settings that differed were put back/)).toBeVisible();
    expect(panel.getByText('Configured')).toBeVisible();
    expect(bodies(tool('configure-s3-cors-v2'))).toEqual([{ action: 'configure' }]);
    api.on(tool('configure-s3-cors-v2'), { body: nothingRepaired });
    await press('Configure CORS');
    expect(await panel.findByText(/Nothing was changed\.$/)).toBeVisible();
  });

  it('shows the manual configuration when the server says so', async () => {
    const { panel, press } = await open(
      'S3 CORS Configuration',
      stub().on(tool('configure-s3-cors-v2'), { body: deniedRepair }),
    );
    await press('Configure CORS');
    await toast('CORS Configuration Failed', /^CORS must be configured manually/);
    expect(panel.getByText('Error')).toBeVisible();
    const steps = within(panel.getByRole('list', { name: 'Steps of the manual configuration' }));
    expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(deniedRepair.instructions);
    expect(panel.getByRole('link', { name: 'Open the AWS console' })).toHaveAttribute('href', deniedRepair.consoleUrl);
  });

  it('chooses a strategy for an upload, and fails with the one that cannot be used', async () => {
    const api = stub().on(tool('intelligent-cors-manager'), {
      body: { ...corsStrategy, capabilities: { cloudFront: true, cors: true, singlePut: false } },
    });
    const { user, panel, press, bodies } = await open('S3 CORS Configuration', api);
    await user.selectOptions(panel.getByLabelText('Operation'), 'Upload');
    await user.type(panel.getByLabelText('File size in MB'), '200');
    await press('Check strategy');
    await panel.findByText('One request can upload the file');
    expect(factsIn(panel)).toMatchObject({ 'Chosen strategy': 'CORS', 'One request can upload the file': 'No' });
    api.on(tool('intelligent-cors-manager'), {
      body: { ...corsStrategy, success: false, strategy: 'cloudfront' },
    });
    await user.selectOptions(panel.getByLabelText('Operation'), 'Playback');
    await user.selectOptions(panel.getByLabelText('Strategy'), 'CloudFront');
    await press('Apply strategy');
    await toast('CORS Configuration Failed', /^This strategy cannot be used now\. The distribution is disabled/);
    expect(bodies(tool('intelligent-cors-manager'))).toEqual([
      { operation: 'check', operationType: 'upload', fileSize: 200 * 1024 ** 2 },
      { operation: 'configure', operationType: 'playback', forceStrategy: 'cloudfront' },
    ]);
  });
});

describe('CloudFront setup', () => {
  const found = { success: true, distributionId: 'E2ABCDEF', domainName: 'd111.cloudfront.net' };

  it('shows the active settings, and finds the distribution', async () => {
    const api = stub()
      .on(tool('setup-cdn-for-existing'), { body: found })
      .on(tool('setup-cloudfront-enterprise'), { body: found });
    const { user, panel, press, bodies } = await open('CloudFront Setup', api);
    await panel.findByText('d111.cloudfront.net');
    expect(factsIn(panel)).toEqual({ Distribution: 'E2ABCDEF', Domain: 'd111.cloudfront.net', Status: 'Active' });
    await press('Set up CDN for existing titles');
    expect(await panel.findByText(/^The distribution delivers every title/)).toBeVisible();
    await press('Set up enterprise CloudFront');
    expect(panel.getByRole('alert')).toHaveTextContent('Enter a bucket name and an AWS Region.');
    await user.type(panel.getByLabelText('Bucket name'), 'soundstage-media');
    await user.type(panel.getByLabelText('AWS Region'), 'us-east-2');
    await press('Set up enterprise CloudFront');
    await waitFor(() =>
      expect(bodies(tool('setup-cloudfront-enterprise'))).toEqual([
        { bucketName: 'soundstage-media', region: 'us-east-2' },
      ]),
    );
    expect(panel.queryByRole('alert')).toBeNull();
  });

  it('falls back to the CORS strategy when CloudFront fails', async () => {
    const api = stub()
      .on('GET /api/admin/cdn-settings', { body: { settings: null } })
      .on(tool('setup-cdn-for-existing'), problem(409, 'invalid_state', 'The distribution does not exist.'))
      .on(tool('intelligent-cors-manager'), { body: corsStrategy });
    const { panel, press } = await open('CloudFront Setup', api);
    expect(await panel.findByText(/^No active CDN settings/)).toBeVisible();
    await press('Set up CDN for existing titles');
    await toast('CDN Setup Failed', /^The distribution does not exist\. Delivery strategy: CORS\./);
    expect(panel.getByText(/^Delivery strategy: CORS\. The distribution is disabled/)).toBeVisible();
    api.on(tool('intelligent-cors-manager'), { body: { ...corsStrategy, ...deniedRepair } });
    await press('Set up CDN for existing titles');
    await toast('CORS Configuration Failed');
    expect(panel.getByRole('list', { name: 'Steps of the manual configuration' })).toBeVisible();
  });
});

describe('the test tools', () => {
  it('test the connections and diagnose the buckets', async () => {
    const api = stub()
      .on(tool('test-aws-connection'), { body: testedConnections })
      .on(tool('diagnose-s3-access'), { body: s3Diagnosis });
    const { panel, press } = await open('AWS and S3 Test Tools', api);
    await press('Test AWS connection');
    await toast('AWS Test Failed', 'No response from: CloudFront distribution');
    const connections = within(panel.getByRole('table', { name: /^Connections, tested Feb 14, 2030/ }));
    expect(connections.getByRole('row', { name: 'Database table Responds 12 ms' })).toBeVisible();
    expect(connections.getByRole('row', { name: 'CloudFront distribution TimeoutError 10,000 ms' })).toBeVisible();
    await press('Diagnose S3 access');
    const buckets = within(await panel.findByRole('table', { name: /^S3 access, checked Feb 14, 2030/ }));
    expect(buckets.getByRole('row', { name: /^Uploads ?soundstage-uploads Different As declared As declared No$/ }));
    expect(buckets.getByRole('row', { name: /^Media .* Unknown$/ })).toBeVisible();
    expect(panel.getByRole('list', { name: 'Recommendations' })).toHaveTextContent(/Configure CORS\.$/);
    expect(await axeViolations()).toEqual([]);
  });

  it('close the buckets after a confirmation', async () => {
    const api = stub().on(tool('fix-s3-public-access'), { body: deniedRepair });
    const { user, panel, press, bodies } = await open('AWS and S3 Test Tools', api);
    await press('Fix public access');
    const question = within(await screen.findByRole('alertdialog', { name: 'Block public access again?' }));
    expect(bodies(tool('fix-s3-public-access'))).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Fix public access' }));
    expect(await panel.findByText('Manual configuration required')).toBeVisible();
    expect(bodies(tool('fix-s3-public-access'))).toEqual([{ action: 'fix' }]);
  });
});

describe('the propagation status', () => {
  it('is asked for every 30 seconds, and keeps the last state when that fails', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const { api, panel, bodies } = await open('CDN Propagation Status');
      expect(await panel.findByRole('progressbar', { name: 'Propagation' })).toHaveAttribute('value', '40');
      expect(panel.getByText('Propagating')).toBeVisible();
      expect(factsIn(panel)).toMatchObject({
        Elapsed: '1 minute',
        'Remaining, about': '12 minutes',
        'Open invalidations': '2',
        'Expected duration': expect.stringMatching(/^20 minutes: .*\(measured: 1\)$/) as string,
        'State of': expect.stringMatching(/^Feb 14, 2030/) as string,
      });
      expect(bodies(tool('check-cdn-status'))).toEqual([{ distributionId: 'E2ABCDEF' }]);
      const { distribution } = propagating;
      api.on(tool('check-cdn-status'), {
        body: {
          success: false,
          distribution: { ...distribution, isComplete: true, progressPercentage: 100, status: 'Deployed' },
        },
      });
      await act(() => jest.advanceTimersByTimeAsync(29_000));
      expect(panel.queryByText('Deployed')).toBeNull();
      await act(() => jest.advanceTimersByTimeAsync(1_000));
      expect(await panel.findByText('Deployed')).toBeVisible();
      expect(panel.getByText(/^This is the last known state, of Feb 14, 2030/)).toBeVisible();
      expect(panel.queryByText('Elapsed')).toBeNull();
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('AI CDN Management', () => {
  it('shows the score with its parts, the phases with their checks, and what the optimizer finds', async () => {
    const api = stub().on(tool('ai-cdn-optimizer'), { body: cdnAdvice });
    const { panel, press, bodies } = await open('AI CDN Management', api);
    expect(await panel.findByText('81.74 of 100')).toBeVisible();
    expect(panel.getByText('Good')).toBeVisible();
    const parts = within(panel.getByRole('table', { name: 'Parts of the health score' }));
    expect(
      parts.getByRole('row', { name: /^Cache hits ?Hit ratio × 30 24\.61 of 30 82\.0 % of 1,234 requests: Share/ }),
    );
    expect(
      parts.getByRole('row', { name: /12\.5 of 25 2 of 40 published titles, counted Feb 14, 2030/ }),
    ).toBeVisible();
    const phases = within(panel.getByRole('list', { name: 'Phases of the CDN' }));
    expect(phases.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Phase 0: Enterprise Metrics',
      'Phase 1: Measure',
      'Phase 2: Cache',
      'Phase 3: Optimize',
      'Phase 4: Automate',
    ]);
    expect(phases.getByRole('progressbar', { name: 'Progress of phase 1' })).toHaveAttribute('value', '50');
    expect(phases.getByRole('list', { name: 'Checks of phase 1' })).toHaveTextContent(
      'The probe through the distribution succeeds MetLogs of the distribution arrive Not met',
    );
    await press('Find optimizations');
    const found = within(await panel.findByRole('list', { name: /^Optimizations, found/ }));
    expect(found.getByRole('heading', { name: 'Raise the hit ratio' })).toBeVisible();
    expect(found.getByText('62.5 %')).toBeVisible();
    expect(found.getByText('$0.0021 a month, 5,250 requests a month')).toBeVisible();
    expect(found.getByText('12.5 points of the health score')).toBeVisible();
    expect(panel.getByRole('list', { name: 'Rules that were not checked' })).toHaveTextContent(
      'Choose another price class',
    );
    expect(panel.getByText('Changed since this screen was loaded: requests')).toBeVisible();
    expect(bodies(tool('ai-cdn-optimizer'))).toEqual([
      {
        analytics: {
          totalRequests: 1234,
          cacheHitRatio: 0.8204,
          averageResponseTime: 55,
          bandwidthUsage: 5_000_000,
          errorRate: 0.015,
          contentWithoutCDN: 2,
          temporaryUrlsActive: 0,
          lastOptimization: null,
        },
        phases: [0, 1, 2, 3, 4],
      },
    ]);
    expect(await axeViolations()).toEqual([]);
  });

  it('says what it has no data for, and which source cannot be read', async () => {
    const overview = cdnOverview();
    const [first, ...rest] = overview.health.parts;
    const { hit_ratio: ratio } = overview.figures;
    const since = '2030-02-14T11:00:00.000Z';
    const { panel } = await open(
      'AI CDN Management',
      stub().on('GET /api/admin/delivery/overview', {
        body: {
          ...overview,
          figures: { ...overview.figures, hit_ratio: { ...ratio, value: null, n: 7 } },
          health: { healthScore: null, label: null, parts: [{ ...first, points: null, value: null }, ...rest] },
          sources: [{ source: 'cloudwatch', as_of: since, failed_since: since }],
          media: null,
          checked_at: null,
        },
      }),
    );
    expect(await panel.findByText('No data yet: 7 of at least 50 requests')).toBeVisible();
    expect(panel.getAllByText('No data yet').length).toBeGreaterThan(1);
    expect(panel.getByText(/^CloudWatch cannot be read since Feb 14, 2030/)).toBeVisible();
    expect(panel.getByText('The delivery has not been checked yet.')).toBeVisible();
  });
});

describe('the migration', () => {
  it('converts ten titles a run, and continues with what a run leaves', async () => {
    const titles = outdatedTitles(13);
    const ids = titles.map(({ id }) => id);
    let run = 0;
    const api = stub()
      .on('GET /api/admin/outdated-media', { body: { items: titles, next_cursor: null } })
      .on(tool('migrate-to-permanent-cdn'), () => {
        run += 1;
        return {
          body:
            run === 1
              ? {
                  success: true,
                  migrated: 10,
                  skipped: [{ contentId: ids[0], reason: 'busy' }],
                  remaining: ids.slice(11),
                }
              : { success: true, migrated: 2, skipped: [], remaining: [] },
        };
      });
    const { panel, press, bodies } = await open('Migrate to Permanent CDN', api);
    await press('Migrate the next 10 titles');
    expect(await panel.findByText('Started: 10. Skipped: 1. Remaining: 2.')).toBeVisible();
    const list = within(panel.getByRole('list', { name: 'Titles with outdated media' }));
    expect(list.getByText('Is being converted, or waits for review')).toBeVisible();
    expect(list.getAllByText('Waiting')).toHaveLength(2);
    await press('Migrate the next 2 titles');
    expect(await panel.findByText('Started: 2. Skipped: 0. Remaining: 0.')).toBeVisible();
    expect(bodies(tool('migrate-to-permanent-cdn'))).toEqual([{ contentIds: ids }, { contentIds: ids.slice(11) }]);
    expect(panel.queryByRole('button', { name: /^Migrate/ })).toBeNull();
  });

  it('looks further while pages are empty', async () => {
    const api = stub().on('GET /api/admin/outdated-media', ({ url }) => ({
      body: url.includes('cursor=next')
        ? { items: outdatedTitles(1), next_cursor: null }
        : { items: [], next_cursor: 'next' },
    }));
    const { panel, press } = await open('Migrate to Permanent CDN', api);
    expect(await panel.findByText('No outdated media found so far')).toBeVisible();
    await press('Check more titles');
    expect(await panel.findByRole('button', { name: 'Migrate the next title' })).toBeVisible();
  });
});
