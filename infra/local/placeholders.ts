/** Real addresses behind the placeholder hosts of the `local` stage. Without a slash at the end. */
export interface LocalAddresses {
  /** Origin of the site, e.g. `http://localhost:4000`. */
  readonly site: string;
  /** Origin that browsers upload to. An IP address: SDKs then use path-style URLs. */
  readonly uploads: string;
  /** The internal AWS endpoint. */
  readonly aws: string;
}

/**
 * Hosts that stand in the `local` template where an address is known only when the local cloud starts
 * (`infra/stages.ts`).
 */
const PLACEHOLDERS: Readonly<Record<keyof LocalAddresses, string>> = {
  site: 'http://local-site.invalid',
  uploads: 'http://local-uploads.invalid',
  aws: 'http://local-aws.invalid',
};

/** Makes the function that puts the real addresses in place of the placeholder hosts of one text. */
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
