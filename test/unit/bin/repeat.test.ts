import { mkdtempSync, rmSync, writeFileSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import type { JestRun } from '../../../bin/steps/jest-run.ts';
import { beOnlyRun, OtherRunError } from '../../../bin/steps/only-run.ts';
import { repeatTests } from '../../../bin/steps/repeat.ts';

describe('repeated tests', () => {
  let printed: string[];
  beforeEach(() => {
    printed = [];
    jest.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text));
  });
  afterEach(() => jest.restoreAllMocks());

  const fileOf = (...failed: readonly string[]): JestRun => ({
    files: [{ path: 'a.test.ts', seconds: 1, passed: 1, failures: failed.map((name) => ({ name, message: '' })) }],
    crashed: false,
    processorSeconds: 0,
  });

  it('says how often each test failed, the most frequent first', async () => {
    const runs = [fileOf('rare', 'often'), fileOf('often'), fileOf()];
    expect(await repeatTests(3, ['a.test.ts'], async () => runs.shift() as JestRun)).toBe(1);
    expect(printed.filter((line) => line.startsWith('failed'))).toEqual([
      'failed 2 of 3: a.test.ts › often',
      'failed 1 of 3: a.test.ts › rare',
    ]);
    expect(printed.at(-1)).toBe('\n3 passed, 3 failed');
  });

  it('counts a run that found no tests as a failure', async () => {
    expect(await repeatTests(2, ['no.test.ts'], async () => ({ files: [], crashed: false, processorSeconds: 0 }))).toBe(
      1,
    );
    expect(printed).toContain('failed 2 of 2: no.test.ts did not run');
  });

  it('succeeds when no test failed', async () => {
    expect(await repeatTests(2, ['a.test.ts'], async () => fileOf())).toBe(0);
    expect(printed.at(-1)).toBe('\n2 passed, 0 failed');
  });
});

describe('the only run in a checkout', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'soundstage-run-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is rejected while another one runs, which it names', () => {
    const file = join(folder, 'run.pid');
    writeFileSync(file, String(process.ppid));
    expect(() => beOnlyRun(file)).toThrow(OtherRunError);
    expect(() => beOnlyRun(file)).toThrow(`process ${process.ppid}`);
    expect(readFileSync(file, 'utf8')).toBe(String(process.ppid));
  });

  it('replaces one that was killed, and leaves nothing behind', () => {
    const file = join(folder, 'new', 'run.pid');
    const script = `
      const { beOnlyRun } = await import(${JSON.stringify(join(__dirname, '../../../bin/steps/only-run.ts'))});
      beOnlyRun(${JSON.stringify(file)});
      if (process.argv[1] === 'kill') process.kill(process.pid, 'SIGKILL');`;
    const run = (...args: readonly string[]) =>
      spawnSync(process.execPath, ['--input-type=module', '--eval', script, ...args], { encoding: 'utf8' });
    expect(run('kill').signal).toBe('SIGKILL');
    expect(existsSync(file)).toBe(true);
    expect(run()).toMatchObject({ status: 0, stderr: '' });
    expect(existsSync(file)).toBe(false);
  });
});
