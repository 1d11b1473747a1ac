import type { DeliveryToolsDeps, Probe } from './deps.ts';

/** An ID that no content item has: its time is the beginning of 1970. */
const NO_TITLE = 'cnt_00000000000000000000000000';

/** What `test-aws-connection` asks. Each uses a permission that the function has for its other tools. */
export const createProbes = ({
  content,
  settings,
  readDeclared,
  distribution,
  readParameter,
}: Pick<DeliveryToolsDeps, 'content' | 'settings' | 'readDeclared' | 'distribution'> & {
  /** Reads a parameter from SSM itself. */
  readonly readParameter: () => Promise<unknown>;
}): readonly Probe[] => [
  ['table', () => content.get(NO_TITLE)],
  ['uploads-bucket', async () => settings.readBlock((await readDeclared()).buckets.uploads.name)],
  ['media-bucket', async () => settings.readBlock((await readDeclared()).buckets.media.name)],
  [
    'distribution',
    async () => {
      if (!(await distribution.find()))
        throw Object.assign(new Error('No distribution'), { name: 'NoSuchDistribution' });
    },
  ],
  ['parameters', readParameter],
];
