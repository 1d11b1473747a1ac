import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDemoState } from '../../../bin/demo/state.ts';
import { demoTitles } from '../../../bin/demo/titles.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'soundstage-demo-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('stores the progress of each title', () => {
  const state = openDemoState(folder, false);
  expect({ empty: state.empty, seeded: state.isSeeded() }).toEqual({ empty: false, seeded: false });
  state.markSeeded();
  state.setTitle('a', { contentId: 'c', s3Key: 'k', stage: 'uploading' });
  const again = openDemoState(folder, false);
  expect(again.isSeeded()).toBe(true);
  expect(again.title('a')).toEqual({ contentId: 'c', s3Key: 'k', stage: 'uploading' });
  expect(again.title('b')).toBeUndefined();
});

it('stays empty once created without titles', () => {
  openDemoState(folder, true);
  expect(openDemoState(folder, false).empty).toBe(true);
});

it('rejects --empty for a folder with demo titles', () => {
  openDemoState(folder, false);
  expect(() => openDemoState(folder, true)).toThrow(/contains the demo catalog.*npm start -- --reset --empty$/);
});

it('creates no titles in a folder from before the demo catalog existed', () => {
  writeFileSync(join(folder, 'demo.json'), JSON.stringify({ accounts: ['admin@soundstage.local'] }));
  const state = openDemoState(folder, false);
  expect({ empty: state.empty, seeded: state.isSeeded() }).toEqual({ empty: true, seeded: true });
});

it('creates nothing twice in a folder whose state file was cut short', () => {
  writeFileSync(join(folder, 'demo.json'), '{"empty":fal');
  const state = openDemoState(folder, false);
  expect({ empty: state.empty, seeded: state.isSeeded() }).toEqual({ empty: true, seeded: true });
});

it('credits every file of the catalog', () => {
  const credits = readFileSync(join(__dirname, '../../../bin/demo/CREDITS.md'), 'utf8');
  expect(demoTitles.filter(({ file }) => !credits.includes(`| \`${file}\` |`))).toEqual([]);
  expect(new Set(demoTitles.map(({ key }) => key)).size).toBe(demoTitles.length);
  for (const type of ['music', 'video'])
    expect(demoTitles.filter(({ contentType }) => contentType === type).length).toBeGreaterThanOrEqual(3);
});
