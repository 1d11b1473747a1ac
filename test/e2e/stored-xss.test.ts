import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser/browser.ts';
import { startLocalStack, type LocalStack } from '../support/stack/local-stack.ts';
import { visit } from '../support/screens/look.ts';
import { openVisitors, type Visitors } from '../support/screens/visitors.ts';
import type { Visit } from '../support/screens/visit.ts';
import { visits } from '../support/screens/visits.ts';
import { seedWorld, type World } from '../support/screens/world.ts';
import { carrierOf, carriers, MEDIA_TAG, type Carrier } from '../support/stored-markup/carriers.ts';
import { openPayloadSeeder, taggedVisits } from '../support/stored-markup/seed-payloads.ts';
import { payloads } from '../support/stored-markup/payloads.ts';
import { setTrap } from '../support/stored-markup/trap.ts';
import { textFieldsAccepting } from '../support/attacks/text-fields.ts';

jest.setTimeout(600_000);

let stack: LocalStack;
let browser: Browser;
let visitors: Visitors;
let own: readonly string[];
const screens = [...visits, ...taggedVisits];

beforeAll(async () => {
  [stack, browser] = await Promise.all([startLocalStack({ catalog: true }), launchBrowser()]);
  visitors = openVisitors(browser, stack.url);
  const policy = (await fetch(stack.url)).headers.get('content-security-policy') ?? '';
  own = [
    stack.url,
    ...(/connect-src ([^;]*)/.exec(policy)?.[1] ?? '').split(' ').filter((source) => source.startsWith('http')),
  ].map((source) => new URL(source).origin);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

describe('hostile texts', () => {
  it('are sixty, and every text field of the contract has a carrier', () => {
    expect(new Set(payloads).size).toBe(60);
    const fields = [...new Set(payloads.flatMap(textFieldsAccepting))];
    expect(fields.filter((field) => !(field in carrierOf))).toEqual([]);
    expect(Object.keys(carrierOf).filter((field) => !fields.includes(field))).toEqual([]);
  });

  it('neither run nor become markup on any screen, without a content security policy', async () => {
    const seeder = await openPayloadSeeder(stack);
    const runs: string[] = [];
    const markup: string[] = [];
    const failures: string[] = [];
    const seen = new Map<string, Set<string>>();
    let inspected = 0;
    const inspect = async (screen: Visit, world: World): Promise<void> => {
      const page = await visitors.open(screen.who, {
        bypassCSP: true,
        reducedMotion: 'reduce',
        viewport: { width: 1280, height: 800 },
      });
      try {
        const trap = await setTrap(page, own, () => screen.name);
        await visit(page, stack.url, screen, world).catch((error: unknown) =>
          failures.push(`${screen.name}: ${String(error).slice(0, 300)}`),
        );
        const text = await page.evaluate(
          () =>
            document.documentElement.outerHTML +
            [...document.querySelectorAll('input, textarea')]
              .map((field) => (field as HTMLInputElement).value)
              .join(' '),
        );
        for (const [carrier, mark] of Object.entries({ ...carriers, mediaTag: MEDIA_TAG }))
          if (text.includes(mark)) seen.set(carrier, (seen.get(carrier) ?? new Set()).add(screen.name));
        markup.push(...(await trap.markup()).map((found) => `${screen.name}: ${found}`));
        runs.push(...trap.runs);
        inspected += 1;
      } finally {
        await page.close();
      }
    };
    const inspectAll = async (world: World): Promise<void> => {
      const queue = [...screens];
      const work = async (): Promise<void> => {
        for (let screen = queue.shift(); screen; screen = queue.shift()) await inspect(screen, world);
      };
      await Promise.all([work(), work()]);
    };
    try {
      const world = await seedWorld(stack);
      await seeder.lists();
      await inspectAll(await seeder.details(world));
    } finally {
      seeder.close();
    }
    const mediaTagsShown = [...(seen.get('mediaTag') ?? [])];
    const unseen = (Object.keys(carriers) as Carrier[]).filter((carrier) => !seen.has(carrier));
    const cells = [...seen.values()].reduce((sum, screens) => sum + screens.size, 0);
    console.log(
      `${payloads.length} payloads × ${seen.size} kinds of text on ${screens.length} screens ` +
        `(${cells} pairs of text and screen, ${inspected} inspected): ${runs.length} runs`,
    );
    expect({ runs, markup, failures, unseen, mediaTagsShown }).toEqual({
      runs: [],
      markup: [],
      failures: [],
      unseen: [],
      mediaTagsShown: [],
    });
  });
});

describe('the content security policy', () => {
  let page: Page;
  beforeAll(async () => {
    page = await visitors.open('listener');
    await page.goto(`${stack.url}/streaming`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it.each<[string, () => void]>([
    [
      'a script element',
      () => {
        const script = document.createElement('script');
        script.textContent = 'ran()';
        document.body.append(script);
      },
    ],
    [
      'a handler in an attribute',
      () => {
        const image = document.createElement('div');
        image.innerHTML = '<img src="/no-such-image" onerror="ran()">';
        document.body.append(image);
      },
    ],
    [
      'a javascript: URL',
      () => {
        const link = document.createElement('a');
        link.href = 'javascript:ran()';
        document.body.append(link);
        link.click();
      },
    ],
    ['a string passed to setTimeout', () => void (globalThis.setTimeout as unknown as (code: string) => void)('ran()')],
    [
      'a script from another origin',
      () =>
        document.body.append(
          Object.assign(document.createElement('script'), { src: 'https://elsewhere.invalid/x.js' }),
        ),
    ],
    [
      'a data: script',
      () =>
        document.body.append(Object.assign(document.createElement('script'), { src: 'data:text/javascript,ran()' })),
    ],
    [
      'a data: frame',
      () =>
        document.body.append(
          Object.assign(document.createElement('iframe'), { src: 'data:text/html,<script>parent.ran()</script>' }),
        ),
    ],
    [
      'another base URL',
      () => document.head.append(Object.assign(document.createElement('base'), { href: 'https://elsewhere.invalid/' })),
    ],
  ])('blocks %s', async (_, inject) => {
    await page.evaluate(() => {
      const observed: { runs: number; blocked: string[] } = { runs: 0, blocked: [] };
      Object.assign(globalThis, { observed, ran: () => (observed.runs += 1) });
      document.addEventListener(
        'securitypolicyviolation',
        ({ effectiveDirective }) => observed.blocked.push(effectiveDirective),
        { once: true },
      );
    });
    await page.evaluate(inject);
    await page.waitForFunction(
      () => (globalThis as unknown as { observed: { blocked: string[] } }).observed.blocked.length > 0,
      undefined,
      { timeout: 30_000 },
    );
    expect(await page.evaluate(() => (globalThis as unknown as { observed: { runs: number } }).observed.runs)).toBe(0);
  });
});
