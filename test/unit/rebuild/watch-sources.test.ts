import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchSources } from '../../../infra/rebuild/watch-sources.ts';
import { waitFor } from '../../support/stack/local-stack.ts';

let root: string;
let stop: () => void;
let reported: string[][];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'soundstage-watch-'));
  mkdirSync(join(root, 'src', 'deep'), { recursive: true });
  writeFileSync(join(root, 'src', 'deep', 'a.ts'), '1');
  reported = [];
  stop = watchSources({
    root,
    folders: ['src', 'not-there'],
    quietMs: 30,
    onChange: (paths) => reported.push([...paths].sort()),
    onError: (error) => {
      throw error;
    },
  });
});
afterEach(() => {
  stop();
  rmSync(root, { recursive: true, force: true });
});

const waitForReport = (path: string) =>
  waitFor(path, async () => (reported.flat().includes(path) ? true : undefined), 5000);

it('reports a file that is written and one that replaces it, repeatedly', async () => {
  writeFileSync(join(root, 'src', 'deep', 'a.ts'), '2');
  await waitForReport('src/deep/a.ts');
  for (let turn = 0; turn < 2; turn += 1) {
    reported.length = 0;
    writeFileSync(join(root, 'src', 'deep', '.a.ts.swp'), '3');
    renameSync(join(root, 'src', 'deep', '.a.ts.swp'), join(root, 'src', 'deep', 'a.ts'));
    await waitForReport('src/deep/a.ts');
  }
  expect(reported.flat().filter((path) => path.includes('.swp'))).toEqual([]);
});

it('reports files in new folders, and in a folder that is deleted and created again', async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    mkdirSync(join(root, 'src', 'new'));
    await waitForReport('src/new');
    reported.length = 0;
    writeFileSync(join(root, 'src', 'new', 'b.ts'), '1');
    await waitForReport('src/new/b.ts');
    rmSync(join(root, 'src', 'new'), { recursive: true });
    await waitForReport('src/new');
    reported.length = 0;
  }
});

it('reports many changes together once they stop', async () => {
  for (const name of ['x.ts', 'y.ts', 'z.ts']) writeFileSync(join(root, 'src', name), '1');
  await waitForReport('src/z.ts');
  expect(reported).toEqual([['src/x.ts', 'src/y.ts', 'src/z.ts']]);
});
