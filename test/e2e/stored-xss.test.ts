import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser/browser.ts';
import { startLocalStack, type LocalStack } from '../support/stack/local-stack.ts';
import { visit } from '../support/screens/look.ts';
import { openVisitors, type Visitors } from '../support/screens/visitors.ts';
import { visits, type Visit } from '../support/screens/visits.ts';
import { seedWorld, type World } from '../support/screens/world.ts';
import { carrierOf, carriers, MEDIA_TAG, type Carrier } from '../support/stored-markup/carriers.ts';
import { openHanger, taggedVisits } from '../support/stored-markup/hang.ts';
import { payloads } from '../support/stored-markup/payloads.ts';
import { setTrap } from '../support/stored-markup/trap.ts';
import { textFieldsTaking } from '../support/attacks/text-fields.ts';

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
  it('are sixty, and every text field of the contract has a carrier for them', () => {
    expect(new Set(payloads).size).toBe(60);
    const fields = [...new Set(payloads.flatMap(textFieldsTaking))];
    expect(fields.filter((field) => !(field in carrierOf))).toEqual([]);
    expect(Object.keys(carrierOf).filter((field) => !fields.includes(field))).toEqual([]);
  });

  it('run on no screen, and become no markup there, without the content security policy', async () => {
    const hanger = await openHanger(stack);
    const runs: string[] = [];
    const markup: string[] = [];
    const failures: string[] = [];
    const seen = new Map<string, Set<string>>();
    let looks = 0;
    const look = async (place: Visit, world: World): Promise<void> => {
      const page = await visitors.open(place.who, {
        bypassCSP: true,
        reducedMotion: 'reduce',
        viewport: { width: 1280, height: 800 },
      });
      try {
        const trap = await setTrap(page, own, () => place.name);
        await visit(page, stack.url, place, world).catch((error: unknown) =>
          failures.push(`${place.name}: ${String(error).slice(0, 300)}`),
        );
        const text = await page.evaluate(
          () =>
            document.documentElement.outerHTML +
            [...document.querySelectorAll('input, textarea')]
              .map((field) => (field as HTMLInputElement).value)
              .join(' '),
        );
        for (const [carrier, mark] of Object.entries({ ...carriers, mediaTag: MEDIA_TAG }))
          if (text.includes(mark)) seen.set(carrier, (seen.get(carrier) ?? new Set()).add(place.name));
        markup.push(...(await trap.markup()).map((found) => `${place.name}: ${found}`));
        runs.push(...trap.runs);
        looks += 1;
      } finally {
        await page.close();
      }
    };
    const walk = async (world: World): Promise<void> => {
      const queue = [...screens];
      const work = async (): Promise<void> => {
        for (let place = queue.shift(); place; place = queue.shift()) await look(place, world);
      };
      await Promise.all([work(), work()]);
    };
    try {
      const world = await seedWorld(stack);
      await hanger.lists();
      await walk(await hanger.details(world));
    } finally {
      hanger.close();
    }
    const told = [...(seen.get('mediaTag') ?? [])];
    const unseen = (Object.keys(carriers) as Carrier[]).filter((carrier) => !seen.has(carrier));
    const cells = [...seen.values()].reduce((sum, screens) => sum + screens.size, 0);
    console.log(
      `${payloads.length} payloads × ${seen.size} kinds of text on ${screens.length} screens (${cells} pairs of text and screen, ${looks} looks): ${runs.length} runs`,
    );
    expect({ runs, markup, failures, unseen, told }).toEqual({
      runs: [],
      markup: [],
      failures: [],
      unseen: [],
      told: [],
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
      'an address that is a script',
      () => {
        const link = document.createElement('a');
        link.href = 'javascript:ran()';
        document.body.append(link);
        link.click();
      },
    ],
    ['a text that is run later', () => void (globalThis.setTimeout as unknown as (code: string) => void)('ran()')],
    [
      'a script from elsewhere',
      () =>
        document.body.append(
          Object.assign(document.createElement('script'), { src: 'https://elsewhere.invalid/x.js' }),
        ),
    ],
    [
      'a script of data',
      () =>
        document.body.append(Object.assign(document.createElement('script'), { src: 'data:text/javascript,ran()' })),
    ],
    [
      'a frame with a page of its own',
      () =>
        document.body.append(
          Object.assign(document.createElement('iframe'), { src: 'data:text/html,<script>parent.ran()</script>' }),
        ),
    ],
    [
      'another base for every address',
      () => document.head.append(Object.assign(document.createElement('base'), { href: 'https://elsewhere.invalid/' })),
    ],
  ])('stops %s by itself', async (_, inject) => {
    await page.evaluate(() => {
      const noted: { runs: number; refused: string[] } = { runs: 0, refused: [] };
      Object.assign(globalThis, { noted, ran: () => (noted.runs += 1) });
      document.addEventListener(
        'securitypolicyviolation',
        ({ effectiveDirective }) => noted.refused.push(effectiveDirective),
        { once: true },
      );
    });
    await page.evaluate(inject);
    await page.waitForFunction(
      () => (globalThis as unknown as { noted: { refused: string[] } }).noted.refused.length > 0,
      undefined,
      { timeout: 30_000 },
    );
    expect(await page.evaluate(() => (globalThis as unknown as { noted: { runs: number } }).noted.runs)).toBe(0);
  });
});
