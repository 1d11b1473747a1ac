import { formatDuration } from '../../web/src/lib/format.ts';
import specificationTexts from './support/listener-texts.json';
import { readCatalog } from './support/text-catalog.ts';

/** Quoted data values, which no screen shows. */
const words: ReadonlySet<string> = new Set(['admin', 'totp', 'phone', 'verified', 'behavioral', 'liked', 'no rows']);

/** Texts that code assembles. */
const assembled: Readonly<Record<string, string>> = { '--:--': formatDuration(null) };

/** Texts that are deliberately not shown, with the reason. */
const retired: Readonly<Record<string, string>> = {
  'No account found with this email address':
    'It would reveal whether an address has an account; retrieval responds the same for every address.',
  'No matching signing key found in the key set': 'A paraphrase of the two texts next to it.',
};

const BILLING = 'Not built yet: billing. The buttons would do nothing.';
const SAFETY = 'Not built yet: session safety. The server does not track timeouts, sessions or devices.';
const CONSENT = 'Not built yet: privacy consent. Nothing that needs consent is collected.';
const FACTORS = 'Not built yet: token verification in the browser, which comes with the second factor.';

/** Texts of features that are not built yet, with the reason. Remove a text from this list when it is built. */
const planned: Readonly<Record<string, string>> = {
  'Select Free Plan': BILLING,
  'Start 7-Day Free Trial': BILLING,
  'Choose {plan name}': BILLING,
  'Updating...': BILLING,
  'Plan Updated': BILLING,
  'Please sign in to select a plan.': BILLING,
  'Trial Not Available': BILLING,
  'You already have an active subscription. Trial is only available for new users.': BILLING,
  'Trial Expired': BILLING,
  'You have already used your free trial. Please choose a paid plan.': BILLING,
  'Failed to process plan selection. Please try again.': BILLING,
  'Failed to open subscription management. Please try again.': BILLING,
  "If you don't extend your session, you'll be logged out automatically for security reasons.": SAFETY,
  'Logout Now': SAFETY,
  'Extend Session': SAFETY,
  'Session Expiring Soon': SAFETY,
  'Your session will expire in 5 minutes. Please save your work.': SAFETY,
  'Session Expired': SAFETY,
  'Your session has expired. Please log in again.': SAFETY,
  'Session Extended': SAFETY,
  'Your session has been extended for another 24 hours.': SAFETY,
  'Too Many Sessions': SAFETY,
  'You have N active sessions (max 3). Please log out unused devices.': SAFETY,
  'Device Change Detected': SAFETY,
  "We detected a change in your device. If this wasn't you, please secure your account.": SAFETY,
  'Privacy preferences saved': CONSENT,
  'Your consent preferences have been recorded.': CONSENT,
  'Error saving preferences': CONSENT,
  'Failed to save your privacy preferences. Please try again.': CONSENT,
  'No matching signing key found in JWKS': FACTORS,
  'JWKS is empty': FACTORS,
  'Invalid JWT signature': FACTORS,
};

let isBuilt: (text: string) => boolean;
beforeAll(async () => {
  ({ isBuilt } = await readCatalog([['{name}']]));
});

const separate = { ...retired, ...planned, ...assembled };
const required = specificationTexts.filter((text) => !words.has(text) && !(text in separate));

describe('the texts of the listener specification', () => {
  it.each(required)('are in a catalog, word for word: %s', (text) => {
    expect(isBuilt(text)).toBe(true);
  });

  it.each(Object.entries(assembled))('are assembled by code: %s', (text, ours) => {
    expect(ours).toBe(text);
  });

  it.each([...Object.keys(retired), ...Object.keys(planned)])('are not in a catalog: %s', (text) => {
    expect(specificationTexts).toContain(text);
    expect(isBuilt(text)).toBe(false);
  });
});
