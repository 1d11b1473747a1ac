import type { TokenUse } from '../../../../../lambdas/contract/security/smart-tokens.ts';

const hints: Readonly<Record<TokenUse, string>> = {
  original: 'The originals of the titles that you may download.',
  export: 'The exports of your own data.',
  api: 'The catalog and your own watch history.',
};

/** Texts about the user's own smart tokens. */
export const ownTokenTexts = {
  title: 'Smart tokens',
  lead:
    'With a smart token, a script of yours can call this site in your name, for one use. A token is valid for 24 ' +
    'hours and ends when this session ends.',
  list: 'Your smart tokens',
  loadFailed: "Your smart tokens can't be loaded. Check your connection and try again.",
  empty: 'No smart tokens yet.',
  newest: (count: number) => `These are the newest ${count}.`,
  create: {
    open: 'Create a smart token',
    title: 'Create a smart token',
    text: 'Your browser makes the key of the token. The server never gets its private part.',
    name: 'Name',
    nameHint: 'What will use it, such as "Backup script".',
    nameNeeded: 'Enter a name.',
    use: 'Use',
    hints,
    action: 'Create',
    creating: 'Creating...',
    failed: 'Token Creation Failed',
    failedText: 'Unable to create security token. Please try again.',
    tooMany: 'You have ten active tokens. Revoke one first.',
  },
  ready: {
    title: 'Save the credentials',
    text: 'This file is offered once: neither the token nor its key can be shown again.',
    secret: 'Keep it as safe as a password. Anyone who has the file can use the token.',
    how: 'To use it, run the script soundstage-token.mjs with this file. It proves the key with each call.',
    script: 'Download the script',
    lost: 'Without the file, the token cannot be used. Revoke it if you close this without saving.',
    download: 'Download credentials',
    saved: 'Credentials saved',
  },
} as const;
