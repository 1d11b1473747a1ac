import { createHash } from 'node:crypto';
import { exportFiles, toCsv, type ExportContents } from '../../../lambdas/domain/privacy/export-file.ts';

const definition = { name: 'likes', title: 'Likes', definition: 'What you like.', fields: { id: 'Id', note: 'Note' } };
const decoder = new TextDecoder();

const contents = (records: readonly Readonly<Record<string, unknown>>[]): ExportContents => ({
  userId: 'user-1',
  requestId: 'req-1',
  at: '2026-11-23T12:00:00.000Z',
  lists: [{ definition, records }],
  notExported: [{ what: 'tickets', reason: 'Secrets.' }],
});

describe('the files of an export', () => {
  it('are listed in the manifest with size, hash, number of records and definitions', () => {
    const files = exportFiles(contents([{ id: '1', note: 'ä' }]));
    const manifest = JSON.parse(decoder.decode(files['manifest.json'])) as {
      files: { path: string; bytes: number; sha256: string; records?: number; fields?: unknown }[];
      not_included: unknown;
    };
    expect(manifest.files.map(({ path }) => path)).toEqual(['read-me.html', 'likes.json', 'likes.csv']);
    for (const { path, bytes, sha256 } of manifest.files) {
      const file = files[path] ?? new Uint8Array();
      expect(file.length).toBe(bytes);
      expect(createHash('sha256').update(file).digest('hex')).toBe(sha256);
    }
    expect(manifest.files[1]).toMatchObject({ records: 1, fields: { id: 'Id', note: 'Note' } });
    expect(manifest.not_included).toEqual([{ what: 'tickets', reason: 'Secrets.' }]);
    expect(Object.keys(files)).toHaveLength(manifest.files.length + 1);
  });

  it('keeps what users typed from becoming formulas, columns or markup', () => {
    const records = [
      { id: '=1+1', note: 'a "b", c\nd' },
      { id: '-5', note: '<img src=x onerror=alert(1)>' },
      { id: '@x', note: -5 },
    ];
    expect(toCsv({ definition, records })).toBe(
      'id,note\r\n\'=1+1,"a ""b"", c\nd"\r\n\'-5,<img src=x onerror=alert(1)>\r\n\'@x,-5\r\n',
    );
    const page = decoder.decode(exportFiles(contents(records))['read-me.html']);
    expect(page).not.toContain('<img');
    expect(page).toContain('&lt;img src=x');
    expect(page).toContain("default-src 'none'");
  });

  it('says so when nothing is stored', () => {
    const files = exportFiles(contents([]));
    expect(decoder.decode(files['read-me.html'])).toContain('Nothing is stored.');
    expect(decoder.decode(files['likes.csv'])).toBe('id,note\r\n');
    expect(JSON.parse(decoder.decode(files['likes.json']))).toEqual([]);
  });
});
