import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContentView } from '../../../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../../../core/api/api-context.tsx';
import { invalidateContent } from '../../../../core/api/invalidate-content.ts';
import { refreshQueries } from '../../../../core/api/refresh-queries.ts';
import { useToast } from '../../../../core/toast/toast-context.tsx';
import { formatZonedTime } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { conversionNames } from '../../../../ui/feedback/statuses.ts';
import { ConfirmDialog } from '../../../../ui/overlays/confirm-dialog.tsx';
import { CDN_STATUS_KEY } from '../api.ts';
import styles from '../panels.module.css';
import { Facts } from '../../../../ui/layout/lists/facts.tsx';
import { PanelPart } from '../panel.tsx';
import { SetupBadge } from '../setup-badge.tsx';
import { panelTexts, titleTexts as texts } from '../texts.ts';
import { useTitleSetup } from '../setup/use-title-setup.ts';
import { useTool } from '../use-tool.ts';

type Props = { readonly content: ContentView };

const Fields = ({ content }: Props) => {
  const { cdn_check: check } = content.metadata;
  return (
    <Facts
      facts={[
        [texts.distribution, content.cdn_distribution_id ?? texts.empty],
        [texts.cdn, content.cdn_video_url ?? texts.empty],
        [texts.permanent, content.permanent_video_url ?? texts.empty],
        [texts.converted, content.converted_video_url ?? texts.empty],
        [
          texts.check,
          check === undefined
            ? panelTexts.states.unchecked
            : [texts.checkedText(panelTexts.states[check.outcome], formatZonedTime(check.checked_at)), check.problem]
                .filter((part) => part !== null)
                .join('. '),
        ],
      ]}
    />
  );
};

/** The three CDN fields of a title, the setup step that sets them, and their reset. */
export const CdnFields = ({ content }: Props) => {
  const { id, title, cdn_video_url: url } = content;
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const setup = useTitleSetup(content);
  const [isAsking, setAsking] = useState(false);
  const reset = useTool(
    async () => {
      const done = await api.call('delivery-tools.reset-cdn', { body: { contentIds: [id] } });
      show({
        title: texts.resetDone,
        description: done.reset === 0 ? texts.resetNothing : texts.resetDoneText(title),
      });
      // The files leave the cache, which is another invalidation.
      await Promise.all([invalidateContent(queries), refreshQueries(queries, CDN_STATUS_KEY)]);
    },
    { failed: texts.resetFailed },
  );
  return (
    <PanelPart title={texts.fields}>
      <div className={styles['head']}>
        <SetupBadge state={setup.state} />
      </div>
      <Fields content={content} />
      <div className={styles['buttons']}>
        <Button variant="secondary" busy={setup.isPending} onClick={setup.run}>
          {texts.setup}
        </Button>
        <Button variant="danger" busy={reset.isPending} disabled={url === null} onClick={() => setAsking(true)}>
          {texts.reset}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.resetTitle}
        description={texts.resetText(title)}
        action={texts.resetAction}
        dangerous
        onConfirm={() => {
          setAsking(false);
          reset.mutate();
        }}
      />
    </PanelPart>
  );
};

const Applied = ({ content: { metadata } }: Props) => {
  const { fallback_applied_at: at, conversion_audit: audit } = metadata;
  if (!metadata.cdn_fallback_applied || at === undefined) return null;
  return (
    <Facts
      facts={[
        [texts.applied, formatZonedTime(at)],
        [texts.originalPermanent, metadata.original_permanent_url ?? texts.empty],
        [texts.originalCdn, metadata.original_cdn_url ?? texts.empty],
        ...(audit === undefined
          ? []
          : [
              [
                texts.audit,
                texts.auditText(
                  conversionNames[audit.conversion_status],
                  audit.converted_video_url,
                  audit.attempt ?? panelTexts.none,
                ),
              ] as const,
            ]),
      ]}
    />
  );
};

/** CDN fallback fix: sets the CDN fields to the converted URL, and shows what was recorded. */
export const CdnFallback = ({ content }: Props) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const fallback = useTool(
    async () => {
      const { url, cdnWorking } = await api.call('delivery-tools.apply-cdn-fallback', {
        body: { contentId: content.id },
      });
      show(
        cdnWorking
          ? { title: texts.fallbackDone, description: texts.fallbackDoneText(url) }
          : { title: texts.stillFailing, description: texts.stillFailingText, variant: 'destructive' },
      );
      await invalidateContent(queries);
    },
    { failed: texts.fallbackFailed },
  );
  return (
    <PanelPart title={texts.fallback}>
      <p className={styles['quiet']}>{texts.fallbackText}</p>
      <Applied content={content} />
      <div className={styles['buttons']}>
        <Button variant="secondary" busy={fallback.isPending} onClick={() => fallback.mutate()}>
          {texts.apply}
        </Button>
      </div>
    </PanelPart>
  );
};
