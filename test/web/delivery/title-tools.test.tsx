import { screen, waitFor, within } from '@testing-library/react';
import type { ContentView } from '../../../lambdas/contract/content/content-shapes.ts';
import type * as LoadEngine from '../../../web/src/features/player/engine/load-engine.ts';
import type { EngineEvents } from '../../../web/src/features/player/engine/media-engine.ts';
import { CDN_AT, cdnOverview, cdnSettings, corsStrategy, propagating } from '../../support/screens/cdn/cdn-panels.ts';
import { createApiStub, type StubAnswer } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentId, contentView } from '../support/content-view.ts';
import { renderApp } from '../support/render-app.tsx';

// hls.js needs a browser.
jest.mock('../../../web/src/features/player/engine/load-engine.ts', () => {
  const real = jest.requireActual<typeof LoadEngine>('../../../web/src/features/player/engine/load-engine.ts');
  return { ...real, loadMediaEngine: async (events: EngineEvents) => real.createFileEngine(events) };
});

const SETUP = 'POST /api/functions/setup-cloudfront';
const STRATEGY = 'POST /api/functions/intelligent-cors-manager';
const RESET = 'POST /api/functions/reset-cdn';
const FALLBACK = 'POST /api/functions/cdn-fallback';
const problem = (status: number, code: string, detail: string): StubAnswer => ({
  status,
  body: { code, title: code, status, detail, requestId: 'r1' },
});
const found = {
  success: true,
  distributionId: 'E2ABCDEF',
  domainName: 'd111.cloudfront.net',
  checked: true,
  problem: null,
};

/** Opens an address while the server has a title, which a test can change. */
const open = (address: string, parts: Partial<ContentView> = {}) => {
  const server = { content: contentView({ cdn_distribution_id: 'E2ABCDEF', ...parts }) };
  const api = createApiStub()
    .on('GET /api/admin/content', () => ({ body: { items: [server.content], next_cursor: null } }))
    .on('GET /api/admin/search/content', () => ({ body: { items: [server.content], next_cursor: null } }))
    .on(`GET /api/content/${contentId()}`, () => ({ body: server.content }))
    .on('GET /api/admin/cdn-settings', { body: cdnSettings })
    .on('POST /api/functions/check-cdn-status', { body: propagating })
    .on('GET /api/admin/delivery/overview', { body: cdnOverview() })
    .on('GET /api/admin/outdated-media', { body: { items: [], next_cursor: null } });
  const view = renderApp(address, { signedIn: true, me: { role: 'admin' }, api });
  const bodies = (route: string) =>
    api.requests.filter(({ method, url }) => `${method} ${url}` === route).map(({ body }) => body);
  return { ...view, api, server, bodies };
};

/** Opens the tools of the title. */
const openTools = async (parts: Partial<ContentView> = {}) => {
  const view = open('/admin/content?tab=cdn', parts);
  const panel = within(await screen.findByRole('region', { name: 'Title Tools' }));
  await view.user.click(await panel.findByRole('button', { name: 'Viper' }));
  await panel.findByRole('region', { name: 'CDN Fields' });
  const part = (name: string) => within(panel.getByRole('region', { name }));
  const press = async (name: string, where = panel) => view.user.click(where.getByRole('button', { name }));
  return { ...view, panel, part, press };
};

describe('the tools for a title', () => {
  it('find it, run its CDN setup, and show what was recorded', async () => {
    const { api, server, panel, part, press, bodies } = await openTools();
    const fields = part('CDN Fields');
    expect(fields.getAllByText('Unchecked')).toHaveLength(2);
    expect(fields.getByText('E2ABCDEF')).toBeVisible();
    api.on(SETUP, () => {
      const { metadata } = server.content;
      const check = { outcome: 'configured', problem: null, checked_at: CDN_AT } as const;
      server.content = { ...server.content, metadata: { ...metadata, cdn_check: check } };
      return { body: found };
    });
    await press('Run CDN setup');
    expect(await screen.findByText('CDN setup complete')).toBeVisible();
    expect(await fields.findByText(/^Configured, Feb 14, 2030/)).toBeVisible();
    expect(bodies(SETUP)).toEqual([{ contentId: contentId() }]);
    expect(await axeViolations()).toEqual([]);
    await press('Choose another title');
    expect(await panel.findByRole('list', { name: 'Titles to choose from' })).toBeVisible();
    expect(panel.getByRole('heading', { name: 'Title Tools' })).toHaveFocus();
  });

  it('have the focus once the title is chosen', async () => {
    const { panel } = await openTools();
    expect(panel.getByRole('heading', { name: 'Viper' })).toHaveFocus();
  });

  it('reset the three CDN fields after a confirmation', async () => {
    const { user, api, server, part, press, bodies } = await openTools();
    const confirm = async () => {
      await press('Reset CDN fields');
      const question = within(await screen.findByRole('alertdialog', { name: 'Reset the CDN fields?' }));
      await user.click(question.getByRole('button', { name: 'Reset' }));
    };
    api.on(RESET, problem(409, 'invalid_state', 'The distribution does not exist.'));
    await confirm();
    expect(await screen.findByText('Reset Failed')).toBeVisible();
    expect(screen.getByText('The distribution does not exist.')).toBeVisible();
    api.on(RESET, () => {
      const empty = { cdn_distribution_id: null, cdn_video_url: null, permanent_video_url: null };
      server.content = { ...server.content, ...empty };
      return { body: { success: true, reset: 1 } };
    });
    await confirm();
    expect(await screen.findByText('CDN fields reset')).toBeVisible();
    expect(await part('CDN Fields').findAllByText('Empty')).toHaveLength(3);
    expect(part('CDN Fields').getByRole('button', { name: 'Reset CDN fields' })).toBeDisabled();
    expect(bodies(RESET).at(-1)).toEqual({ contentIds: [contentId()] });
  });

  it('apply the fallback, and show what the fields were', async () => {
    const { api, server, part, press } = await openTools({ cdn_video_url: null, permanent_video_url: null });
    const url = server.content.converted_video_url ?? '';
    const result = { success: true, url, cdnWorking: false, fallback_applied_at: CDN_AT };
    api.on(FALLBACK, problem(404, 'media_not_available', 'No media file available for this content.'));
    await press('Apply fallback');
    expect(await screen.findByText('Fallback Failed')).toBeVisible();
    expect(screen.getByText('No media file available for this content.')).toBeVisible();
    api.on(FALLBACK, { body: result });
    await press('Apply fallback');
    expect(await screen.findByText('CDN Still Failing')).toBeVisible();
    api.on(FALLBACK, () => {
      server.content = {
        ...server.content,
        cdn_video_url: url,
        permanent_video_url: url,
        metadata: {
          ...server.content.metadata,
          cdn_fallback_applied: true,
          fallback_applied_at: CDN_AT,
          original_cdn_url: null,
          original_permanent_url: null,
          conversion_audit: { conversion_status: 'completed', converted_video_url: url, attempt: 'v1/2' },
        },
      };
      return { body: { ...result, cdnWorking: true } };
    });
    await press('Apply fallback');
    expect(await screen.findByText('CDN fallback applied')).toBeVisible();
    const fix = part('CDN Fallback Fix');
    expect(await fix.findByText(`Completed: ${url} (attempt: v1/2)`)).toBeVisible();
    expect(fix.getAllByText('Empty')).toHaveLength(2);
  });

  it('test the media as a card, and explain the codes', async () => {
    const { api, part, press } = await openTools({ video_url: null });
    api.on('POST /api/functions/get-media-url', problem(404, 'media_not_available', 'No media file available.'));
    const diagnostics = part('Media URL Diagnostics');
    expect(diagnostics.queryByRole('button', { name: 'Test original file' })).toBeNull();
    await press('Test converted media', diagnostics);
    expect(
      await part('Video Playback Test').findByText('Failed to get secure video URL: No media file available.'),
    ).toBeVisible();
    const codes = within(diagnostics.getByRole('list', { name: 'Codes of media errors', hidden: true }));
    expect(codes.getAllByRole('listitem', { hidden: true })).toHaveLength(4);
  });
});

describe('the CORS setup of a row', () => {
  const cloudFrontWorks = {
    ...corsStrategy,
    strategy: 'cloudfront',
    capabilities: { ...corsStrategy.capabilities, cloudFront: true },
  };
  const operations = (bodies: (route: string) => readonly unknown[]) =>
    bodies(STRATEGY).map((body) => (body as { readonly operation: string }).operation);
  const button = (state: string) => screen.findByRole('button', { name: `CORS setup of Viper: ${state}` });
  const check = (outcome: 'configured' | 'error') => ({ outcome, problem: null, checked_at: CDN_AT });

  it.each(['configured', 'error'] as const)('shows that the last one was: %s', async (outcome) => {
    open('/admin/content', { metadata: { contentType: 'music', artist: 'Ada', cdn_check: check(outcome) } });
    expect(await button(outcome)).toBeVisible();
  });

  it('runs, and links to the tools when it fails', async () => {
    const { user, api, path, bodies } = open('/admin/content');
    api
      .on(SETUP, problem(409, 'invalid_state', 'The distribution does not exist.'))
      .on(STRATEGY, { body: corsStrategy });
    await user.click(await button('unchecked'));
    expect(await screen.findByText('CDN Setup Failed')).toBeVisible();
    expect(screen.getByText(/^The distribution does not exist\. Delivery strategy: CORS\./)).toBeVisible();
    api
      .on(SETUP, { body: { ...found, success: false, problem: 'The converted files of this title are missing.' } })
      .on(STRATEGY, { body: cloudFrontWorks });
    await user.click(await button('error'));
    expect(await screen.findByText('The converted files of this title are missing.')).toBeVisible();
    expect(operations(bodies)).toEqual(['check', 'configure', 'check']);
    await user.click(screen.getByRole('link', { name: 'Open CDN Management' }));
    await waitFor(() => expect(path()).toBe('/admin/content?tab=cdn'));
  });

  it('does not blame CloudFront for a title that was deleted', async () => {
    const { user, api, bodies } = open('/admin/content');
    api.on(SETUP, problem(404, 'content_not_found', 'This title was deleted.'));
    await user.click(await button('unchecked'));
    expect(await screen.findByText('This title was deleted.')).toBeVisible();
    expect(operations(bodies)).toEqual([]);
  });

  it('says that there are no media yet', async () => {
    const { user, api, bodies } = open('/admin/content');
    const reason = 'This title has no converted media yet, so there is nothing to check.';
    api.on(SETUP, { body: { ...found, success: false, checked: false, problem: reason } });
    await user.click(await button('unchecked'));
    expect(await screen.findByText('There is no converted media yet')).toBeVisible();
    expect(screen.getByText('Run this setup again once “Viper” is converted.')).toBeVisible();
    expect(await button('unchecked')).toBeVisible();
    expect(operations(bodies)).toEqual([]);
  });

  it('is for administrators only', async () => {
    const pending = contentView({ status: 'pending' });
    const api = createApiStub().on('GET /api/admin/content', { body: { items: [pending], next_cursor: null } });
    renderApp('/admin/content', { signedIn: true, me: { role: 'moderator' }, api });
    await screen.findByRole('button', { name: 'Play Viper' });
    expect(screen.queryByRole('button', { name: /^CORS setup/ })).toBeNull();
    expect(screen.queryByRole('tab', { name: 'CDN Management' })).toBeNull();
  });
});
