import { startConsole, type TestConsole } from './console-support.ts';

let local: TestConsole;
beforeAll(async () => {
  local = await startConsole();
});
afterAll(() => local.stop());

describe('stored objects', () => {
  it('are listed by folder and page, with their versions', async () => {
    for (const key of ['a/1.txt', 'a/2.txt', 'b.txt', 'c.txt'])
      await local.s3.writeObject('media', key, key, { contentType: 'text/plain' });
    await local.s3.writeObject('media', 'b.txt', 'newer', { contentType: 'text/html' });
    const first = await local.get<{ prefixes: string[]; objects: { key: string }[]; next: string }>(
      'storage/media?limit=2',
    );
    expect([first.prefixes, first.objects.map(({ key }) => key)]).toEqual([['a/'], ['b.txt']]);
    const second = await local.get<typeof first>(`storage/media?limit=2&after=${encodeURIComponent(first.next)}`);
    expect([second.objects.map(({ key }) => key), second.next]).toEqual([['c.txt'], null]);
    expect((await local.get<typeof first>('storage/media?prefix=a%2F')).objects.map(({ key }) => key)).toEqual([
      'a/1.txt',
      'a/2.txt',
    ]);
    const versions = await local.get<{ size: number; latest: boolean; contentType: string; versionId: string }[]>(
      'storage/media/versions?key=b.txt',
    );
    expect(versions.map(({ size, latest, contentType }) => [size, latest, contentType])).toEqual([
      [5, true, 'text/html'],
      [5, false, 'text/plain'],
    ]);
    const old = await fetch(`${local.base}/storage/media/object?key=b.txt&version=${versions[1]?.versionId ?? ''}`);
    expect(await old.text()).toBe('b.txt');
  });

  it('open without any rights on the site', async () => {
    await local.s3.writeObject('media', 'evil "name"\u00e9.html', '<script>alert(1)</script>', {
      contentType: 'text/html',
    });
    await local.s3.writeObject(
      'media',
      'evil.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      { contentType: 'image/svg+xml' },
    );
    await local.s3.writeObject('media', 'still.jpg', 'jpeg', { contentType: 'image/jpeg' });
    const open = async (key: string, headers: Record<string, string> = {}) =>
      fetch(`${local.base}/storage/media/object?open=1&key=${encodeURIComponent(key)}`, { headers });
    const html = await open('evil "name"\u00e9.html');
    expect(html.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(html.headers.get('content-security-policy')).toMatch(/^sandbox;/);
    expect(html.headers.get('x-content-type-options')).toBe('nosniff');
    expect(html.headers.get('content-disposition')).toBe(
      `inline; filename="evil _name__.html"; filename*=UTF-8''evil%20%22name%22%C3%A9.html`,
    );
    expect((await open('evil.svg')).headers.get('content-disposition')).toMatch(/^attachment;/);
    expect((await open('evil.svg')).headers.get('content-type')).toBe('application/octet-stream');
    expect((await open('still.jpg')).headers.get('content-type')).toBe('image/jpeg');
    const part = await open('still.jpg', { range: 'bytes=1-2' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 1-2/4', 'pe']);
  });
});
