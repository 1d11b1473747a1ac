/** Texts of the playback test. Those that the specification names are word for word as it has them. */
export const diagnosticsTexts = {
  title: 'Video Playback Test',
  description: (title: string) => `Plays “${title}” as a listener's browser would, without counting a view.`,
  continue: 'Continue to Full Player',
  cancel: 'Cancel',
  again: 'Test again',
  address: 'Address',
  checked: 'What was tried',
  testing: 'Testing...',
  playing: (seconds: number) => `It plays. The first picture or sound came after ${seconds.toFixed(1)} seconds.`,
  press: 'The browser waits for a press of the play button. What is needed for playing has arrived.',
  timedOut: 'Nothing played within 30 seconds. The delivery is slow, or the browser got nothing that it can play.',
  noAddress: "This content doesn't have a valid video URL for playback",
  refused: (reason: string) => `Failed to get secure video URL: ${reason}`,
  failedTitle: 'It does not play',
  corsHint:
    'Storage and player share one origin here, so no CORS rule can be at fault for playing; for uploads, see the runbook.',
  steps: { access: 'Ask for access', playlist: 'Read the playlist', play: 'Play' },
  states: { waiting: 'waiting', running: 'running', done: 'done', failed: 'failed' },
  which: { converted: 'converted', cdn: 'delivery', original: 'original file' },
  /** By the code of `MediaError`. */
  codes: {
    1: 'Code 1: Video loading aborted. The browser or a person ended the loading. Test again.',
    2: 'Code 2: Network error - check internet connection and CORS configuration. The address was right and the transfer broke off: look at the connection, and at whether the cookies of playing expired.',
    3: 'Code 3: Video decode error - file may be corrupted. The data arrived and could not be decoded: restart the conversion; if that does not help, the uploaded file is damaged.',
    4: 'Code 4: Video format not supported or CORS blocked. The browser cannot play what lies at the address, or nothing lies there: look whether the conversion is complete, and restart it.',
  } as Readonly<Record<number, string>>,
  unknown: (code: number) => `Unknown error (code: ${code})`,
} as const;
