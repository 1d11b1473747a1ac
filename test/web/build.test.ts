import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from '../../web/build.mjs';

describe('the web build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soundstage-web-'));
  const outdir = join(folder, 'web');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('stays within its budgets and writes a page without inline scripts, whose files all exist', async () => {
    const { sizes, built } = await buildWeb({ outdir });
    expect(built).toBe(true);
    expect(sizes.filter(({ kb, limit }) => kb > limit)).toEqual([]);
    const page = readFileSync(join(outdir, 'index.html'), 'utf8');
    expect(page.match(/<script(?![^>]*\bsrc=)/g)).toBeNull();
    expect(page).not.toMatch(/\son\w+=/);
    for (const [, file = ''] of page.matchAll(/(?:src|href)="\/([^"]+)"/g))
      expect(() => readFileSync(join(outdir, file))).not.toThrow();
  });

  it('lets only the startup script delay the first paint', () => {
    const page = readFileSync(join(outdir, 'index.html'), 'utf8');
    const blocking = [...page.matchAll(/<script src="[^"]+"|<link rel="stylesheet"/g)].map(([tag]) => tag);
    expect(blocking).toEqual([
      expect.stringMatching(/^<script src="\/assets\/startup-\w+\.js"$/),
      '<link rel="stylesheet"',
    ]);
    const painted = page.indexOf('class="loading"');
    expect(page.indexOf('<link rel="stylesheet"')).toBeGreaterThan(painted);
    // The styles of the first paint come before it, and only once.
    expect(page.slice(0, painted)).toContain('.loading{');
    const styleSheets = readdirSync(join(outdir, 'assets')).filter((name) => name.endsWith('.css'));
    for (const name of styleSheets)
      expect(readFileSync(join(outdir, 'assets', name), 'utf8')).not.toMatch(/\.loading\{|--bg:\s*#/);
  });

  it('contains every chunk that another chunk imports', () => {
    const assets = readdirSync(join(outdir, 'assets'));
    const scripts = assets.filter((name) => name.endsWith('.js'));
    const named = scripts.flatMap((name) =>
      [...readFileSync(join(outdir, 'assets', name), 'utf8').matchAll(/(?:from|import\()"\.\/([\w.-]+\.js)"/g)].map(
        ([, target]) => target,
      ),
    );
    expect(named.length).toBeGreaterThan(scripts.length);
    expect(named.filter((name) => !scripts.includes(name ?? ''))).toEqual([]);
    expect(assets.filter((name) => name.endsWith('.css'))).toHaveLength(1);
  });

  it('skips the build when no source changed', async () => {
    await expect(buildWeb({ outdir })).resolves.toMatchObject({ built: false });
  });
});
