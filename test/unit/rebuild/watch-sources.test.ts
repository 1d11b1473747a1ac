import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchSources } from '../../../infra/rebuild/watch-sources.ts';
import { waitFor } from '../../support/stack/local-stack.ts';

let root: string;
let stop: () => void;
let heard: string[][];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'soundstage-watch-'));
  mkdirSync(join(root, 'src', 'deep'), { recursive: true });
  writeFileSync(join(root, 'src', 'deep', 'a.ts'), '1');
  heard = [];
  stop = watchSources({
    root,
    folders: ['src', 'not-there'],
    quietMs: 30,
    onChange: (paths) => heard.push([...paths].sort()),
    onError: (error) => {
      throw error;
    },
  });
});
afterEach(() => {
  stop();
  rmSync(root, { recursive: true, force: true });
});

const hears = (path: string) => waitFor(path, async () => (heard.flat().includes(path) ? true : undefined), 5000);

it('hears of a file that is written and of one that takes its place, more than once', async () => {
  writeFileSync(join(root, 'src', 'deep', 'a.ts'), '2');
  await hears('src/deep/a.ts');
  for (let turn = 0; turn < 2; turn += 1) {
    heard.length = 0;
    writeFileSync(join(root, 'src', 'deep', '.a.ts.swp'), '3');
    renameSync(join(root, 'src', 'deep', '.a.ts.swp'), join(root, 'src', 'deep', 'a.ts'));
    await hears('src/deep/a.ts');
  }
  expect(heard.flat().filter((path) => path.includes('.swp'))).toEqual([]);
});

it('hears of files in folders that came later, and in one that went and came back', async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    mkdirSync(join(root, 'src', 'new'));
    await hears('src/new');
    heard.length = 0;
    writeFileSync(join(root, 'src', 'new', 'b.ts'), '1');
    await hears('src/new/b.ts');
    rmSync(join(root, 'src', 'new'), { recursive: true });
    await hears('src/new');
    heard.length = 0;
  }
});

it('tells many changes at once when it has become quiet', async () => {
  for (const name of ['x.ts', 'y.ts', 'z.ts']) writeFileSync(join(root, 'src', name), '1');
  await hears('src/z.ts');
  expect(heard).toEqual([['src/x.ts', 'src/y.ts', 'src/z.ts']]);
});
