import { act, screen, waitFor, within } from '@testing-library/react';
import type { AuditView } from '../../../lambdas/contract/admin/admin-audit.ts';
import { AuditTarget } from '../../../lambdas/contract/admin/audit.ts';
import { endpoints } from '../../../lambdas/contract/index.ts';
import { cell } from '../../../web/src/lib/csv.ts';
import { queryOf, readFilter } from '../../../web/src/features/audit/filter.ts';
import { auditTexts } from '../../../web/src/features/audit/texts.ts';
import { formatMoment } from '../../../web/src/lib/format.ts';
import { readSources } from '../../support/source-tree.ts';
import { createApiStub, type StubRequest } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { renderApp } from '../support/render-app.tsx';

const ADA = '11111111-1111-4111-8111-111111111111';
const entry = (over: Partial<AuditView> = {}): AuditView => ({
  id: '01KAAAAAAAAAAAAAAAAAAAAAA1',
  at: '2026-11-03T10:00:00.000Z',
  actor_id: ADA,
  actor_name: 'Ada Listener',
  actor_role: 'admin',
  action: 'content.edited',
  target_type: 'content',
  target_id: 'cnt_01HZX3V5Q8W9T2M4N6P7R8S0A1',
  before: { title: 'Old', is_premium: false, tags: ['a'] },
  after: { title: 'New', is_premium: true, tags: ['a', 'b'] },
  reason: null,
  request_id: 'request-1',
  target_name: 'Viper',
  ...over,
});
const deletedUserEntry = entry({
  id: '01KAAAAAAAAAAAAAAAAAAAAAA2',
  actor_id: '22222222-1111-4111-8111-111111111111',
  actor_name: null,
  action: 'user.disabled',
  target_type: 'user',
  target_id: 'user-2',
  target_name: null,
  before: { disabled: false },
  after: { disabled: true },
  reason: 'Asked for it',
});

const open = (
  address = '/admin/audit',
  answer: (request: StubRequest) => { readonly status?: number; readonly body?: unknown } = () => ({
    body: { items: [entry(), deletedUserEntry], next_cursor: null, filter_actor_name: null },
  }),
  role: 'admin' | 'moderator' = 'admin',
) => renderApp(address, { signedIn: true, me: { role }, api: createApiStub().on('GET /api/admin/audit', answer) });

/** The queries that were sent to the server. */
const queries = (api: ReturnType<typeof open>['api']) =>
  api.requests
    .filter(({ url }) => url.startsWith('/api/admin/audit'))
    .map(({ url }) => new URLSearchParams(url.split('?')[1]));

it('has a display name for every recorded action, and for no other', () => {
  const literals = readSources('lambdas')
    .filter(({ path }) => !path.startsWith('lambdas/contract/'))
    .flatMap(({ text }) =>
      [...text.matchAll(new RegExp(`'((?:${AuditTarget.options.join('|')})\\.[a-z-]+)'`, 'g'))].map(
        ([, action = '']) => action,
      ),
    );
  const actions = new Set(literals.filter((name) => !Object.hasOwn(endpoints, name)));
  expect([...actions].sort()).toEqual(Object.keys(auditTexts.actions).sort());
});

describe('the audit log', () => {
  it('shows who did what, to what, and when, with the changes', async () => {
    const { user } = open();
    const list = await screen.findByRole('list', { name: 'Entries' });
    const [first, second] = within(list).getAllByRole('listitem');
    expect(first).toHaveTextContent('Content edited');
    expect(first).toHaveTextContent('Viper');
    expect(first).toHaveTextContent('Ada Listener');
    expect(second).toHaveTextContent('User disabled');
    expect(second).toHaveTextContent('Deleted user');
    expect(second).toHaveTextContent('Reason: Asked for it');
    await user.click(within(first as HTMLElement).getByText('Details: 3 fields'));
    const rows = within(within(first as HTMLElement).getByRole('table', { name: 'Changes' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['title', 'Old', 'New'],
      ['is premium', 'No', 'Yes'],
      ['tags', 'a', 'a, b'],
    ]);
    expect(
      within(first as HTMLElement).getByText('Content ID: cnt_01HZX3V5Q8W9T2M4N6P7R8S0A1 · Request ID: request-1'),
    ).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('shows roles by their names', async () => {
    const assigned = entry({ action: 'user.role-assigned', before: { role: 'user' }, after: { role: 'moderator' } });
    open(undefined, () => ({ body: { items: [assigned], next_cursor: null, filter_actor_name: null } }));
    const item = within(
      (await screen.findByText('Role assigned', { selector: 'strong' })).closest('li') as HTMLElement,
    );
    expect(item.getByText('Admin')).toBeVisible();
    expect(item.getByText('User', { selector: 'del' })).toBeInTheDocument();
    expect(item.getByText('Moderator', { selector: 'ins' })).toBeInTheDocument();
  });

  it('shows compound values line by line and marks the lines that differ', async () => {
    const chapters = [
      { start: 0, title: 'First light' },
      { start: 65, title: 'The left hand' },
    ];
    const edited = entry({
      before: { chapters, captions: [], publish_at: null },
      after: {
        chapters: [...chapters.slice(0, 1), { start: 3700, title: '' }],
        captions: [{ id: 'x', language: 'de', label: 'Deutsch' }],
        publish_at: '2026-11-03T10:00:00.000Z',
      },
    });
    const job = entry({
      id: deletedUserEntry.id,
      action: 'job.started',
      target_type: 'job',
      before: null,
      after: {
        action: { kind: 'tag', add: ['a', 'b'], remove: [] },
        total: 3,
        file_size: 1_572_864,
        odd: [{ deep: [{ er: 1 }] }],
        same: [{ x: 1 }, { x: 1 }],
      },
    });
    const { user } = open('/admin/audit', () => ({
      body: { items: [edited, job], next_cursor: null, filter_actor_name: null },
    }));
    for (const summary of await screen.findAllByText(/^Details/)) await user.click(summary);
    const cells = screen.getAllByRole('table', { name: 'Changes' }).map((table) =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) =>
          [...row.children].map((cell) =>
            [...(cell.querySelectorAll('li').length > 0 ? cell.querySelectorAll('li') : [cell])].map(
              (line) => line.innerHTML,
            ),
          ),
        ),
    );
    expect(cells).toEqual([
      [
        [
          ['chapters'],
          ['0:00 First light', '<del>1:05 The left hand</del>'],
          ['0:00 First light', '<ins>61:40 (empty)</ins>'],
        ],
        [['captions'], ['(empty)'], ['<ins>Deutsch (de)</ins>']],
        [['publish at'], ['(empty)'], [`<ins>${formatMoment('2026-11-03T10:00:00.000Z')}</ins>`]],
      ],
      [
        [['action'], [''], ['<ins>kind: tag</ins>', '<ins>add: a, b</ins>', '<ins>remove: (empty)</ins>']],
        [['total'], [''], ['<ins>3</ins>']],
        [['file size'], [''], ['<ins>1.50 MB</ins>']],
        [['odd'], [''], ['<ins>deep: er: 1</ins>']],
        [['same'], [''], ['<ins>x: 1</ins>', '<ins>x: 1</ins>']],
      ],
    ]);
    expect(await axeViolations()).toEqual([]);
  });

  it('stores the filters in the URL and sends them to the server', async () => {
    const { api, path, user } = open();
    await screen.findByRole('list', { name: 'Entries' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Resource type' }), 'User');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Role assigned');
    await user.type(screen.getByRole('textbox', { name: 'Resource ID' }), ' user-2 {Enter}');
    expect(path()).toBe('/admin/audit?action=user.role-assigned&target=user&id=user-2');
    expect(screen.getByRole('textbox', { name: 'Resource ID' })).toHaveFocus();
    await waitFor(() =>
      expect(Object.fromEntries(queries(api).at(-1) ?? [])).toEqual({
        action: 'user.role-assigned',
        target_type: 'user',
        target_id: 'user-2',
        limit: '25',
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(path()).toBe('/admin/audit');
  });

  it('says that a day is incomplete, because it does not filter', async () => {
    const { user } = open();
    await screen.findByRole('list', { name: 'Entries' });
    for (const name of ['From', 'To']) {
      const field = screen.getByLabelText(name);
      Object.defineProperty(field, 'validity', { value: { badInput: true } });
      await user.click(field);
      await user.tab();
      expect(field).toHaveAccessibleDescription('Enter a complete date.');
    }
  });

  it('filters by the user or the resource of a row', async () => {
    const { path, user } = open();
    await user.click(await screen.findByRole('button', { name: 'Show only actions by Ada Listener' }));
    expect(path()).toBe(`/admin/audit?actor=${ADA}`);
    expect(screen.getByRole('combobox', { name: 'User' })).toHaveDisplayValue('Ada Listener');
    await user.click(await screen.findByRole('button', { name: 'Show only actions on user-2' }));
    expect(path()).toBe(`/admin/audit?actor=${ADA}&id=user-2`);
    expect(screen.getByRole('textbox', { name: 'Resource ID' })).toHaveValue('user-2');
  });

  it('shows the name of a linked user without entries, and clears that filter', async () => {
    const { path, user } = open(`/admin/audit?actor=${ADA}`, ({ url }) => ({
      body: {
        items: [],
        next_cursor: null,
        filter_actor_name: url.includes(`actor_id=${ADA}`) ? 'Ada Listener' : null,
      },
    }));
    expect(await screen.findByText('No entries match these filters')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'User' })).toHaveDisplayValue('Ada Listener');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(path()).toBe('/admin/audit');
    expect(screen.getByRole('combobox', { name: 'User' })).toHaveDisplayValue('All users');
  });

  it('covers whole days, and ignores invalid values in the URL', async () => {
    const { api } = open('/admin/audit?from=2026-11-02&to=2026-11-03&actor=x&action=nonsense&target=moon&id=a%23b');
    await screen.findByRole('list', { name: 'Entries' });
    const [query] = queries(api);
    expect(Object.fromEntries(query ?? [])).toEqual({
      from: new Date(2026, 10, 2).toISOString(),
      to: new Date(2026, 10, 4).toISOString(),
      limit: '25',
    });
  });

  it.each([
    ['id', 'y'.repeat(200), { target_id: 'y'.repeat(200) }],
    ['id', 'y'.repeat(201), {}],
    ['id', 'a\u0000b', {}],
    ['id', ' ', {}],
    ['action', `${'a'.repeat(98)}.b`, { action: `${'a'.repeat(98)}.b` }],
    ['action', `${'a'.repeat(99)}.b`, {}],
  ])('turns the %s %j into the query %j', (name, value, query) => {
    expect(queryOf(readFilter(new URLSearchParams([[name, value]])))).toEqual(query);
  });

  it('loads more entries, and reports a failure', async () => {
    let fails = true;
    const { user } = open('/admin/audit', ({ url }) => {
      if (!url.includes('cursor=next'))
        return { body: { items: [entry()], next_cursor: 'next', filter_actor_name: null } };
      return fails
        ? { status: 400, body: {} }
        : { body: { items: [deletedUserEntry], next_cursor: null, filter_actor_name: null } };
    });
    const more = await screen.findByRole('button', { name: 'Load more' });
    await user.click(more);
    expect(await screen.findByText('Failed to load more entries. Please try again.')).toBeVisible();
    fails = false;
    await user.click(more);
    expect(await within(screen.getByRole('list', { name: 'Entries' })).findByText('User disabled')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('says that the log is empty, that nothing matches, or that it failed to load', async () => {
    const empty = open('/admin/audit', () => ({ body: { items: [], next_cursor: null, filter_actor_name: null } }));
    expect(await screen.findByText('No activity yet')).toBeVisible();
    empty.unmount();
    const filtered = open('/admin/audit?id=x', () => ({
      body: { items: [], next_cursor: null, filter_actor_name: null },
    }));
    expect(await screen.findByText('No entries match these filters')).toBeVisible();
    filtered.unmount();
    const sparse = open('/admin/audit?id=x', ({ url }) => ({
      body: url.includes('cursor=')
        ? { items: [deletedUserEntry], next_cursor: null, filter_actor_name: null }
        : { items: [], next_cursor: 'next', filter_actor_name: null },
    }));
    expect(
      await screen.findByText('No recent entries match these filters. Load more to search older entries.'),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeEnabled();
    await sparse.user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('list', { name: 'Entries' })).toBeVisible();
    expect(screen.queryByText(/No recent entries/)).toBeNull();
    sparse.unmount();
    open('/admin/audit', () => ({ status: 400, body: {} }));
    expect(await screen.findByText('Failed to load the audit log. Please try again.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('exports all matching entries, page by page, without formulas', async () => {
    const blobs: Blob[] = [];
    URL.createObjectURL = (blob: Blob) => `blob:${blobs.push(blob)}`;
    URL.revokeObjectURL = () => undefined;
    const names: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const evil = entry({
      target_id: '=HYPERLINK("http://evil")',
      reason: '@SUM(1)',
      actor_name: '+1',
      before: null,
      after: { title: 'a "quote",\nand a line' },
    });
    let fails = true;
    const { api, user } = open('/admin/audit?id=x', ({ url }) => {
      if (!url.includes('cursor=')) return { body: { items: [evil], next_cursor: 'next', filter_actor_name: null } };
      // One request fails temporarily.
      if (!fails) return { body: { items: [deletedUserEntry], next_cursor: null, filter_actor_name: null } };
      fails = false;
      return { status: 503, body: {} };
    });
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText('2 entries exported')).toBeVisible();
    const pages = queries(api).filter((query) => query.get('limit') === '100');
    expect(pages.map((query) => [query.get('target_id'), query.get('cursor')])).toEqual([
      ['x', null],
      ['x', 'next'],
      ['x', 'next'],
    ]);
    expect(names[0]).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await (blobs[0] as Blob).text()).split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/"id","at","actor_id","actor_name"/);
    expect(lines[1]).toContain(
      `,"'+1","admin","content.edited","content","'=HYPERLINK(""http://evil"")","Viper","",` +
        `"{""title"":""a \\""quote\\"",\\nand a line""}","'@SUM(1)",`,
    );
  });

  it.each(['=1+1', ' =1+1', '+1', '-1', '@SUM(1)', '\t=1', '\rx', '\nx', '＝1+1', '＋1', '－1', '＠x', '\u00a0=1'])(
    'writes %j as text, not as a formula',
    (value) => {
      expect(cell(value)).toBe(`"'${value}"`);
    },
  );

  it.each(['Viper', 'a=b', '1-2', "it's", ''])('writes %j unchanged', (value) => {
    expect(cell(value)).toBe(`"${value}"`);
  });

  it('is reloaded on every visit', async () => {
    const { api, router } = open();
    await screen.findByRole('list', { name: 'Entries' });
    await act(() => router.navigate('/admin/nowhere'));
    await act(() => router.navigate('/admin/audit'));
    await waitFor(() => expect(queries(api)).toHaveLength(2));
  });

  it('is available only to administrators', async () => {
    const { api } = open('/admin/audit', undefined, 'moderator');
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Audit Log' })).toBeNull();
    expect(queries(api)).toEqual([]);
  });
});
