/** Real addresses of the placeholder hosts of the `local` stage, without a trailing slash. */
export interface LocalAddresses {
  /** Origin of the site, e.g. `http://localhost:4000`. */
  readonly site: string;
  /** Origin that browsers upload to. An IP address, so that SDKs use path-style URLs. */
  readonly uploads: string;
  /** The internal AWS endpoint. */
  readonly aws: string;
}

/**
 * Placeholder hosts in the `local` template for addresses known only when the local cloud starts (`infra/stages.ts`).
 */
const PLACEHOLDERS: Readonly<Record<keyof LocalAddresses, string>> = {
  site: 'http://local-site.invalid',
  uploads: 'http://local-uploads.invalid',
  aws: 'http://local-aws.invalid',
};

/** Creates a function that replaces the placeholder hosts in a text by the real addresses. */
export const createRewriter =
  (addresses: LocalAddresses) =>
  (text: string): string => {
    if (!text.includes('.invalid')) return text;
    let result = text;
    for (const [name, placeholder] of Object.entries(PLACEHOLDERS)) {
      result = result.replaceAll(placeholder, addresses[name as keyof LocalAddresses]);
    }
    return result;
  };
