import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyCheckout } from '../../bench/checkout.ts';
import { copyTemplate } from '../../support/stack/cached-template.ts';
import { startLocalStack, waitFor, type LocalStack } from '../../support/stack/local-stack.ts';
import { descendantsOf, runningProcesses } from '../../support/stack/processes.ts';
import { repositoryRoot } from '../../support/source-tree.ts';

const checkout = copyCheckout(repositoryRoot);
const HANDLER = 'lambdas/http/openapi.ts';
const original = readFileSync(join(checkout.root, HANDLER), 'utf8');
let stack: LocalStack;

/** The texts of edited files before their first edit, by path in the checkout. */
const unedited = new Map<string, string>();

/** Edits a file of the copy. */
const edit = (file: string, change: (text: string) => string): void => {
  const path = join(checkout.root, file);
  const before = readFileSync(path, 'utf8');
  if (!unedited.has(file)) unedited.set(file, before);
  const after = change(before);
  if (after === before) throw new Error(`${file} has nothing to change`);
  writeFileSync(path, after);
};
const withTitle = (title: string) => original.replace("title: 'Soundstage', version", `title: '${title}', version`);
const apiTitle = async (): Promise<string> => {
  const document = (await (await fetch(`${stack.url}/api/openapi.json`)).json()) as { info: { title: string } };
  return document.info.title;
};
const pageTitle = async (): Promise<string> =>
  /<title>(.*)<\/title>/.exec(await (await fetch(stack.url)).text())?.[1] ?? '';
/** Watches the stack's output from now on. */
const listen = () => {
  const from = stack.output().length;
  return {
    waitForOutput: (what: RegExp) => waitFor(String(what), async () => what.exec(stack.output().slice(from))?.[0]),
    text: () => stack.output().slice(from),
  };
};

beforeAll(async () => {
  copyTemplate(checkout.root, checkout.dataFolder);
  stack = await startLocalStack({ root: checkout.root, dataFolder: checkout.dataFolder, watch: true });
});
afterAll(async () => {
  await stack.stop();
  checkout.remove();
});

it('runs a changed function on the next call, and leaves the others alone', async () => {
  expect(await apiTitle()).toBe('Soundstage');
  const { waitForOutput, text } = listen();
  for (const title of ['Changed once', 'Changed twice']) {
    const from = performance.now();
    edit(HANDLER, () => withTitle(title));
    await waitFor('the new response', async () => ((await apiTitle()) === title ? true : undefined));
    console.log(`a changed function responds after ${Math.round(performance.now() - from)} ms`);
    await waitForOutput(/Rebuilt docs in \d+ ms/);
  }
  expect(text()).not.toMatch(/Rebuilt (?!docs in)/);
});

it('reports file and line of a build error, keeps the old build, and rebuilds once it is fixed', async () => {
  const broken = listen();
  edit(HANDLER, (text) => `const = 1;\n${text}`);
  await broken.waitForOutput(/lambdas\/http\/openapi\.ts:1:6/);
  await broken.waitForOutput(/The previous build keeps running/);
  expect(await apiTitle()).toBe('Changed twice');
  const fixed = listen();
  edit(HANDLER, () => withTitle('Fixed'));
  await fixed.waitForOutput(/Rebuilt docs/);
  expect(await apiTitle()).toBe('Fixed');
});

it('serves a changed page with its configuration, and still serves the files of the previous build', async () => {
  const script = /src="(\/assets\/main-[^"]+\.js)"/.exec(await (await fetch(stack.url)).text())?.[1] ?? '';
  const config = await (await fetch(`${stack.url}/config.json`)).text();
  const { waitForOutput } = listen();
  const from = performance.now();
  edit('web/src/features/landing/texts.ts', (text) =>
    text.replace("welcomeBack: 'Welcome back'", "welcomeBack: 'Good to see you'"),
  );
  edit('web/index.html', (text) => text.replace(/<title>.*<\/title>/, '<title>Another</title>'));
  await waitForOutput(/Rebuilt the site \(reload the page\) in \d+ ms/);
  console.log(`a changed page is served after ${Math.round(performance.now() - from)} ms`);
  expect(await pageTitle()).toBe('Another');
  expect(await (await fetch(`${stack.url}/config.json`)).text()).toBe(config);
  expect((await fetch(stack.url + script)).headers.get('content-type')).toMatch(/javascript/);
});

it('keeps serving a page that no longer builds, and asks for a restart when the template changes', async () => {
  const page = listen();
  edit('web/src/features/landing/texts.ts', (text) => `${text}\nconst const;\n`);
  await page.waitForOutput(/web\/src\/features\/landing\/texts\.ts:\d+:\d+/);
  expect(await pageTitle()).toBe('Another');
  edit('web/src/features/landing/texts.ts', (text) => text.replace('\nconst const;\n', ''));
  const template = listen();
  edit('infra/stages.ts', (text) => `${text}\n`);
  await template.waitForOutput(/infra\/stages\.ts changed\. Restart npm start to apply it/);
});

it('leaves no child process when it is stopped during a rebuild, and starts from the files on disk', async () => {
  const { pid } = JSON.parse(readFileSync(join(checkout.dataFolder, 'endpoint.json'), 'utf8')) as { pid: number };
  edit('lambdas/contract/errors.ts', (text) => `${text}\nexport const added = 1;\n`);
  await waitFor('esbuild', async () => descendantsOf(pid).find(({ command }) => /esbuild/.test(command)));
  const before = descendantsOf(pid);
  await stack.stop();
  const remaining = runningProcesses().filter(
    ({ pid: one, command }) => before.some((child) => child.pid === one) || command.includes(checkout.root),
  );
  console.log(`stopped during a rebuild: ${before.length} child processes before, ${remaining.length} after`);
  expect(remaining).toEqual([]);

  // All of them, so that the start uses the first builds instead of making new ones.
  for (const [file, text] of unedited) writeFileSync(join(checkout.root, file), text);
  stack = await startLocalStack({ root: checkout.root, dataFolder: checkout.dataFolder });
  expect(await apiTitle()).toBe('Soundstage');
});
