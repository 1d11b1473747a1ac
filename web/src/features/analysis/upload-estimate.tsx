import { useQuery } from '@tanstack/react-query';
import type { ContentType } from '../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { formatDuration } from '../../lib/format.ts';
import styles from './analysis.module.css';
import { durationQuery, estimateQuery } from './api.ts';
import { dollarsOf } from './format.ts';
import { analysisTexts } from './texts.ts';
import { estimateOf, type UploadedFile } from './estimate-of.ts';

const texts = analysisTexts.estimate;

interface LineProps {
  readonly uploaded: UploadedFile;
  /** Undefined for a batch, which is priced by the minute. */
  readonly file: File | undefined;
}

/** What the analysis of a file, or of each minute of the files of a type, is expected to cost. */
const Line = ({ uploaded, file }: LineProps) => {
  const { data: seconds = null } = useQuery(durationQuery(file));
  const { data: estimate } = useQuery(estimateQuery(useApi(), uploaded.type, seconds));
  if (!estimate) return null;
  const usd = estimateOf(estimate, uploaded);
  if (usd === 0) return <p>{texts.free[uploaded.type]}</p>;
  const price = dollarsOf(usd);
  return <p>{seconds === null ? texts.minute[uploaded.type](price) : texts.file(price, formatDuration(seconds))}</p>;
};

export interface UploadEstimateProps {
  readonly files: readonly File[];
  readonly typeOf: (file: File) => ContentType;
  /** What the user chose for the titles: `each` for the types of their files. */
  readonly contentType: ContentType | 'each';
  readonly transcribe: boolean;
  readonly hasScript: boolean;
}

/** What the analysis of files will cost, before they are uploaded, because it starts automatically. */
export const UploadEstimate = ({ files, typeOf, contentType, transcribe, hasScript }: UploadEstimateProps) => {
  if (files.length === 0) return null;
  const types = [...new Set(files.map(typeOf))].sort();
  return (
    <section className={styles['estimate']} aria-label={texts.title}>
      {types.map((type) => (
        <Line
          key={type}
          uploaded={{ type, isVideo: (contentType === 'each' ? type : contentType) === 'video', transcribe, hasScript }}
          file={files.length === 1 ? files[0] : undefined}
        />
      ))}
      <p>{texts.note}</p>
    </section>
  );
};
