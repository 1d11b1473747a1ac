/** Download budgets for each page: sizes in gzipped kilobytes (1,000 bytes), requests as a count. */
import { gzipSync } from 'node:zlib';

const areas = 'web/src/areas';
/** For each measured route, the source files whose chunks it loads before it renders, in addition to the entry. */
const routes = [
  { name: '/', limit: 140, chunks: [`${areas}/visitor/visitor-layout.tsx`, `${areas}/visitor/landing-screen.tsx`] },
  {
    name: '/auth',
    limit: 220,
    chunks: [
      `${areas}/visitor/visitor-layout.tsx`,
      `${areas}/visitor/auth-screen.tsx`,
      'web/src/lib/auth/cognito.ts',
      'web/src/lib/auth/cognito-flows.ts',
      'web/src/lib/api/api-contract.ts',
    ],
  },
  {
    name: '/streaming before play',
    limit: 190,
    chunks: [
      `${areas}/listener/listener-layout.tsx`,
      `${areas}/listener/streaming/streaming-screen.tsx`,
      'web/src/lib/auth/cognito.ts',
      'web/src/lib/api/api-contract.ts',
    ],
  },
];
const PLAYER_LIMIT = 150;
const TRANSCRIPT_LIMIT = 12;
/** The plans with everything that sells them, in addition to the listener's layout. */
const PLANS_LIMIT = 6;
/** What counts behavior, of users who allow it, in addition to what watches their session. */
const BEHAVIOR_LIMIT = 3;
/** What measures how well titles play, of users who allow it, in addition to the player. */
const QUALITY_LIMIT = 2;
const ADMIN_ROUTE_LIMIT = 60;
const CSS_LIMIT = 25;
/** The page with the styles of its first paint. A new connection sends about 14 KB before it waits. */
const PAGE_LIMIT = 5;
const WORKER_LIMIT = 2;
const REQUEST_LIMIT = 12;
/** The HTML page, the startup script, the style sheet and the configuration. */
const REQUESTS_OTHER_THAN_SCRIPTS = 4;

/** The chunk whose entry point is `source`. */
const chunkOf = (outputs, source) => {
  const file = Object.keys(outputs).find((name) => outputs[name].entryPoint === source);
  if (!file) throw new Error(`web/budgets.mjs lists ${source}, which has no chunk of its own`);
  return file;
};

/** Scripts that each measured page loads before it renders. */
export const firstScripts = (outputs) =>
  routes.map(({ chunks }) =>
    staticClosure(
      outputs,
      chunks.map((source) => chunkOf(outputs, source)),
    ),
  );

const panels = 'web/src/features/player/panels';
const sessions = 'web/src/features/sessions';

/** Whether a source file must stay out of the entry. */
export const isExcludedFromEntry = (input) =>
  input.startsWith(`${areas}/admin/`) ||
  input === `${panels}/transcript-panel.tsx` ||
  /node_modules\/(?:hls\.js|@?aws-amplify)\//.test(input);

/** `files` and all their static imports, in load order. */
export const staticClosure = (outputs, files) => {
  const seen = new Set();
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { kind, path, external } of outputs[file].imports)
      if (kind === 'import-statement' && !external) visit(path);
  };
  files.forEach(visit);
  return [...seen];
};

const compressedKb = (contents) => gzipSync(contents, { level: 9 }).length / 1000;

/** Measures every budget. Throws one error that lists all violations. */
export const checkBudgets = ({ outputs, files, main, styleSheet, page, worker }) => {
  const compressed = new Map();
  const kb = (file) => {
    if (!compressed.has(file)) compressed.set(file, compressedKb(files.get(file)));
    return compressed.get(file);
  };
  const total = (list) => list.reduce((sum, file) => sum + kb(file), 0);
  const inputsOf = (list) => list.flatMap((file) => Object.keys(outputs[file].inputs));

  const sizes = routes.map(({ name, limit, chunks }) => ({
    name: `JavaScript of ${name}`,
    kb: total(staticClosure(outputs, [main, ...chunks.map((source) => chunkOf(outputs, source))])),
    limit,
  }));
  const landing = staticClosure(outputs, [main, ...routes[0].chunks.map((source) => chunkOf(outputs, source))]);
  sizes.push({
    name: 'requests before / renders',
    kb: landing.length + REQUESTS_OTHER_THAN_SCRIPTS,
    limit: REQUEST_LIMIT,
  });
  sizes.push(
    { name: 'style sheet', kb: kb(styleSheet), limit: CSS_LIMIT },
    { name: 'page', kb: compressedKb(page), limit: PAGE_LIMIT },
    { name: 'service worker', kb: compressedKb(worker), limit: WORKER_LIMIT },
  );

  const scripts = Object.keys(outputs).filter((file) => file.endsWith('.js'));
  const player = scripts.filter((file) => inputsOf([file]).some((input) => input.includes('node_modules/hls.js/')));
  for (const file of player) sizes.push({ name: 'player with hls.js', kb: kb(file), limit: PLAYER_LIMIT });

  // The panel opens above the player, whose panels are loaded by then.
  const opened = new Set(staticClosure(outputs, [main, chunkOf(outputs, `${panels}/panels.tsx`)]));
  const transcript = staticClosure(outputs, [chunkOf(outputs, `${panels}/transcript-panel.tsx`)]);
  sizes.push({
    name: 'transcript panel',
    kb: total(transcript.filter((file) => !opened.has(file))),
    limit: TRANSCRIPT_LIMIT,
  });

  const listenerShell = new Set(
    staticClosure(outputs, [
      main,
      chunkOf(outputs, `${areas}/listener/listener-layout.tsx`),
      chunkOf(outputs, 'web/src/lib/api/api-contract.ts'),
    ]),
  );
  const plans = staticClosure(outputs, [chunkOf(outputs, `${areas}/listener/plans/plans-screen.tsx`)]);
  sizes.push({
    name: 'plans',
    kb: total(plans.filter((file) => !listenerShell.has(file))),
    limit: PLANS_LIMIT,
  });

  const watched = new Set([
    ...listenerShell,
    ...staticClosure(outputs, [chunkOf(outputs, `${sessions}/session-monitor.tsx`)]),
  ]);
  const behavior = staticClosure(outputs, [chunkOf(outputs, `${sessions}/behavior/start-behavior.ts`)]);
  sizes.push({
    name: 'collection of behavior',
    kb: total(behavior.filter((file) => !watched.has(file))),
    limit: BEHAVIOR_LIMIT,
  });

  const playing = new Set([
    ...listenerShell,
    ...staticClosure(outputs, [chunkOf(outputs, `${areas}/listener/player/listener-player.ts`)]),
  ]);
  const quality = staticClosure(outputs, [chunkOf(outputs, 'web/src/features/player/quality/start-quality.ts')]);
  sizes.push({
    name: 'measuring of plays',
    kb: total(quality.filter((file) => !playing.has(file))),
    limit: QUALITY_LIMIT,
  });

  const adminChunks = scripts.filter((file) => outputs[file].entryPoint?.startsWith(`${areas}/admin/`));
  const adminShell = adminChunks.filter((file) => outputs[file].entryPoint.endsWith('/admin-part.tsx'));
  const shell = new Set(staticClosure(outputs, [main, ...adminShell]));
  for (const file of adminChunks) {
    if (adminShell.includes(file)) continue;
    const own = staticClosure(outputs, [file]).filter((name) => !shell.has(name));
    sizes.push({
      name: `admin route ${outputs[file].entryPoint.split('/').at(-1)}`,
      kb: total(own),
      limit: ADMIN_ROUTE_LIMIT,
    });
  }

  const violations = sizes
    .filter((size) => size.kb > size.limit)
    .map((size) => `${size.name}: ${size.kb.toFixed(1)}, allowed ${size.limit}`);
  const forbidden = inputsOf(staticClosure(outputs, [main])).filter(isExcludedFromEntry);
  if (forbidden.length > 0) violations.push(`the entry must not include ${forbidden.slice(0, 3).join(', ')}`);
  if (violations.length > 0) throw new Error(`The web build exceeds its budgets:\n  ${violations.join('\n  ')}`);
  return sizes;
};
