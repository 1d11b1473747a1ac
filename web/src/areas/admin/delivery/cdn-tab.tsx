import { AiCdnManagement } from '../../../features/delivery/panels/ai/ai-cdn.tsx';
import { CloudFrontSetup } from '../../../features/delivery/panels/cloudfront-setup.tsx';
import { MigrationPanel } from '../../../features/delivery/panels/migration.tsx';
import styles from '../../../features/delivery/panels/panels.module.css';
import { Propagation } from '../../../features/delivery/panels/propagation.tsx';
import { S3Cors } from '../../../features/delivery/panels/s3-cors.tsx';
import { TestTools } from '../../../features/delivery/panels/test-tools.tsx';
import { TitlePanel } from '../../../features/delivery/panels/title/title-panel.tsx';
import { MediaDiagnostics } from './media-diagnostics.tsx';

/** CDN Management: the panels that show the delivery, compare it with the template, and repair it. */
export const CdnTab = () => (
  <div className={styles['tab']}>
    <Propagation />
    <CloudFrontSetup />
    <S3Cors />
    <TestTools />
    <TitlePanel>{(content) => <MediaDiagnostics content={content} />}</TitlePanel>
    <AiCdnManagement />
    <MigrationPanel />
  </div>
);
