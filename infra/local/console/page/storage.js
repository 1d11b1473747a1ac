import { h } from './dom.js';
import { bytes, label } from './format.js';
import { button, chip, head, table, when } from './parts.js';

const address = (bucket, key, version, open) => {
  const query = new URLSearchParams({ key, ...(version ? { version } : {}), ...(open ? { open: '1' } : {}) });
  return `/_local/storage/${encodeURIComponent(bucket)}/object?${query}`;
};

const links = (bucket, { key, versionId }, byVersion) => [
  h(
    'a',
    {
      class: 'button',
      href: address(bucket, key, byVersion && versionId, true),
      target: '_blank',
      rel: 'noreferrer',
      'aria-label': `Open: ${key}`,
    },
    'Open',
  ),
  h(
    'a',
    {
      class: 'button',
      href: address(bucket, key, byVersion && versionId, false),
      download: '',
      'aria-label': `Download: ${key}`,
    },
    'Download',
  ),
];

const versions = (bucket, list, key) =>
  table(
    `Versions of ${key}`,
    ['Version', 'Modified', '#Size', 'State', 'Actions'],
    list.map((version) => ({
      key: version.versionId,
      cells: [
        h('span', { class: 'mono break' }, version.versionId),
        when(version.modified),
        version.deleteMarker ? '–' : bytes(version.size),
        version.deleteMarker ? chip('deleted', 'bad') : version.latest ? chip('current', 'good') : chip('older'),
        version.deleteMarker ? '–' : h('div', { class: 'row' }, links(bucket, version, true)),
      ],
    })),
    'No versions.',
  );

const crumbs = (bucket, prefix) => {
  const parts = prefix.split('/').slice(0, -1);
  return h(
    'nav',
    { class: 'crumbs', 'aria-label': 'Folder' },
    button(label(bucket), 'storage.go', [bucket, ''], { tone: 'quiet' }),
    parts.map((part, index) => [
      h('span', { 'aria-hidden': 'true' }, '/'),
      button(part, 'storage.go', [bucket, `${parts.slice(0, index + 1).join('/')}/`], { tone: 'quiet' }),
    ]),
  );
};

/** The storage section: buckets with their objects, and database calls. */
export const storage = {
  id: 'storage',
  title: 'Storage',
  async load(api, ui) {
    const [buckets, database] = await Promise.all([api.get('storage'), api.get('database')]);
    ui.bucket ??= (buckets.find(({ name }) => name.includes('media')) ?? buckets[0])?.name;
    if (ui.bucket === undefined) return { buckets, database };
    const base = `storage/${encodeURIComponent(ui.bucket)}`;
    const pages = [];
    for (const after of [undefined, ...(ui.pages ?? [])])
      pages.push(
        await api.get(`${base}?${new URLSearchParams({ prefix: ui.prefix ?? '', ...(after ? { after } : {}) })}`),
      );
    const opened =
      ui.key === undefined
        ? undefined
        : await api.get(`${base}/versions?${new URLSearchParams({ key: ui.key })}`).catch(() => []);
    return { buckets, database, pages, opened };
  },
  badge: () => undefined,
  view: ({ buckets, database, pages = [], opened }, ui) => {
    const prefix = ui.prefix ?? '';
    const folders = pages.flatMap((page) => page.prefixes);
    const objects = pages.flatMap((page) => page.objects);
    const next = pages.at(-1)?.next;
    return [
      head('Storage', 'The buckets and their files, and the calls to the database.'),
      h(
        'div',
        { class: 'tabs', role: 'group', 'aria-label': 'Buckets' },
        buckets.map(({ name, versioning }) =>
          h(
            'button',
            {
              key: name,
              type: 'button',
              class: 'tab',
              'data-act': 'storage.go',
              'data-args': JSON.stringify([name, '']),
              'aria-pressed': String(name === ui.bucket),
              title: name,
            },
            label(name),
            versioning === 'Enabled' ? h('small', null, ' versions') : '',
          ),
        ),
      ),
      ui.bucket !== undefined && crumbs(ui.bucket, prefix),
      table(
        `In ${label(ui.bucket ?? '')} / ${prefix}`,
        ['Name', '#Size', 'Type', 'Modified', 'Actions'],
        [
          ...folders.map((folder) => ({
            key: folder,
            cells: [
              button(`${folder.slice(prefix.length)}`, 'storage.go', [ui.bucket, folder], { tone: 'folder' }),
              '–',
              'folder',
              '–',
              '',
            ],
          })),
          ...objects.map((object) => ({
            key: object.key,
            cells: [
              h('span', { class: 'mono break' }, object.key.slice(prefix.length)),
              bytes(object.size),
              object.contentType,
              when(object.modified),
              h(
                'div',
                { class: 'row' },
                links(ui.bucket, object, false),
                button('Versions', 'storage.versions', [object.key], {
                  expanded: ui.key === object.key,
                  about: object.key,
                }),
              ),
            ],
            detail: ui.key === object.key && opened && versions(ui.bucket, opened, object.key),
          })),
        ],
        'This folder is empty.',
      ),
      next && button('Show more', 'storage.more', [next]),
      table(
        'Database calls',
        ['Operation', '#Calls', '#Errors'],
        Object.entries(database).map(([name, operation]) => ({
          key: name,
          cells: [name, String(operation.calls), String(operation.errors)],
        })),
        'No calls yet.',
      ),
    ];
  },
  actions: {
    go({ ui }, bucket, prefix) {
      Object.assign(ui, { bucket, prefix, pages: [], key: undefined });
    },
    more: ({ ui }, after) => void (ui.pages = [...(ui.pages ?? []), after]),
    versions: ({ ui }, key) => void (ui.key = ui.key === key ? undefined : key),
  },
};
