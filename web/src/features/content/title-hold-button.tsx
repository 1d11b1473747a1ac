import { Scale } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../core/lazy-part.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { contentTexts } from './texts.ts';
import type { TitleHoldDialogProps } from './title-hold-dialog.tsx';

const TitleHoldDialog = lazyPart(
  () => import('./title-hold-dialog.tsx'),
  'TitleHoldDialog',
  ({ onClose }) => onClose(),
);
const texts = contentTexts.row;

/** Sets the legal hold of a title, or releases it. */
export const TitleHoldButton = ({ content }: Pick<TitleHoldDialogProps, 'content'>) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={(content.held_since === null ? texts.setHold : texts.releaseHold)(content.title)}
        onClick={() => setOpen(true)}
      >
        <Scale aria-hidden size={18} />
      </IconButton>
      {isOpen && (
        <Suspense fallback={null}>
          <TitleHoldDialog content={content} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
