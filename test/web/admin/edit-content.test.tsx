import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ContentView } from '../../../lambdas/contract/content/content-shapes.ts';
import { createApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentId, contentView } from '../support/content-view.ts';
import { renderApp } from '../support/render-app.tsx';

const PATCH = `PATCH /api/content/${contentId()}`;
const jazz = 'cat_01HZX3V5Q8W9T2M4N6P7R8S0A1';
const blues = { id: 'cat_01HZX3V5Q8W9T2M4N6P7R8S0A2', name: 'Blues', slug: 'blues' };
const problem = (code: string, status: number, detail?: string) => ({
  status,
  body: { code, title: code, status, ...(detail ? { detail } : {}), requestId: 'r' },
});

const open = async (content: ContentView = contentView({ revision: 3 })) => {
  const api = createApiStub().on('GET /api/admin/content', { body: { items: [content], next_cursor: null } });
  const view = renderApp('/admin/content', { signedIn: true, me: { role: 'admin' }, api });
  const opener = await screen.findByRole('button', { name: 'Edit Viper' });
  await view.user.click(opener);
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Content' }));
  await dialog.findByRole('option', { name: 'Jazz' });
  const patches = () => api.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  return { ...view, opener, dialog, api, patches };
};

it('sends the changes with the revision, reports success, and restores the focus', async () => {
  const { user, dialog, api, patches, opener } = await open();
  expect(await axeViolations()).toEqual([]);
  api.on(PATCH, { body: contentView({ revision: 4 }) });
  await user.clear(dialog.getByLabelText('Title'));
  await user.type(dialog.getByLabelText('Title'), 'Viper, live');
  await user.selectOptions(dialog.getByLabelText('Category'), 'Jazz');
  await user.type(dialog.getByLabelText('Tags'), 'live, , jazz');
  await user.selectOptions(dialog.getByLabelText('Status'), 'Published');
  await user.click(dialog.getByRole('switch', { name: 'Premium' }));
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Content updated successfully')).toBeInTheDocument();
  expect(patches()).toEqual([
    {
      revision: 3,
      title: 'Viper, live',
      category_id: jazz,
      tags: ['live', 'jazz'],
      status: 'published',
      is_premium: true,
    },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(opener).toHaveFocus());
});

it('requires a title and focuses its field', async () => {
  const { user, dialog, patches } = await open();
  await user.clear(dialog.getByLabelText('Title'));
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await dialog.findByText('Please enter a title')).toBeVisible();
  expect(dialog.getByLabelText('Title')).toHaveFocus();
  expect(dialog.getByLabelText('Title')).toHaveAccessibleDescription('Please enter a title');
  expect(patches()).toEqual([]);
});

it.each<[string, Partial<ContentView>]>([
  ['Publish at', { publish_at: '2026-05-01T10:30:00.000Z' }],
  ['Unpublish at', { unpublish_at: '2026-05-01T10:30:00.000Z' }],
])('does not remove the time of "%s" because another one is incomplete', async (label, scheduled) => {
  const { user, dialog, patches } = await open(contentView({ revision: 3, ...scheduled }));
  const field = dialog.getByLabelText(label);
  // What a browser reports about a day without a time: an empty value, and invalid input.
  fireEvent.change(field, { target: { value: '' } });
  Object.defineProperty(field, 'validity', { value: { badInput: true } });
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await dialog.findByText('Enter a complete date and time.')).toBeVisible();
  expect(field).toHaveFocus();
  expect(patches()).toEqual([]);
});

it('shows the message of the server if the item cannot be published yet', async () => {
  const { user, dialog, api } = await open();
  api.on(PATCH, problem('invalid_state', 409, 'The conversion has not finished yet. Publish when it has completed.'));
  await user.selectOptions(dialog.getByLabelText('Status'), 'Published');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await dialog.findByText('The conversion has not finished yet. Publish when it has completed.')).toBeVisible();
  expect(
    await screen.findByText(
      'Failed to update content. Please try again. The conversion has not finished yet. Publish when it has completed.',
    ),
  ).toBeInTheDocument();
});

describe('if someone else changed the item', () => {
  const conflict = async () => {
    const parts = await open(contentView({ revision: 3, description: 'Old' }));
    const { user, dialog, api } = parts;
    api.on(PATCH, problem('version_conflict', 409));
    api.on(`GET /api/content/${contentId()}`, {
      body: contentView({ revision: 4, title: 'Cobra', description: 'New' }),
    });
    await user.clear(dialog.getByLabelText('Title'));
    await user.type(dialog.getByLabelText('Title'), 'Adder');
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await dialog.findByText('Someone else changed this item')).toBeVisible();
    return parts;
  };

  it('shows both values', async () => {
    const { dialog } = await conflict();
    expect(dialog.getByRole('row', { name: 'Title Adder Cobra' })).toBeVisible();
    // It is above the fields, so it must be moved into view.
    expect(document.activeElement).toContainElement(dialog.getByText('Someone else changed this item'));
    expect(dialog.getByRole('row', { name: 'Description Old New' })).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Save changes' })).toBeDisabled();
    expect(await axeViolations()).toEqual([]);
  });

  it('uses the saved version', async () => {
    const { user, dialog } = await conflict();
    await user.click(dialog.getByRole('button', { name: 'Use saved version' }));
    expect(dialog.getByLabelText('Title')).toHaveValue('Cobra');
    expect(dialog.queryByText('Someone else changed this item')).toBeNull();
  });

  it('applies only my changes to the saved version', async () => {
    const { user, dialog, api, patches } = await conflict();
    await user.click(dialog.getByRole('button', { name: 'Keep my changes' }));
    expect(dialog.getByLabelText('Description')).toHaveValue('New');
    api.on(PATCH, { body: contentView({ revision: 5 }) });
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Content updated successfully')).toBeInTheDocument();
    expect(patches().at(-1)).toEqual({ revision: 4, title: 'Adder' });
  });
});

it('compares every field, with the labels and values of the form', async () => {
  const { user, dialog, api } = await open(
    contentView({ revision: 3, tags: ['jazz'], chapters: [{ start: 0, title: 'Head' }] }),
  );
  const theirs = contentView({
    revision: 4,
    title: 'Cobra',
    description: 'New',
    tags: ['live'],
    chapters: [{ start: 5, title: 'Solo' }],
    status: 'published',
    is_premium: true,
    is_publicly_accessible: false,
    category_id: blues.id,
    categories: { name: 'Blues' },
    creator_id: 'crt_01HZX3V5Q8W9T2M4N6P7R8S0A2',
    creators: { name: 'A label' },
    publish_at: new Date(2026, 4, 1, 10, 30).toISOString(),
    unpublish_at: new Date(2026, 5, 1, 10, 30).toISOString(),
    metadata: { contentType: 'video', artist: 'Grace' },
  });
  api.on(PATCH, problem('version_conflict', 409));
  api.on(`GET /api/content/${contentId()}`, { body: theirs });
  api.on('GET /api/creators', {
    body: {
      items: [
        {
          id: theirs.creator_id,
          name: 'A label',
          plan: 'free',
          storage_used: 0,
          storage_limit: null,
          content_count: 1,
          user_id: null,
        },
      ],
      next_cursor: null,
    },
  });
  await user.type(dialog.getByLabelText('Title'), ' two');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await dialog.findByText('Someone else changed this item');
  const rows = dialog
    .getAllByRole<HTMLTableRowElement>('row')
    .slice(1)
    .map(({ cells }) => [...cells].map(({ textContent }) => textContent));
  expect(rows).toEqual([
    ['Title', 'Viper two', 'Cobra'],
    ['Artist', 'Ada', 'Grace'],
    ['Content type', 'Music', 'Video'],
    ['Category', 'No category', 'Blues'],
    ['Description', '(empty)', 'New'],
    ['Tags', 'jazz', 'live'],
    ['Chapters', '0:00 Head', '0:05 Solo'],
    ['Status', 'Draft', 'Published'],
    ['Premium', 'No', 'Yes'],
    ['Publicly accessible', 'Yes', 'No'],
    ['Creator', 'Soundstage', 'A label'],
    ['Publish at', '(empty)', '2026-05-01 10:30'],
    ['Unpublish at', '(empty)', '2026-06-01 10:30'],
  ]);
  expect(await axeViolations()).toEqual([]);
});

it('saves without a conflict if the other change touched no field of the form', async () => {
  const { user, dialog, api, patches } = await open(contentView({ revision: 3 }));
  api.on(PATCH, ({ body }) =>
    (body as { revision: number }).revision === 3
      ? problem('version_conflict', 409)
      : { body: contentView({ revision: 5, title: 'Adder' }) },
  );
  api.on(`GET /api/content/${contentId()}`, { body: contentView({ revision: 4 }) });
  await user.clear(dialog.getByLabelText('Title'));
  await user.type(dialog.getByLabelText('Title'), 'Adder');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Content updated successfully')).toBeInTheDocument();
  expect(patches()).toEqual([
    { revision: 3, title: 'Adder' },
    { revision: 4, title: 'Adder' },
  ]);
});

it('starts from the saved version if it is opened before the list is reloaded', async () => {
  const { user, dialog, api, patches } = await open(contentView({ revision: 3 }));
  api.on(PATCH, { body: contentView({ revision: 4, title: 'Adder' }) });
  api.on('GET /api/admin/content', () => new Promise(() => undefined));
  await user.clear(dialog.getByLabelText('Title'));
  await user.type(dialog.getByLabelText('Title'), 'Adder');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await user.click(await screen.findByRole('button', { name: 'Edit Adder' }));
  const again = within(await screen.findByRole('dialog', { name: 'Edit Content' }));
  await user.type(again.getByLabelText('Artist'), ' L.');
  await user.click(again.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(patches().at(-1)).toEqual({ revision: 4, artist: 'Ada L.' }));
});

it('asks before it discards unsaved changes, however it is closed', async () => {
  const { user, dialog, opener } = await open();
  await user.type(dialog.getByLabelText('Title'), ', live');
  for (const leave of [
    () => user.keyboard('{Escape}'),
    () => user.click(dialog.getByRole('button', { name: 'Close' })),
    () => user.click(dialog.getByRole('button', { name: 'Cancel' })),
  ]) {
    await leave();
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard changes?' }));
    expect(await axeViolations()).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Keep editing' }));
    expect(dialog.getByLabelText('Title')).toHaveValue('Viper, live');
  }
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(opener).toHaveFocus());
  await user.click(opener);
  const again = within(await screen.findByRole('dialog', { name: 'Edit Content' }));
  expect(again.getByLabelText('Title')).toHaveValue('Viper');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('creates a new category', async () => {
  const { user, dialog, api } = await open();
  await user.click(dialog.getByRole('button', { name: 'New category' }));
  api.on('POST /api/categories', problem('already_exists', 409, 'There is a category of this name already.'));
  await user.type(dialog.getByLabelText('New category name'), 'Blues{Enter}');
  expect(
    await dialog.findByText('Failed to create the category: There is a category of this name already.'),
  ).toBeVisible();
  api.on('POST /api/categories', { status: 201, body: blues });
  api.on('GET /api/categories', {
    body: { items: [blues, { id: jazz, name: 'Jazz', slug: 'jazz' }], next_cursor: null },
  });
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(dialog.getByLabelText('Category')).toHaveValue(blues.id));
  expect(dialog.queryByLabelText('New category name')).toBeNull();
});
