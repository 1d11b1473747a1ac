import type { CdnOverview } from '../../../../../lambdas/contract/delivery/monitor.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { formatUtc } from './format.ts';
import { monitorTexts as texts } from './texts.ts';

/** Which sources cannot be read, and whether they have older values. */
export const SourceNotices = ({ sources }: Pick<CdnOverview, 'sources'>) =>
  sources.map(({ source, failed_since: since, as_of: asOf }) => {
    if (since === null) return null;
    const describe = asOf === null ? texts.failedAlways : texts.failed;
    return (
      <Notice key={source} tone="warning">
        <p>{describe(texts.sources[source], formatUtc(since))}</p>
      </Notice>
    );
  });
