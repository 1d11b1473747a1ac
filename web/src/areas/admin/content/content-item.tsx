import { Pencil, Play, Trash2 } from 'lucide-react';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { SelectBox } from '../../../features/bulk/select-box.tsx';
import { choosePlayback } from '../../../features/diagnostics/rules.ts';
import { ContentRow } from '../../../features/content/content-row.tsx';
import { RemovalState } from '../../../features/content/removal-state.tsx';
import { ReviewButtons } from '../../../features/content/review-buttons.tsx';
import { contentTexts } from '../../../features/content/texts.ts';
import { ConversionBadge } from '../../../features/conversion/conversion-badge.tsx';
import { ConversionState } from '../../../features/conversion/conversion-state.tsx';
import { StepsButton } from '../../../features/conversion/steps-dialog.tsx';
import { ForceConvertButton } from '../../../features/conversion/force-convert-button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';

const texts = contentTexts.row;

export interface ContentItemProps {
  readonly content: ContentView;
  /** True for administrators. Moderators can only view, play, and review pending items. */
  readonly canEdit: boolean;
  /** The list is for review: pending items show buttons to publish or return them. */
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
  const actions = (
    <>
      {canEdit && content.metadata.contentType === 'video' && <ForceConvertButton contentId={id} title={title} />}
      <StepsButton contentId={id} title={title} canRun={canEdit} />
      <IconButton label={texts.play(title)} onClick={play}>
        <Play aria-hidden size={18} />
      </IconButton>
      {canEdit && (
        <>
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
      actions={actions}
      select={canEdit && <SelectBox label={texts.select(title)} checked={selected} onChange={onSelect} />}
    >
      {(status !== 'completed' || needsReview) && (
        <>
          {status !== 'completed' && <ConversionState content={content} canRestart={canEdit} />}
          {needsReview && <ReviewButtons content={content} />}
        </>
      )}
    </ContentRow>
  );
};
