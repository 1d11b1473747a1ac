import { ChartColumn, Pencil, Play, Sparkles, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { paths } from '../../../core/paths.ts';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { SelectBox } from '../../../features/bulk/select-box.tsx';
import { choosePlayback } from '../../../features/diagnostics/rules.ts';
import { ContentRow } from '../../../features/content/content-row.tsx';
import { RemovalState } from '../../../features/content/removal-state.tsx';
import { TitleHoldButton } from '../../../features/content/title-hold-button.tsx';
import { ReviewButtons } from '../../../features/content/review-buttons.tsx';
import { WaitingFileReview } from '../../../features/content/waiting-file-review.tsx';
import { analysisTexts } from '../../../features/analysis/texts.ts';
import { contentTexts } from '../../../features/content/texts.ts';
import { ConversionBadge } from '../../../features/conversion/conversion-badge.tsx';
import { ConversionState } from '../../../features/conversion/conversion-state.tsx';
import { StepsButton } from '../../../features/conversion/steps-dialog.tsx';
import { CdnSetupButton } from '../../../features/delivery/panels/setup/cdn-setup-button.tsx';
import { ForceConvertButton } from '../../../features/conversion/force-convert-button.tsx';
import { SafetyBadge } from '../../../features/safety/safety-badge.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { EvidencePlayer } from '../evidence-player.tsx';

const texts = contentTexts.row;

export interface ContentItemProps {
  readonly content: ContentView;
  /** True for administrators. Moderators can only view, play, and review pending items. */
  readonly canEdit: boolean;
  /** The list is for review: pending items show buttons to publish or return them, and waiting files to decide. */
  readonly inReview: boolean;
  readonly selected: boolean;
  readonly onSelect: (selected: boolean) => void;
  readonly onPlay: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** A content item with its actions. */
export const ContentItem = ({
  content,
  canEdit,
  inReview,
  selected,
  onSelect,
  onPlay,
  onEdit,
  onDelete,
}: ContentItemProps) => {
  const { show } = useToast();
  const navigate = useNavigate();
  const { id, title, conversion_status: status } = content;
  const play = () => {
    if (choosePlayback(content)) onPlay();
    else
      show({ title: contentTexts.toasts.error, description: contentTexts.toasts.notPlayable, variant: 'destructive' });
  };
  if (content.removal) {
    return (
      <ContentRow content={content} conversion={null} actions={null}>
        <RemovalState contentId={id} title={title} removal={content.removal} canDelete={canEdit} />
      </ContentRow>
    );
  }
  const needsReview = inReview && content.status === 'pending';
  // An item that is not published is in no list of pending items.
  const waiting = inReview || content.status !== 'published' ? content.waiting_file : null;
  const actions = (
    <>
      {canEdit && content.metadata.contentType === 'video' && <ForceConvertButton contentId={id} title={title} />}
      <StepsButton contentId={id} title={title} canRun={canEdit} />
      {canEdit && (
        <IconButton label={analysisTexts.open(title)} onClick={() => void navigate(paths.adminAnalysisOf(id))}>
          <Sparkles aria-hidden size={18} />
        </IconButton>
      )}
      {canEdit && (
        <IconButton label={texts.statistics(title)} onClick={() => void navigate(paths.adminStatisticsOf(id))}>
          <ChartColumn aria-hidden size={18} />
        </IconButton>
      )}
      <IconButton label={texts.play(title)} onClick={play}>
        <Play aria-hidden size={18} />
      </IconButton>
      {canEdit && (
        <>
          <CdnSetupButton content={content} />
          <TitleHoldButton content={content} />
          <IconButton label={texts.edit(title)} onClick={onEdit}>
            <Pencil aria-hidden size={18} />
          </IconButton>
          <IconButton label={texts.remove(title)} onClick={onDelete}>
            <Trash2 aria-hidden size={18} />
          </IconButton>
        </>
      )}
    </>
  );
  return (
    <ContentRow
      content={content}
      conversion={<ConversionBadge status={status} />}
      // Until the conversion is complete, there is nothing to analyze.
      safety={content.safety && status === 'completed' && <SafetyBadge {...content.safety} />}
      actions={actions}
      select={canEdit && <SelectBox label={texts.select(title)} checked={selected} onChange={onSelect} />}
    >
      {(status !== 'completed' || needsReview || waiting) && (
        <>
          {status !== 'completed' && <ConversionState content={content} canRestart={canEdit} />}
          {needsReview && <ReviewButtons content={content} />}
          {waiting && (
            <WaitingFileReview
              key={waiting.version}
              content={content}
              file={waiting}
              player={<EvidencePlayer contentId={id} seconds={0} waiting />}
            />
          )}
        </>
      )}
    </ContentRow>
  );
};
