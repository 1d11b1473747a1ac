import { screen, waitFor, within } from '@testing-library/react';
import type { BulkJob } from '../../../lambdas/contract/content/bulk.ts';
import type { ContentView } from '../../../lambdas/contract/content/content-shapes.ts';
import { createApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentId, contentView } from '../support/content-view.ts';
import { renderApp } from '../support/render-app.tsx';

const JOB_ID = 'job_01HZX3V5Q8W9T2M4N6P7R8S0A1';
const UNDO_ID = 'job_01HZX3V5Q8W9T2M4N6P7R8S0A2';
const job = (parts: Partial<BulkJob> = {}): BulkJob => ({
  id: JOB_ID,
  kind: 'publish',
  state: 'done',
  total: 2,
  changed: 1,
  same: 0,
  failed: 1,
  undo_of: null,
  undone_by: null,
  can_undo: true,
  created_by: '11111111-2222-4333-8444-555555555555',
  created_at: '2026-03-04T05:06:07.000Z',
  finished_at: '2026-03-04T05:06:09.000Z',
  ...parts,
});
const twoItems = [contentView({ id: contentId('1'), title: 'One' }), contentView({ id: contentId('2'), title: 'Two' })];
const category = { id: 'cat_01HZX3V5Q8W9T2M4N6P7R8S0A1', name: 'Films', slug: 'films' };

const open = (items: readonly ContentView[] = twoItems) => {
  const api = createApiStub()
    .on('GET /api/admin/content', ({ url }) => {
      if (!url.includes('limit=100')) return { body: { items, next_cursor: null } };
      const more = url.includes('cursor=')
        ? [contentView({ id: contentId('4'), title: 'Four' })]
        : [...items, contentView({ id: contentId('3'), title: 'Three' })];
      return { body: { items: more, next_cursor: url.includes('cursor=') ? null : 'next' } };
    })
    .on('GET /api/categories', { body: { items: [category], next_cursor: null } })
    .on('POST /api/admin/bulk/preview', ({ body }) => {
      const { ids } = body as { ids: readonly string[] };
      const items = ids.map((id, index) => ({
        content_id: id,
        title: `Title ${index}`,
        outcome: index === 0 ? 'changed' : 'failed',
        reason: index === 0 ? null : 'The conversion failed.',
      }));
      return { body: { total: ids.length, changed: 1, same: 0, failed: ids.length - 1, items } };
    })
    .on('POST /api/admin/bulk/jobs', {
      status: 202,
      body: job({ state: 'running', changed: 0, failed: 0, can_undo: false, finished_at: null }),
    })
    .on(`GET /api/admin/bulk/jobs/${JOB_ID}`, { body: job() })
    .on(`GET /api/admin/bulk/jobs/${JOB_ID}/items`, {
      body: {
        items: [
          { content_id: contentId('1'), title: 'One', outcome: 'changed', reason: null },
          { content_id: contentId('2'), title: 'Two', outcome: 'failed', reason: 'The conversion failed.' },
        ],
        next_cursor: null,
      },
    })
    .on(`POST /api/admin/bulk/jobs/${JOB_ID}/undo`, {
      status: 202,
      body: job({ id: UNDO_ID, kind: 'undo', undo_of: JOB_ID, can_undo: false }),
    })
    .on(`GET /api/admin/bulk/jobs/${UNDO_ID}`, {
      body: job({ id: UNDO_ID, kind: 'undo', undo_of: JOB_ID, can_undo: false }),
    });
  return renderApp('/admin/content', { signedIn: true, me: { role: 'admin' }, api });
};
const select = async (user: ReturnType<typeof open>['user'], ...titles: readonly string[]) => {
  for (const title of titles) await user.click(await screen.findByRole('checkbox', { name: `Select ${title}` }));
};
const sent = (api: ReturnType<typeof createApiStub>, path: string) =>
  api.requests.filter(({ url }) => url === path).map(({ body }) => body);

it('publishes items: preview with reasons, confirmation, results, undo', async () => {
  const { user, api } = open();
  await select(user, 'One', 'Two');
  const bar = within(screen.getByRole('region', { name: 'Selected items' }));
  expect(bar.getByRole('status')).toHaveTextContent('2 items selected');
  await user.click(bar.getByRole('button', { name: 'Publish' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish items' }));
  expect(await dialog.findByText("1 will be published; 1 can't be published.")).toBeVisible();
  expect(dialog.getByText(/The conversion failed\./)).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  expect(sent(api, '/api/admin/bulk/jobs')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Publish 1 item' }));
  expect(await dialog.findByText('1 published; 1 failed.')).toBeVisible();
  expect(sent(api, '/api/admin/bulk/jobs')).toEqual([
    { action: { kind: 'publish' }, ids: [contentId('1'), contentId('2')] },
  ]);
  await user.click(dialog.getByRole('button', { name: 'Show results' }));
  expect(await within(await dialog.findByRole('list', { name: 'Results' })).findAllByRole('listitem')).toHaveLength(2);
  await user.click(dialog.getByRole('button', { name: 'Undo' }));
  expect(await dialog.findByText('1 restored; 1 failed.')).toBeVisible();
  expect(sent(api, `/api/admin/bulk/jobs/${JOB_ID}/undo`)).toHaveLength(1);
});

it('deletes only after the number is typed', async () => {
  const { user, api } = open();
  await select(user, 'One');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete items' }));
  const apply = await dialog.findByRole('button', { name: 'Delete 1 item' });
  expect(apply).toBeDisabled();
  await user.type(dialog.getByRole('textbox', { name: 'Type 1 to delete 1 item' }), '2');
  expect(dialog.getByText("The number doesn't match.")).toBeVisible();
  await user.clear(dialog.getByRole('textbox'));
  await user.type(dialog.getByRole('textbox'), '1');
  await user.click(apply);
  await waitFor(() =>
    expect(sent(api, '/api/admin/bulk/jobs')).toEqual([
      { action: { kind: 'delete' }, ids: [contentId('1')], confirmed: 1 },
    ]),
  );
});

it('adds tags to the selected items', async () => {
  const { user, api } = open();
  await select(user, 'One');
  await user.click(screen.getByRole('button', { name: 'Edit tags' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit tags' }));
  await user.type(dialog.getByRole('textbox', { name: 'Tags to add' }), 'live, 2026,');
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  await dialog.findByRole('button', { name: 'Update 1 item' });
  expect(sent(api, '/api/admin/bulk/preview')).toEqual([
    { action: { kind: 'tag', add: ['live', '2026'], remove: [] }, ids: [contentId('1')] },
  ]);
});

it('requires valid tags before the preview', async () => {
  const { user, api } = open();
  await select(user, 'One');
  await user.click(screen.getByRole('button', { name: 'Edit tags' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit tags' }));
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  expect(dialog.getByRole('textbox', { name: 'Tags to add' })).toHaveAccessibleDescription(
    /Enter a tag to add or remove\./,
  );
  await user.type(dialog.getByRole('textbox', { name: 'Tags to remove' }), 'x'.repeat(51));
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  expect(dialog.getByRole('textbox', { name: 'Tags to remove' })).toHaveAccessibleDescription(/up to 50 characters/);
  expect(sent(api, '/api/admin/bulk/preview')).toEqual([]);
});

it('retries a failed preview or goes back', async () => {
  const { user, api } = open();
  const notFound = {
    status: 404,
    body: { code: 'category_not_found', title: 'This category does not exist', status: 404, requestId: 'r' },
  };
  await select(user, 'One');
  await user.click(screen.getByRole('button', { name: 'Move to category' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move items' }));
  api.on('POST /api/admin/bulk/preview', notFound);
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  expect(dialog.getByRole('combobox', { name: 'Category' })).toHaveAccessibleDescription(
    'Choose a category or “No category”.',
  );
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Category' }), 'No category');
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  expect(await dialog.findByText('This category does not exist')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(sent(api, '/api/admin/bulk/preview')).toHaveLength(2));
  await user.click(await dialog.findByRole('button', { name: 'Back' }));
  expect(dialog.getByRole('combobox', { name: 'Category' })).toHaveDisplayValue('No category');
  expect(sent(api, '/api/admin/bulk/preview')[0]).toEqual({
    action: { kind: 'move', category_id: null },
    ids: [contentId('1')],
  });
});

it('opens no dialog if the categories fail to load', async () => {
  const { user, api } = open();
  api.on('GET /api/categories', {
    status: 403,
    body: { code: 'forbidden', title: 'Forbidden', status: 403, requestId: 'r' },
  });
  await select(user, 'One');
  await user.click(screen.getByRole('button', { name: 'Move to category' }));
  expect(await screen.findByText('Failed to load categories. Please try again.')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('selects all matching items, page by page', async () => {
  const { user } = open();
  await select(user, 'One');
  await user.click(screen.getByRole('button', { name: 'Select all matching' }));
  expect(await screen.findByText('4 items selected')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(screen.queryByRole('region', { name: 'Selected items' })).toBeNull();
});

it('selects no more items than a job can include', async () => {
  const { user, api } = open();
  api.on('GET /api/admin/content', ({ url }) => {
    const from = Number(/cursor=(\d+)/.exec(url)?.[1] ?? 1);
    const items = url.includes('limit=100')
      ? Array.from({ length: 100 }, (_, index) =>
          contentView({ id: contentId(String(1000 + from * 100 + index)), title: `Many ${from * 100 + index}` }),
        )
      : twoItems;
    return { body: { items, next_cursor: url.includes('limit=100') ? String(from + 1) : null } };
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select One' }));
  await user.click(screen.getByRole('button', { name: 'Select all matching' }));
  expect(await screen.findByText('1000 items selected')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Select Two' }));
  expect(await screen.findByText('A job can include up to 1000 items.')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Select Two' })).not.toBeChecked();
});

it('lists earlier jobs with their results', async () => {
  const { user, api } = open();
  api.on('GET /api/admin/bulk/jobs', { body: { items: [job()], next_cursor: null } });
  await user.click(await screen.findByRole('button', { name: 'Bulk jobs' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Bulk jobs' }));
  expect(await dialog.findByText(/1 published; 1 failed\./)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Show results' }));
  expect(await dialog.findByRole('button', { name: 'Undo' })).toBeVisible();
});

it('reports a failed request for the results, and loads earlier jobs', async () => {
  const { user, api } = open();
  const failed = { status: 403, body: { code: 'forbidden', title: 'Forbidden', status: 403, requestId: 'r' } };
  const earlier = job({ id: UNDO_ID, kind: 'tag', changed: 7, can_undo: false });
  api.on('GET /api/admin/bulk/jobs', ({ url }) => ({
    body: url.includes('cursor=') ? { items: [earlier], next_cursor: null } : { items: [job()], next_cursor: 'next' },
  }));
  await user.click(await screen.findByRole('button', { name: 'Bulk jobs' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Bulk jobs' }));
  await user.click(await dialog.findByRole('button', { name: 'Load earlier jobs' }));
  expect(await dialog.findByText(/7 updated/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Load earlier jobs' })).toBeNull();
  const items = `GET /api/admin/bulk/jobs/${JOB_ID}/items`;
  api.on(items, failed);
  await user.click(dialog.getAllByRole('button', { name: 'Show results' })[0] as HTMLElement);
  await user.click(await dialog.findByRole('button', { name: 'Show results' }));
  expect(await dialog.findByText('Forbidden')).toBeVisible();
  api.on(items, {
    body: {
      items: [{ content_id: contentId('1'), title: 'One', outcome: 'changed', reason: null }],
      next_cursor: null,
    },
  });
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByRole('list', { name: 'Results' })).toHaveTextContent('One');
});
