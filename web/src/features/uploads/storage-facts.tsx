import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import styles from './source-file.module.css';
import { uploadTexts } from './texts.ts';

const texts = uploadTexts.storage;

/** Where AWS keeps the files of an item, for administrators who look for them there. */
export const StorageFacts = ({ content }: { readonly content: ContentView }) => {
  const { s3Bucket: bucket, s3Region: region, s3Key: key, batchUpload: batch } = content.metadata;
  if (bucket === undefined) return null;
  const facts = [
    [texts.bucket, bucket],
    [texts.region, region],
    [texts.key, key],
    [texts.distribution, content.cdn_distribution_id ?? texts.notConverted],
    [texts.batch, batch ? texts.yes : texts.no],
  ];
  return (
    <details className={styles['facts']}>
      <summary>{texts.title}</summary>
      <dl className={styles['storage']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
};
