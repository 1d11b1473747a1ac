import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ContentView } from '../../../../lambdas/contract/content-shapes.ts';
import { useAuth } from '../../core/auth/auth-context.tsx';
import type { ContentFilter } from '../../features/content/api.ts';
import { CaptionsSection } from '../../features/captions/captions-section.tsx';
import { EditContentDialog } from '../../features/content/edit-content-dialog.tsx';
import { contentTexts } from '../../features/content/texts.ts';
import { useDeleteContent } from '../../features/content/use-delete-content.ts';
import { SourceFile } from '../../features/uploads/source-file.tsx';
import { UnfinishedUploads } from '../../features/uploads/unfinished-uploads.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AddContentDialog } from './add-content-dialog.tsx';
import styles from './content-screen.module.css';
import { ContentTab } from './content-tab.tsx';

type TabName = keyof typeof contentTexts.empty;

const filters: Readonly<Record<TabName, ContentFilter>> = {
  all: {},
  music: { content_type: 'music' },
  videos: { content_type: 'video' },
  pending: { status: 'pending' },
};
const tabNames = Object.keys(filters) as TabName[];

/** The files of a content: its media, and its captions. */
const FilesOf = ({ content }: { readonly content: ContentView }) => (
  <>
    <CaptionsSection content={content} />
    <SourceFile content={content} />
  </>
);

/** Every content in every state, and what administrators do with it. The tab is part of the address. */
export const ContentScreen = () => {
  const mayEdit = useAuth().role === 'admin';
  const [search, setSearch] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const [edited, setEdited] = useState<ContentView | null>(null);
  const [doomed, setDoomed] = useState<ContentView | null>(null);
  const { mutate: remove } = useDeleteContent();
  const tab = tabNames.find((name) => name === search.get('tab')) ?? 'all';

  const addButton = mayEdit && (
    <Button onClick={() => setAdding(true)}>
      <Plus aria-hidden size={18} />
      {contentTexts.add.button}
    </Button>
  );
  const chooseTab = (next: string) => setSearch(next === 'all' ? {} : { tab: next }, { replace: true, preventScrollReset: true });

  return (
    <div className={styles['screen']}>
      <title>{`${contentTexts.title} · Soundstage`}</title>
      <header className={styles['header']}>
        <div>
          <h1 tabIndex={-1}>{contentTexts.title}</h1>
          <p className={styles['lead']}>{contentTexts.lead}</p>
        </div>
        {addButton}
      </header>
      {mayEdit && <UnfinishedUploads />}
      <Tabs
        label={contentTexts.tabs.label}
        value={tab}
        onValueChange={chooseTab}
        tabs={tabNames.map((name) => ({
          value: name,
          label: contentTexts.tabs[name],
          content: <ContentTab filter={filters[name]} emptyText={contentTexts.empty[name]} mayEdit={mayEdit} onEdit={setEdited} onDelete={setDoomed} />,
        }))}
      />
      {mayEdit && (
        <>
          <AddContentDialog open={adding} onOpenChange={setAdding} />
          <EditContentDialog content={edited} file={edited && <FilesOf content={edited} />} onClose={() => setEdited(null)} />
          <ConfirmDialog
            open={doomed !== null}
            onOpenChange={() => setDoomed(null)}
            title={contentTexts.remove.title}
            description={contentTexts.remove.text(doomed?.title ?? '')}
            action={contentTexts.remove.action}
            dangerous
            onConfirm={() => {
              if (doomed) remove(doomed.id);
              setDoomed(null);
            }}
          />
        </>
      )}
    </div>
  );
};
