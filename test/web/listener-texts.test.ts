import specificationTexts from './support/listener-texts.json';
import { readCatalog } from './support/text-catalog.ts';

/** Words of the data that the specification quotes: nobody reads them on a screen. */
const words: ReadonlySet<string> = new Set(['admin', 'totp', 'phone', 'verified', 'behavioral', 'liked', 'no rows']);

/** Texts that are shown no more, and why. */
const retired: Readonly<Record<string, string>> = {
  'No account found with this email address':
    'It would tell whether an address has an account; retrieval answers the same for every address.',
  'No matching signing key found in the key set': 'A paraphrase of the two texts beside it.',
};

const BILLING = 'The plan screen sells nothing until billing is there; its buttons would pretend.';
const SAFETY =
  'Session safety: the time-out, sessions and devices are kept by the server, which does not know them yet.';
const CONSENT = 'Privacy consent: nothing that would need it is collected yet.';
const FACTORS =
  'The verifier of tokens in the browser comes with the second factor, which is what asks for a level of assurance.';

/** Texts of what other work brings. A text that is built must leave this list. */
const later: Readonly<Record<string, string>> = {
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

const wanted = specificationTexts.filter((text) => !words.has(text) && !(text in retired) && !(text in later));

describe('the texts of the first specification', () => {
  it.each(wanted)('%s stands in the catalog, word for word, and on a screen', (text) => {
    expect(isBuilt(text)).toBe(true);
  });

  it.each([...Object.keys(retired), ...Object.keys(later)])('%s is quoted there, and shown nowhere', (text) => {
    expect(specificationTexts).toContain(text);
    expect(isBuilt(text)).toBe(false);
  });
});
