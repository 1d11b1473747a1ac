/** Texts of the playback test. Texts from the specification are used verbatim. */
export const diagnosticsTexts = {
  title: 'Video Playback Test',
  media: {
    title: 'Media URL Diagnostics',
    lead:
      'Requests access to the media of this title, loads them and plays them, as a browser of a listener does. Ends ' +
      'after 30 seconds.',
    converted: 'Test converted media',
    original: 'Test original file',
    none: 'This title has no media and no file to test.',
    codes: 'What the codes mean',
    codeList: 'Codes of media errors',
  },
  description: (title: string) => `Plays “${title}” the way a listener's browser does, without counting a view.`,
  continue: 'Continue to Full Player',
  cancel: 'Cancel',
  again: 'Test again',
  address: 'Address',
  checked: 'Test steps',
  testing: 'Testing...',
  playing: (seconds: number) => `Playback works. It started after ${seconds.toFixed(1)} seconds.`,
  press: 'The media loaded, but the browser blocked autoplay. Press play to continue.',
  timedOut: 'Nothing played within 30 seconds. Delivery may be slow, or the browser received no playable media.',
  noAddress: "This content doesn't have a valid video URL for playback",
  rejected: (reason: string) => `Failed to get secure video URL: ${reason}`,
  failedTitle: 'Playback failed',
  corsTitle: 'CORS Configuration Needed',
  corsHint: 'Video playback is blocked by CORS. Please configure S3 CORS settings.',
  corsAsk: 'Ask an administrator to configure CORS.',
  original:
    'There is no converted media, so this test plays the uploaded file. The full player needs the converted media.',
  needsConversion: "Most browsers can't play this file format until it is converted.",
  steps: { access: 'Request access', load: 'Load the playlist', play: 'Play' },
  loadFile: 'Load the file',
  states: { waiting: 'waiting', running: 'running', done: 'done', failed: 'failed' },
  which: { converted: 'converted', cdn: 'CDN', original: 'original file' },
  /** By `MediaError.code`. */
  codes: {
    1: 'Code 1: Video loading aborted. Loading was stopped before it finished. Test again.',
    2:
      'Code 2: Network error - check internet connection and CORS configuration. ' +
      'The transfer was interrupted. Check the connection, and test again in case the playback cookies expired.',
    3:
      'Code 3: Video decode error - file may be corrupted. ' +
      'Restart the conversion. If that does not help, the uploaded file is damaged: replace it.',
    4:
      'Code 4: Video format not supported or CORS blocked. ' +
      'The address returned no media that the browser can play. ' +
      'Check whether the conversion is complete, or restart it.',
  } as Readonly<Record<number, string>>,
  unknown: (code: number) => `Unknown error (code: ${code})`,
} as const;
