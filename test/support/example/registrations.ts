/** Lines that the example adds to an existing file. */
export interface Registration {
  readonly file: string;
  /** The line that they follow. It occurs once in the file. */
  readonly after: string;
  readonly add: readonly string[];
}

/**
 * Where a feature is registered. Each list names the features, endpoints, entities, screens or texts that the product
 * has, so a feature that is in none of them does not exist, and one that is in only some of them fails a test.
 */
export const registrations: readonly Registration[] = [
  {
    file: 'lambdas/contract/listener-endpoints.ts',
    after: "import { accountEndpoints } from './people/account.ts';",
    add: ["import { bookmarkEndpoints } from './listening/bookmarks.ts';"],
  },
  {
    file: 'lambdas/contract/listener-endpoints.ts',
    after: '  ...accountEndpoints,',
    add: ['  ...bookmarkEndpoints,'],
  },
  {
    file: 'lambdas/data/entities.ts',
    after: "import { queueEntity } from './history/queue-repository.ts';",
    add: ["import { bookmarkEntity } from './library/bookmark-repository.ts';"],
  },
  { file: 'lambdas/data/entities.ts', after: '  auditSeal: auditSealEntity,', add: ['  bookmark: bookmarkEntity,'] },
  {
    file: 'lambdas/domain/privacy/definitions.ts',
    after: 'export const listDefinitions: Readonly<Record<string, ListDefinition>> = {',
    add: [
      '  BOOKMARK: {',
      "    name: 'bookmarks',",
      "    title: 'Bookmarks',",
      "    definition: 'The titles that you bookmarked.',",
      "    fields: { content_id: contentId, created_at: time('When you bookmarked it'), note: 'Your note' },",
      '  },',
    ],
  },
  {
    file: 'lambdas/data/access-patterns.md',
    after: "| B4 | Remove a like | B3's keys | `likes.unlike` | transaction of 2 |",
    add: [
      "| Z1 | A user's bookmarks, newest first | gsi1 `BOOKMARK#<user id>` / `<created_at>#<content id>`, then C11 " +
        '| `bookmarks.list` | 1 for about 30, + C11 |',
      '| Z2 | Add a bookmark | `USER#<user id>` / `BOOKMARK#<content id>` | `bookmarks.add` | 2 writes |',
      "| Z3 | Change a note | Z2's key | `bookmarks.setNote` | 2 writes |",
      "| Z4 | Remove a bookmark | Z2's key | `bookmarks.remove` | 2 writes |",
    ],
  },
  {
    file: 'infra/feature-groups.ts',
    after: "import { audit } from './features/admin/audit.ts';",
    add: ["import { bookmarks } from './features/bookmarks.ts';"],
  },
  { file: 'infra/feature-groups.ts', after: '    Account: account,', add: ['    Bookmarks: bookmarks,'] },
  {
    file: 'test/support/stack/partition-owners.ts',
    after: "  account: api('PROFILE#*'),",
    add: ["  bookmarks: api('USER#*'),"],
  },
  {
    file: 'web/src/core/paths.ts',
    after: "  history: '/history',",
    add: ["  bookmarks: '/bookmarks',"],
  },
  {
    file: 'web/src/app/routes.tsx',
    after:
      '                    Component: async () => ' +
      "(await import('../areas/listener/plans/plans-screen.tsx')).PlansScreen,",
    add: [
      '                  },',
      '                },',
      '                {',
      '                  path: paths.bookmarks,',
      '                  lazy: {',
      '                    Component: async () =>',
      "                      (await import('../areas/listener/bookmarks/bookmarks-screen.tsx')).BookmarksScreen,",
    ],
  },
  {
    file: 'web/src/areas/listener/later-parts.ts',
    after: "  () => import('./history/history-screen.tsx'),",
    add: ["  () => import('./bookmarks/bookmarks-screen.tsx'),"],
  },
  { file: 'web/src/areas/listener/texts.ts', after: "  plans: 'Plans',", add: ["  bookmarks: 'Bookmarks',"] },
  {
    file: 'web/src/areas/listener/listener-layout.tsx',
    after: '          {!visitor && <NavLink to={paths.plans}>{listenerTexts.plans}</NavLink>}',
    add: ['          {!visitor && <NavLink to={paths.bookmarks}>{listenerTexts.bookmarks}</NavLink>}'],
  },
  {
    file: 'test/support/rows/endpoint-rows.ts',
    after: "import { auditRows } from './audit-rows.ts';",
    add: ["import { bookmarkRows } from './bookmark-rows.ts';"],
  },
  {
    file: 'test/support/rows/endpoint-rows.ts',
    after: '  const audit = auditRows(keeper);',
    add: [
      '  const bookmarks = bookmarkRows(reader, {',
      '    marked: contentItems.liked,',
      '    first: contentItems.seen,',
      '    second: contentItems.played,',
      '  });',
    ],
  },
  {
    file: 'test/support/rows/endpoint-rows.ts',
    after: '    ...audit.calls,',
    add: ['    ...bookmarks.calls,'],
  },
  {
    file: 'test/support/rows/endpoint-rows.ts',
    after: '      ...audit.stored,',
    add: ['      ...bookmarks.stored,'],
  },
  {
    file: 'test/support/privacy/stored-person.ts',
    after: "import { historyStateEntity } from '../../../lambdas/data/history/history-state-repository.ts';",
    add: ["import { bookmarkEntity } from '../../../lambdas/data/library/bookmark-repository.ts';"],
  },
  {
    file: 'test/support/privacy/stored-person.ts',
    after: '    viewEntity.toItem({ ...mine, counted_at: AT }),',
    add: ["    bookmarkEntity.toItem({ ...mine, created_at: AT, note: '' }),"],
  },
  {
    file: 'test/integration/stack/support/row-selections.ts',
    after: "  'library.remove-entry',",
    add: ["  'bookmarks.remove-bookmark',"],
  },
  {
    file: 'test/support/flows/whole-flow.ts',
    after: "import { readAuditLog } from './audit.ts';",
    add: ["import { keepBookmarks } from './bookmarks.ts';"],
  },
  {
    file: 'test/support/flows/whole-flow.ts',
    after: '  await editLibrary(tools, videoId);',
    add: ['  await keepBookmarks(tools);'],
  },
  {
    file: 'test/support/stored-markup/carriers.ts',
    after: "  hidingReason: '‹24›',",
    add: ["  note: '‹40›',"],
  },
  {
    file: 'test/support/stored-markup/carriers.ts',
    after: "  'account.update-me full_name': 'ownName',",
    add: ["  'bookmarks.set-note note': 'note',"],
  },
  {
    file: 'test/support/stored-markup/seed-payloads.ts',
    after: "    await request('history.record-history', { body: { content_id: id } }, listener.token);",
    add: [
      '    const params = { contentId: id };',
      "    await request('bookmarks.add-bookmark', { params }, listener.token);",
      "    const body = { note: textsOf('note', 500)[0] };",
      "    await request('bookmarks.set-note', { params, body }, listener.token);",
    ],
  },
  {
    file: 'test/support/screens/listener-visits.ts',
    after: 'export const listenerVisits: readonly Visit[] = [',
    add: [
      '  {',
      "    name: 'bookmarks',",
      "    route: '/bookmarks',",
      "    who: 'listener',",
      "    address: () => '/bookmarks',",
      "    show: (page) => page.getByRole('heading', { level: 1, name: 'Bookmarks' }).waitFor(),",
      '  },',
    ],
  },
  {
    file: 'test/web/support/form-cases.ts',
    after: "    .on('GET /api/creators', page([atlas]))",
    add: ["    .on('GET /api/bookmarks', page([bookmark]))"],
  },
  {
    file: 'test/web/support/form-cases.ts',
    after: "const blues = { ...jazz, id: 'cat_01HZX3V5Q8W9T2M4N6P7R8S0A2', name: 'Blues', slug: 'blues' };",
    add: [
      'const { id: content_id, created_at } = contentView();',
      "const bookmark = { content_id, created_at, note: '', content: null };",
    ],
  },
  {
    file: 'test/web/support/form-cases.ts',
    after: "  { file: 'features/auth/sign-in-form.tsx', inPage: true, address: '/auth', field: label('Email') },",
    add: [
      '  {',
      "    file: 'features/bookmarks/bookmark-row.tsx',",
      '    inPage: true,',
      "    address: '/bookmarks',",
      '    field: label(/^Note on/),',
      '  },',
    ],
  },
];
