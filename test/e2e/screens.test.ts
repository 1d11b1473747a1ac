import type { Browser, Page } from 'playwright-core';
import { textFieldsAccepting } from '../support/attacks/text-fields.ts';
import { launchBrowser } from '../support/browser/browser.ts';
import { forcedColorsFaultsOf } from '../support/screens/forced-colors.ts';
import { openVisitors, type Visitors } from '../support/screens/visitors.ts';
import { visits } from '../support/screens/visits.ts';
import { walk, type Findings } from '../support/screens/walk.ts';
import { seedWorld } from '../support/screens/world.ts';
import { startLocalStack, waitFor, type LocalStack } from '../support/stack/local-stack.ts';
import { carrierOf, carriers, type Carrier } from '../support/stored-markup/carriers.ts';
import { payloads } from '../support/stored-markup/payloads.ts';
import { openPayloadSeeder } from '../support/stored-markup/seed-payloads.ts';
import { taggedVisits } from '../support/stored-markup/tagged-media.ts';
import { isSoak } from '../support/rounds.ts';
import { setTrap } from '../support/stored-markup/trap.ts';

let stack: LocalStack;
let browser: Browser;
let visitors: Visitors;
let own: readonly string[];

const WINDOW = { width: 1280, height: 800 };

beforeAll(async () => {
  // A cloud of its own: this file has the demo catalog, and hostile texts in everything.
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

describe('the hostile texts', () => {
  it('are sixty, and every text field of the contract has a carrier', () => {
    expect(new Set(payloads).size).toBe(60);
    const fields = [...new Set(payloads.flatMap(textFieldsAccepting))];
    expect(fields.filter((field) => !(field in carrierOf))).toEqual([]);
    expect(Object.keys(carrierOf).filter((field) => !fields.includes(field))).toEqual([]);
  });

  it('are noticed on a page that shows one as markup', async () => {
    const page = await visitors.open('visitor');
    const trap = await setTrap(page, own);
    await page.goto(stack.url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect([trap.runs, trap.blocked, await trap.markup()]).toEqual([[], [], []]);
    await page.evaluate(() => (document.body.innerHTML = '<img src="/no-such-image" onerror=_x()>'));
    await waitFor('the payload', async () => (trap.runs.length > 0 && trap.blocked.length > 0 ? true : undefined));
    expect([trap.runs, trap.blocked]).toEqual([['a payload ran'], ['script-src-attr inline']]);
    expect(await trap.markup()).toEqual([expect.stringContaining('onerror')]);
    await page.close();
  });
});

describe('every screen, in a world full of hostile texts', () => {
  const screens = [...visits, ...taggedVisits];
  let found: Findings;

  beforeAll(async () => {
    const seeder = await openPayloadSeeder(stack);
    try {
      const world = await seedWorld(stack);
      await seeder.lists();
      found = await walk({ origin: stack.url, visitors, own, world: await seeder.details(world) }, screens);
    } finally {
      seeder.close();
    }
    console.log(
      `${new Set(screens.map(({ route }) => route)).size} routes and ` +
        `${new Set(screens.flatMap(({ overlay }) => overlay ?? [])).size} dialogs, ` +
        `each in ${isSoak ? 'both themes' : 'one theme (npm run soak: both)'}; ` +
        `${payloads.length} payloads × ${found.seen.size} kinds of text, ` +
        `${[...found.seen.values()].reduce((sum, names) => sum + names.size, 0)} pairs of text and screen`,
    );
  });

  // Also: fits 320 to 1280 pixels, respects reduced motion, and every dialog keeps and returns the focus.
  it('has no accessibility violations', () => expect(found.faults).toEqual([]));

  it('has no script errors, and no warnings in the console', () => expect(found.errors).toEqual([]));

  it('needs nothing that the content security policy blocks', () => expect(found.blocked).toEqual([]));

  it('neither runs a text nor turns it into markup, even without the policy', () =>
    expect([found.runs, found.markup]).toEqual([[], []]));

  it('is visited where every kind of text appears, and never shows the tags of a media file', () => {
    expect((Object.keys(carriers) as Carrier[]).filter((carrier) => !found.seen.has(carrier))).toEqual([]);
    expect([...(found.seen.get('mediaTag') ?? [])]).toEqual([]);
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

describe('navigation', () => {
  let page: Page;
  const focused = () =>
    page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent ?? ''}`);
  const announced = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[role=status], [aria-live]')]
        .map(({ textContent }) => textContent ?? '')
        .filter((text) => text !== ''),
    );

  beforeAll(async () => {
    page = await visitors.open('listener', { viewport: WINDOW });
  });

  it('announces nothing on the first load and starts with the skip link', async () => {
    await page.goto(`${stack.url}/streaming`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await announced()).not.toContain(await page.title());
    expect(await focused()).toMatch(/^BODY/);
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('A Skip to content');
    expect(
      await page
        .getByRole('link', { name: 'Skip to content' })
        .evaluate((link) => link.getBoundingClientRect().top >= 0 && link.checkVisibility({ opacityProperty: true })),
    ).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.id === 'main');
  });

  it('gives each screen a title, focuses its heading and announces its title once', async () => {
    const titles = [await page.title()];
    for (const [link, heading] of [
      ['Plans', 'Choose your plan'],
      ['Streaming', 'Discover Amazing Content'],
      ['Home', /stage of your own/],
    ] as const) {
      await page.getByRole('link', { name: link, exact: true }).first().click();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
      const title = await page.title();
      await page.waitForFunction(
        (name) =>
          [...document.querySelectorAll('[role=status], [aria-live]')].some(({ textContent }) => textContent === name),
        title,
      );
      expect((await announced()).filter((text) => text === title)).toHaveLength(1);
      expect(title).not.toBe(titles.at(-1));
      titles.push(title);
    }
  });

  it('keeps the focus on a tab that changes the URL', async () => {
    await page.goto(`${stack.url}/streaming`);
    await page.getByRole('tab', { name: 'Discover' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(({ search }) => search !== '');
    await page.getByRole('tab', { name: 'Music', selected: true }).waitFor();
    expect(await focused()).toBe('BUTTON Music');
  });
});

describe('the colors of the operating system', () => {
  it.each([
    ['listener', '/streaming', 'Discover Amazing Content'],
    ['admin', '/admin/content', 'Content Management'],
  ] as const)('show buttons, what is chosen, and the focus of %s on %s', async (who, path, heading) => {
    const page = await visitors.open(who, { viewport: WINDOW, reducedMotion: 'reduce' });
    await page.goto(stack.url + path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page
      .getByRole('button', { name: /^(Play|Edit) / })
      .first()
      .waitFor();
    const { faults, boxes, chosen, focused } = await forcedColorsFaultsOf(page);
    expect(faults).toEqual([]);
    expect([boxes > 0, chosen > 1, focused > 20]).toEqual([true, true, true]);
    await page.close();
  });
});

describe('the theme', () => {
  it.each([
    ['dark', 'light'],
    ['light', 'dark'],
  ] as const)(
    'is %s before the first paint on a %s system when the user chose it, and never changes',
    async (chosen, system) => {
      const page = await visitors.open('visitor', { colorScheme: system, viewport: WINDOW });
      await page.addInitScript((theme) => {
        localStorage.setItem('soundstage.theme', theme);
        const seen: { theme: string | undefined; at: number }[] = [];
        Object.assign(globalThis, { seenThemes: seen });
        new MutationObserver(() => {
          const now = document.documentElement.dataset['theme'];
          if (now !== seen.at(-1)?.theme) seen.push({ theme: now, at: performance.now() });
        }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-theme'] });
      }, chosen);
      await page.goto(stack.url);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
      const { seen, painted } = await page.evaluate(() => ({
        seen: (globalThis as unknown as { seenThemes: { theme: string; at: number }[] }).seenThemes,
        painted: performance.getEntriesByType('paint')[0]?.startTime ?? 0,
      }));
      expect(seen.map(({ theme }) => theme)).toEqual([chosen]);
      expect(seen[0]?.at).toBeLessThan(painted);
      await page.close();
    },
  );
});
