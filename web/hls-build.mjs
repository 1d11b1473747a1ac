/**
 * hls.js from its published source with alternate audio and nothing else: its ready-made light build has no alternate
 * audio and would play our renditions without sound.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const folder = dirname(createRequire(import.meta.url).resolve('hls.js/package.json'));
const source = join(folder, 'src');
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The switches of hls.js's own build (`src/define-plugin.d.ts` of version 1.7.4). */
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

/** Files of switched-off features; hls.js's own build replaces them by an empty module too. */
const switchedOff =
  /\/(?:cmcd-controller|content-steering-controller|eme-controller|iframe-controller|interstitials-controller|subtitle-stream-controller|subtitle-track-controller|timeline-controller|utils\/cues)$/;

/** Makes `hls.js` mean its source, without the features that are switched off. */
export const hlsFromSource = () => ({
  name: 'hls-from-source',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^hls\.js$/ }, () => ({ path: join(source, 'exports-named.ts'), sideEffects: false }));
    onResolve({ filter: switchedOff }, ({ importer }) =>
      importer.startsWith(source) ? { path: 'empty', namespace: 'hls-switched-off' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'hls-switched-off' }, () => ({ contents: 'module.exports = {};', loader: 'js' }));
  },
});
