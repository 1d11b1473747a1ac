import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../../support/browser/browser.ts';
import { openConsole, type ConsoleClient } from '../../support/stack/console.ts';
import { startLocalStack, waitFor, type LocalStack } from '../../support/stack/local-stack.ts';
import { openOperator, type Operator } from '../../support/stack/operator.ts';
import { codeIn, openSession } from '../../support/stack/session.ts';
import { ComprehendClient, DetectSentimentCommand } from '@aws-sdk/client-comprehend';
import { DetectModerationLabelsCommand, RekognitionClient } from '@aws-sdk/client-rekognition';
import { ListQueuesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

const SECTIONS = [
  'mail',
  'payments',
  'queues',
  'functions',
  'schedules',
  'conversions',
  'transcriptions',
  'images',
  'texts',
  'storage',
  'metrics',
  'alarms',
  'faults',
] as const;
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

let stack: LocalStack;
let operator: Operator;
let cloud: ConsoleClient;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let email: string;
let code: string;
const problems: string[] = [];

const open = async (section: (typeof SECTIONS)[number]): Promise<void> => {
  await page.goto(`${stack.url}/_local#${section}`);
  await page.locator('#view h1').waitFor();
};
const button = (name: string | RegExp) => page.getByRole('button', { name });

/** Calls whose rows the console shows: of a picture that does not exist, and of a text. */
const analyze = async (): Promise<void> => {
  const rekognition = new RekognitionClient(operator.settings);
  const comprehend = new ComprehendClient(operator.settings);
  const picture = { S3Object: { Bucket: 'none', Name: 'no.jpg' } };
  await expect(rekognition.send(new DetectModerationLabelsCommand({ Image: picture }))).rejects.toThrow('from S3');
  await comprehend.send(new DetectSentimentCommand({ Text: 'What a lovely evening', LanguageCode: 'en' }));
  rekognition.destroy();
  comprehend.destroy();
};

beforeAll(async () => {
  // A cloud of its own: this file shows everything that the cloud does.
  stack = await startLocalStack();
  operator = openOperator(stack);
  cloud = openConsole(stack.url);
  await analyze();
  email = 'console@example.org';
  const session = await openSession(stack.url);
  await session.signUp(email, 'Soundstage-demo-1');
  code = codeIn(await stack.mailTo(email));
  session.close();
  const sqs = new SQSClient(operator.settings);
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
  const dead = QueueUrls.find((url) => url.includes('DeletionQueueDeadLetters'));
  for (const id of ['cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAW']) {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: dead,
        MessageBody: JSON.stringify({
          source: 'soundstage',
          'detail-type': 'ContentDeleted.v1',
          detail: { contentId: id },
        }),
      }),
    );
  }
  sqs.destroy();
  browser = await launchBrowser();
  // The page's own policy would block the accessibility checker.
  context = await browser.newContext({ bypassCSP: true, viewport: { width: 1280, height: 860 } });
  page = await context.newPage();
  // The browser reports a rejected value too.
  page.on(
    'console',
    (message) =>
      message.type() === 'error' && !message.text().includes('status of 400') && problems.push(message.text()),
  );
  page.on('pageerror', (error) => problems.push(error.message));
});
afterEach(() => cloud.heal());
afterAll(async () => {
  await browser?.close();
  operator?.close();
  await stack?.stop();
});

it.each([
  [1280, 'dark'],
  [1280, 'light'],
  [320, 'dark'],
  [320, 'light'],
] as const)('is accessible and fits at %d pixels, %s', async (width, colorScheme) => {
  const narrow = await browser.newContext({ bypassCSP: true, viewport: { width, height: 700 }, colorScheme });
  const own = await narrow.newPage();
  await cloud.fault({ dependency: 'mediaconvert', kind: 'slow' });
  const found: string[] = [];
  for (const section of SECTIONS) {
    await own.goto(`${stack.url}/_local#${section}`);
    await own.locator('#view h1').waitFor();
    await own.locator('.alert').waitFor();
    if (section === 'functions') await own.getByRole('button', { name: 'Open: catalog', exact: true }).click();
    if (section === 'queues')
      await own.getByRole('button', { name: /^Show messages: Deletion Queue Dead Letters/ }).click();
    if (section === 'functions' || section === 'queues') await own.locator('.inner').waitFor();
    const overflow = await own.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) found.push(`${section}: ${overflow} pixels too wide`);
    await own.evaluate(axe);
    const violations = await own.evaluate(async () => {
      const { axe: checker } = globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }> };
      };
      return (await checker.run()).violations.map(
        ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
    });
    found.push(...violations.map((violation) => `${section}: ${violation}`));
  }
  await narrow.close();
  expect(found).toEqual([]);
});

it('complies with its own policy, and accepts no request from another origin', async () => {
  const strict = await browser.newContext();
  const own = await strict.newPage();
  const broken: string[] = [];
  own.on('console', (message) => message.type() === 'error' && broken.push(message.text()));
  for (const section of SECTIONS) {
    await own.goto(`${stack.url}/_local#${section}`);
    await own.locator('#view h1').waitFor();
  }
  expect(broken).toEqual([]);
  // 127.0.0.1 is a different origin than localhost on the same machine.
  const foreign = stack.url.replace('localhost', '127.0.0.1');
  await own.goto(`${foreign}/config.json`);
  const responseType = await own.evaluate(async (url) => {
    const response = await fetch(`${url}/_local/faults`, {
      method: 'POST',
      mode: 'no-cors',
      body: JSON.stringify({ dependency: 's3', kind: 'down', seconds: 600 }),
    });
    return response.type;
  }, stack.url);
  expect(responseType).toBe('opaque');
  expect(await cloud.faults()).toEqual([]);
  await strict.close();
});

it('shows a mail with its code ready to copy', async () => {
  await open('mail');
  const mail = page.locator('li.mail', { hasText: email });
  await mail.getByText(code, { exact: true }).waitFor();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await mail.getByRole('button', { name: /^Copy code/ }).click();
  await mail.getByText(`Copied ${code}.`).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  expect(await mail.getByRole('link').getAttribute('href')).toContain(`code=${code}`);
});

it('sends one dead letter back, retries it when it fails, then sends all', async () => {
  await open('queues');
  await button(/^Show messages: Deletion Queue Dead Letters/).click();
  const inner = page.locator('.inner');
  await inner
    .getByRole('button', { name: /^Show body/ })
    .first()
    .click();
  await inner.getByText('ContentDeleted.v1').waitFor();
  await cloud.fault({ dependency: 'function:deletion', kind: 'failing' });
  await inner
    .getByRole('button', { name: /^Redrive/ })
    .first()
    .click();
  await page.getByText('1 message moved back.').first().waitFor();
  await button(/^Retry failed now: Deletion Queue/).waitFor();
  await cloud.heal();
  await button(/^Retry failed now: Deletion Queue/).click();
  await page.getByText('1 message delivered again.').waitFor();
  await button(/^Redrive all: Deletion Queue Dead Letters/).click();
  await waitFor('an empty queue', async () => {
    const queues = await cloud.get<{ available: number; takesFailures: boolean }[]>('queues');
    return queues.every(({ available }) => available === 0) ? true : undefined;
  });
});

it('runs a function with an event and a schedule on demand, and shows both runs', async () => {
  await open('functions');
  await button('Open: sweeper').click();
  await page.getByLabel('Run sweeper with this event').fill('{"by":"hand"}');
  await button('Run').click();
  await page.getByText('Done. See the response below.').waitFor();
  const runsBefore = (await cloud.get<{ executions: unknown[] }>('functions/sweeper')).executions.length;
  await open('schedules');
  await button(/^Run now: Sweeping/).click();
  await page.getByText('Started. See the run under Functions.').waitFor();
  await waitFor('the run', async () =>
    (await cloud.get<{ executions: unknown[] }>('functions/sweeper')).executions.length > runsBefore ? true : undefined,
  );
});

it('explains an invalid event next to it', async () => {
  await open('functions');
  await button('Open: docs').click();
  await page.getByLabel('Run docs with this event').fill('{');
  await button('Run').click();
  await page.getByText(/^The event is not valid JSON/).waitFor();
});

it('shows calls of the services that analyze pictures and texts', async () => {
  await open('images');
  await page
    .getByRole('row', { name: /DetectModerationLabels .*s3:\/\/none\/no\.jpg .*Unable to get object/ })
    .waitFor();
  await page.getByText('models not loaded').waitFor();
  await open('texts');
  await page.getByRole('row', { name: /DetectSentiment 1 21 bytes analyzed/ }).waitFor();
  await page.getByText('What a lovely evening').waitFor({ state: 'detached' });
});

it('starts a fault that affects the product and that can be ended by hand', async () => {
  await open('faults');
  await page.getByLabel('Dependency', { exact: true }).selectOption('dynamodb');
  await page.getByLabel('Type of fault').selectOption('failing');
  await page.getByLabel('Duration (seconds)').fill('120');
  await button('Start fault').click();
  await page.getByText('Database (DynamoDB) is failing for 120 s.').waitFor();
  expect(await cloud.faults()).toEqual([
    expect.objectContaining({ dependency: 'dynamodb', kind: 'failing', share: 1 }),
  ]);
  await page.getByLabel('Duration (seconds)').fill('900');
  // The field itself rejects the value; without the limit, the API does.
  await page.evaluate(() => document.querySelectorAll('input').forEach((input) => input.removeAttribute('max')));
  await button('Start fault').click();
  await page.getByText(/seconds: Too big/).waitFor();
  await open('queues');
  await button('End now: dynamodb').click();
  await page.locator('.alert').waitFor({ state: 'detached' });
  expect(await cloud.faults()).toEqual([]);
});

it('lists stored files and opens one', async () => {
  await open('storage');
  await button(/^site/).click();
  await page.getByRole('rowheader', { name: 'index.html' }).waitFor();
  await page.getByRole('button', { name: 'assets/' }).click();
  await page.getByRole('navigation', { name: 'Folder' }).getByText('assets').waitFor();
  const link = await page
    .getByRole('link', { name: /^Open: assets\/.*\.js$/ })
    .first()
    .getAttribute('href');
  const file = await fetch(`${stack.url}${link ?? ''}`);
  expect(file.headers.get('content-security-policy')).toMatch(/^sandbox/);
  expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8');
});

it('keeps focus and input while it refreshes, and pauses in a hidden tab', async () => {
  await open('functions');
  await page.getByRole('button', { name: 'Open: account', exact: true }).click();
  const event = page.getByLabel('Run account with this event');
  await event.fill('{"half');
  const refreshed = (): Promise<unknown> =>
    page.waitForResponse((response) => response.url().endsWith('/_local/overview'));
  await refreshed();
  await refreshed();
  expect(await event.inputValue()).toBe('{"half');
  expect(await event.evaluate((element) => element === document.activeElement)).toBe(true);
  const requests: string[] = [];
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.getByText('Paused').waitFor();
  page.on('request', (request) => requests.push(request.url()));
  // Longer than a refresh, to prove that none happens.
  await page.waitForTimeout(2500);
  expect(requests).toEqual([]);
  expect(problems).toEqual([]);
});
