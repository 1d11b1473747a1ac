import { useState } from 'react';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { CategoriesPanel } from './categories-panel.tsx';
import { CreatorsPanel } from './creators-panel.tsx';
import { catalogAdminTexts as texts } from './texts.ts';

/** The dialog that manages categories and creators. */
export const CatalogAdminDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [tab, setTab] = useState('categories');
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
        onValueChange={setTab}
        tabs={[
          { value: 'categories', label: texts.tabs.categories, content: <CategoriesPanel /> },
          { value: 'creators', label: texts.tabs.creators, content: <CreatorsPanel /> },
        ]}
      />
    </Dialog>
  );
};
