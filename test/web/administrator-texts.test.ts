import { CDN_PHASES } from '../../lambdas/contract/delivery/monitor-rules.ts';
import { UNSUPPORTED_FORMAT_TEXT } from '../../lambdas/contract/media/media-formats.ts';
import { fileTooLargeText } from '../../lambdas/contract/media/upload-limits.ts';
import { AUTO_REFRESHED } from '../../lambdas/contract/security/token-rules.ts';
import { statusError, timeoutError } from '../../web/src/lib/transfer/transfer-error.ts';
import specificationTexts from './support/administrator-texts.json';
import { readCatalog } from './support/text-catalog.ts';

/** Quoted values of data and programs, which no screen shows. */
const words: ReadonlySet<string> = new Set(['aws-s3', 'behavioral']);

/** Texts that are part of a longer text in the catalog. */
const within: Readonly<Record<string, string>> = {
  'this month': '{n} this month',
  'Content uploaded and published': 'Content uploaded and published to AWS S3 with CloudFront delivery',
  'saved as draft': 'Content uploaded and saved as draft to AWS S3 with CloudFront delivery',
  'to AWS S3 with CloudFront delivery': 'Content uploaded and published to AWS S3 with CloudFront delivery',
  'Upload cancelled / File upload has been cancelled': 'Upload cancelled: File upload has been cancelled',
};

/** Texts that code assembles: checks shared by browser and server, reasons of the server, and transfer errors. */
const assembled: Readonly<Record<string, string>> = {
  'File size exceeds 50GB limit. Current size: X GB. Please compress the file or use a smaller file.': fileTooLargeText(
    60 * 1024 ** 3,
  ).replace('60.00', 'X'),
  'Unsupported file format. Supported formats: ...': UNSUPPORTED_FORMAT_TEXT.replace(/: .*$/, ': ...'),
  'Auto-refreshed': AUTO_REFRESHED,
  'Enterprise Metrics': CDN_PHASES[0].name,
  'Upload timed out - file may be too large or connection too slow': timeoutError().message,
  'S3 upload failed: {status} {text}': statusError(403, '{text}').message.replace('403', '{status}'),
};

const FAILOVER = 'Not built yet: the failover of the delivery.';

/** Texts of features that are not built yet, with the reason. Remove a text from this list when it is built. */
const planned: Readonly<Record<string, string>> = {
  'Automated Failover Triggered': FAILOVER,
  'Switching to backup CDN infrastructure': FAILOVER,
  'Failover Complete': FAILOVER,
};

let isBuilt: (text: string) => boolean;
beforeAll(async () => {
  ({ isBuilt } = await readCatalog([['{error}'], ['{role}'], ['{n}'], ['n'], ['...']]));
});

const required = specificationTexts.filter((text) => !words.has(text) && !(text in planned) && !(text in assembled));

describe('the texts of the administrator specification', () => {
  it.each(required)('are in a catalog, word for word: %s', (text) => {
    expect(isBuilt(within[text] ?? text)).toBe(true);
  });

  it.each(Object.entries(assembled))('are assembled by code: %s', (text, ours) => {
    expect(ours).toBe(text);
  });

  it.each(Object.keys(planned))('are not in a catalog yet: %s', (text) => {
    expect(specificationTexts).toContain(text);
    expect(isBuilt(text)).toBe(false);
  });

  it('contain every text that this file treats separately', () => {
    expect(
      [...words, ...Object.keys(within), ...Object.keys(assembled)].filter(
        (text) => !specificationTexts.includes(text),
      ),
    ).toEqual([]);
  });
});
