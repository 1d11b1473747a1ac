/**
 * Builds hls.js from its published source with alternate audio as the only optional feature. The ready-made light build
 * has no alternate audio and would play our renditions without sound.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const folder = dirname(createRequire(import.meta.url).resolve('hls.js/package.json'));
const source = join(folder, 'src');
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Build flags of hls.js (`src/define-plugin.d.ts` in version 1.7.4). */
export const hlsDefines = {
  __VERSION__: JSON.stringify(version),
  __USE_ALT_AUDIO__: 'true',
  __USE_EME_DRM__: 'false',
  __USE_SUBTITLES__: 'false',
  __USE_CMCD__: 'false',
  __USE_CONTENT_STEERING__: 'false',
  __USE_VARIABLE_SUBSTITUTION__: 'false',
  __USE_M2TS_ADVANCED_CODECS__: 'false',
  __USE_MEDIA_CAPABILITIES__: 'false',
  __USE_INTERSTITIALS__: 'false',
  __USE_IFRAMES__: 'false',
  __IN_WORKER__: 'false',
};

/** Files of disabled features. hls.js's own build also replaces them with an empty module. */
const disabledModules = [
  'cmcd-controller',
  'content-steering-controller',
  'eme-controller',
  'iframe-controller',
  'interstitials-controller',
  'subtitle-stream-controller',
  'subtitle-track-controller',
  'timeline-controller',
  'utils/cues',
];
const disabledFiles = new RegExp(`/(?:${disabledModules.join('|')})$`);

/** Creates the esbuild plugin that resolves `hls.js` to its source, without the disabled features. */
export const hlsFromSource = () => ({
  name: 'hls-from-source',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^hls\.js$/ }, () => ({ path: join(source, 'exports-named.ts'), sideEffects: false }));
    onResolve({ filter: disabledFiles }, ({ importer }) =>
      importer.startsWith(source) ? { path: 'empty', namespace: 'hls-disabled' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'hls-disabled' }, () => ({ contents: 'module.exports = {};', loader: 'js' }));
  },
});
