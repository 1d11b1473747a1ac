import { useState } from 'react';
import { hasUnsavedFormSince, nextTurn } from '../../lib/unsaved-forms.ts';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useDiscardQuestion } from '../../ui/overlays/use-discard-question.tsx';
import { CategoriesPanel } from './categories-panel.tsx';
import { CreatorsPanel } from './creators-panel.tsx';
import { catalogAdminTexts as texts } from './texts.ts';

/** The dialog that manages categories and creators. */
export const CatalogAdminDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [tab, setTab] = useState('categories');
  const [opened] = useState(nextTurn);
  const { ask, question } = useDiscardQuestion();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.title}
      description={texts.description}
      size="large"
    >
      <Tabs
        label={texts.tabs.label}
        value={tab}
        onValueChange={(next) => ask(hasUnsavedFormSince(opened), () => setTab(next))}
        tabs={[
          { value: 'categories', label: texts.tabs.categories, content: <CategoriesPanel /> },
          { value: 'creators', label: texts.tabs.creators, content: <CreatorsPanel /> },
        ]}
      />
      {question}
    </Dialog>
  );
};
