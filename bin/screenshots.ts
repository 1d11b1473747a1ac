/**
 * `npm run screenshots [-- --only <part of a name>]`: starts the product on its own data, opens every screen and
 * dialog, and writes a screenshot of each at 320, 768 and 1280 pixels in both themes to `.build/screenshots`, with an
 * overview in `index.html`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../test/support/browser/browser.ts';
import { startLocalStack, type LocalStack } from '../test/support/stack/local-stack.ts';
import { showTheme, themes, visit, widths } from '../test/support/screens/look.ts';
import { visits } from '../test/support/screens/visits.ts';
import type { Visit } from '../test/support/screens/visit.ts';
import { openVisitors, type Visitors } from '../test/support/screens/visitors.ts';
import { seedWorld, type World } from '../test/support/screens/world.ts';

const folder = join(import.meta.dirname, '..', '.build', 'screenshots');
/** Window heights of common devices, by width. */
const HEIGHTS: Readonly<Record<(typeof widths)[number], number>> = { 320: 640, 768: 1024, 1280: 800 };
/** Visits in parallel. */
const PAGES = 2;

const pictureOf = (name: string, theme: string, width: number): string => `${name}-${width}-${theme}.jpg`;

const photograph = async (
  visitors: Visitors,
  url: string,
  target: Visit,
  world: World,
  device: number,
): Promise<void> => {
  const page = await visitors.open(
    target.who,
    { reducedMotion: 'reduce', viewport: { width: 1280, height: HEIGHTS[1280] } },
    target.newDevice ? 'new' : device,
  );
  try {
    await visit(page, url, target, world);
    for (const theme of themes) {
      for (const width of widths) {
        await page.setViewportSize({ width, height: HEIGHTS[width] });
        await showTheme(page, theme);
        await page.screenshot({
          path: join(folder, pictureOf(target.name, theme, width)),
          type: 'jpeg',
          quality: 82,
          fullPage: target.overlay === undefined,
        });
      }
    }
  } finally {
    await page.close();
  }
};

const overviewOf = (targets: readonly Visit[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Soundstage: all screens</title>
<style>
  body { margin: 2rem; font: 15px/1.5 system-ui, sans-serif; background: #808080; color: #fff; }
  figure { display: inline-block; margin: 0 1rem 1rem 0; vertical-align: top; }
  img { display: block; height: 20rem; border-radius: 4px; }
</style>
<h1>All screens</h1>
${targets
  .map(
    ({ name, route, who }) =>
      `<h2>${name}</h2>\n<p><code>${route}</code>, ${who}</p>\n${themes
        .flatMap((theme) => widths.map((width) => pictureOf(name, theme, width)))
        .map((file) => `<figure><a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a></figure>`)
        .join('')}`,
  )
  .join('\n')}
</html>
`;

const main = async (): Promise<void> => {
  const { only = '' } = parseArgs({ options: { only: { type: 'string' } } }).values;
  const targets = visits.filter(({ name }) => name.includes(only));
  if (only === '') rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  let stack: LocalStack | undefined;
  let browser: Browser | undefined;
  const failures: string[] = [];
  try {
    stack = await startLocalStack({ catalog: true });
    browser = await launchBrowser({ complete: true });
    const { url } = stack;
    const world = await seedWorld(stack);
    const visitors = openVisitors(browser, url);
    const queue = [...targets];
    const work = async (device: number): Promise<void> => {
      for (let target = queue.shift(); target; target = queue.shift()) {
        await photograph(visitors, url, target, world, device).catch((error: unknown) =>
          failures.push(`${target?.name}: ${String(error).split('\n')[0]}`),
        );
      }
    };
    await Promise.all(Array.from({ length: PAGES }, (_, device) => work(device)));
  } finally {
    await browser?.close();
    await stack?.stop();
  }
  writeFileSync(join(folder, 'index.html'), overviewOf(targets));
  for (const failure of failures) console.error(failure);
  const captured = targets.length - failures.length;
  console.log(
    `${captured} of ${targets.length} screens captured in ${captured * widths.length * themes.length} pictures. ` +
      'Open .build/screenshots/index.html to see them.',
  );
  if (failures.length > 0) process.exitCode = 1;
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
