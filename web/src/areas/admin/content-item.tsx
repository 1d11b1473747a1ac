import { Pencil, Play, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { ContentView } from '../../../../lambdas/contract/content-shapes.ts';
import { paths } from '../../core/paths.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ContentRow } from '../../features/content/content-row.tsx';
import { RemovalState } from '../../features/content/removal-state.tsx';
import { contentTexts } from '../../features/content/texts.ts';
import { ConversionBadge } from '../../features/conversion/conversion-badge.tsx';
import { ConversionState } from '../../features/conversion/conversion-state.tsx';
import { StepsButton } from '../../features/conversion/steps-dialog.tsx';
import { ForceConvertButton } from '../../features/conversion/force-convert-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

const texts = contentTexts.row;

export interface ContentItemProps {
  readonly content: ContentView;
  /** Administrators edit; moderators look and play. */
  readonly mayEdit: boolean;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** One content with everything that can be done with it. */
export const ContentItem = ({ content, mayEdit, onEdit, onDelete }: ContentItemProps) => {
  const navigate = useNavigate();
  const { show } = useToast();
  const { id, title, conversion_status: status } = content;
  const play = () => {
    if (content.converted_video_url !== null) void navigate(paths.testOf(id));
    else show({ title: contentTexts.toasts.error, description: contentTexts.toasts.notPlayable, variant: 'destructive' });
  };
  if (content.removal) {
    return (
      <ContentRow content={content} conversion={null} actions={null}>
        <RemovalState contentId={id} title={title} removal={content.removal} mayDelete={mayEdit} />
      </ContentRow>
    );
  }
  const actions = (
    <>
      {mayEdit && content.metadata.contentType === 'video' && <ForceConvertButton contentId={id} title={title} />}
      <StepsButton contentId={id} title={title} mayRun={mayEdit} />
      <IconButton label={texts.play(title)} onClick={play}>
        <Play aria-hidden size={18} />
      </IconButton>
      {mayEdit && (
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
    <ContentRow content={content} conversion={<ConversionBadge status={status} />} actions={actions}>
      {status === 'completed' ? null : <ConversionState content={content} mayRestart={mayEdit} />}
    </ContentRow>
  );
};
