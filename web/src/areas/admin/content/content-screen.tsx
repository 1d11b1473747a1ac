import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { useAuth } from '../../../core/auth/auth-context.tsx';
import { useToast } from '../../../core/toast/toast-context.tsx';
import type { BulkActionKind } from '../../../features/bulk/bulk-bar.tsx';
import { bulkTexts } from '../../../features/bulk/texts.ts';
import { catalogAdminTexts } from '../../../features/catalog-admin/texts.ts';
import { categoryChoicesQuery } from '../../../features/content/api.ts';
import { DeleteContentDialog } from '../../../features/content/delete-content-dialog.tsx';
import { filterOf, TABS, useListState, type ContentTabName } from '../../../features/content/list-state.ts';
import { ListToolbar } from '../../../features/content/list-toolbar.tsx';
import { contentTexts } from '../../../features/content/texts.ts';
import { UnfinishedUploads } from '../../../features/uploads/unfinished-uploads.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Tabs } from '../../../ui/overlays/tabs.tsx';
import { AdminScreen } from '../admin-screen.tsx';
import { ContentTab } from './content-tab.tsx';
import { useNamedContent } from './use-named-content.ts';

const AddContentDialog = lazy(async () => ({ default: (await import('./add-content-dialog.tsx')).AddContentDialog }));
const EditDialog = lazy(async () => ({ default: (await import('./edit-dialog.tsx')).EditDialog }));
const BulkDialog = lazy(async () => ({ default: (await import('../../../features/bulk/bulk-dialog.tsx')).BulkDialog }));
const JobsDialog = lazy(async () => ({ default: (await import('../../../features/bulk/jobs-dialog.tsx')).JobsDialog }));
const CatalogAdminDialog = lazy(async () => ({
  default: (await import('../../../features/catalog-admin/catalog-admin-dialog.tsx')).CatalogAdminDialog,
}));
const PlaybackTestDialog = lazy(async () => ({
  default: (await import('./playback-test-dialog.tsx')).PlaybackTestDialog,
}));

const NOTHING: ReadonlySet<string> = new Set();

/** Every content in every state, and what administrators do with it. What is shown of it is part of the address. */
export const ContentScreen = ({
  atUpload = false,
}: {
  /** Opens with the dialog that adds content. */ readonly atUpload?: boolean;
}) => {
  const mayEdit = useAuth().role === 'admin';
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const { state, named, change } = useListState();
  /** Undefined until it was opened first: it keeps what was written in it. */
  const [adding, setAdding] = useState<boolean | undefined>(atUpload || undefined);
  const [opened, setOpened] = useState<'jobs' | 'catalog' | null>(null);
  const [bulk, setBulk] = useState<{
    readonly kind: BulkActionKind;
    readonly ids: readonly string[];
    readonly categories: readonly { readonly id: string; readonly name: string }[];
  } | null>(null);
  const [picked, setPicked] = useState<{ readonly of: string; readonly ids: ReadonlySet<string> }>({
    of: '',
    ids: NOTHING,
  });
  const [chosen, setChosen] = useState<{ readonly edit?: ContentView; readonly play?: ContentView }>({});
  const [doomed, setDoomed] = useState<ContentView | null>(null);
  const closeNamed = useCallback(() => {
    setChosen({});
    change({ edit: null, play: null });
  }, [change]);
  // A link may name a content that no shown page holds.
  const linked = useNamedContent(named, closeNamed);
  const edited = chosen.edit ?? linked.edit;
  const played = chosen.play ?? linked.play;

  const act = async (kind: BulkActionKind) => {
    const ids = [...selected];
    try {
      setBulk({ kind, ids, categories: kind === 'move' ? await queries.fetchQuery(categoryChoicesQuery(api)) : [] });
    } catch {
      show({
        title: contentTexts.toasts.error,
        description: contentTexts.toasts.categoriesFailed,
        variant: 'destructive',
      });
    }
  };
  // Moderators review, so they see what is pending and no more.
  const tabs: readonly ContentTabName[] = mayEdit ? TABS : ['pending'];
  const tab = mayEdit ? state.tab : 'pending';
  // What is selected belongs to the list it was selected in, whatever led to another one.
  const list = JSON.stringify(filterOf(state, tab));
  const selected = picked.of === list ? picked.ids : NOTHING;
  const setSelected = (ids: ReadonlySet<string>) => setPicked({ of: list, ids });
  const isNarrowed = state.q !== '' || state.status !== '' || state.conversion !== '';
  const tabOf = (name: ContentTabName) => (
    <ContentTab
      key={JSON.stringify(filterOf(state, name))}
      filter={filterOf(state, name)}
      emptyText={isNarrowed ? contentTexts.toolbar.nothing : contentTexts.empty[name]}
      onReset={isNarrowed ? () => change({ q: '', status: '', conversion: '' }) : undefined}
      mayEdit={mayEdit}
      selected={selected}
      onSelect={setSelected}
      onAct={(kind) => void act(kind)}
      onPlay={(play) => setChosen({ play })}
      onEdit={(edit) => setChosen({ edit })}
      onDelete={setDoomed}
    />
  );

  return (
    <AdminScreen
      title={contentTexts.title}
      lead={contentTexts.lead}
      actions={
        mayEdit && (
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden size={18} />
            {contentTexts.add.button}
          </Button>
        )
      }
    >
      {mayEdit && <UnfinishedUploads />}
      <ListToolbar state={state} onChange={change}>
        {mayEdit ? (
          <>
            <Button variant="ghost" onClick={() => setOpened('catalog')}>
              {catalogAdminTexts.open}
            </Button>
            <Button variant="ghost" onClick={() => setOpened('jobs')}>
              {bulkTexts.jobs}
            </Button>
          </>
        ) : undefined}
      </ListToolbar>
      <Tabs
        label={contentTexts.tabs.label}
        value={tab}
        onValueChange={(next) => change({ tab: next as ContentTabName })}
        tabs={tabs.map((name) => ({ value: name, label: contentTexts.tabs[name], content: tabOf(name) }))}
      />
      <Suspense fallback={null}>
        {played && <PlaybackTestDialog content={played} onClose={closeNamed} />}
        {mayEdit && opened === 'jobs' && <JobsDialog onClose={() => setOpened(null)} />}
        {mayEdit && opened === 'catalog' && <CatalogAdminDialog onClose={() => setOpened(null)} />}
        {mayEdit && adding !== undefined && <AddContentDialog open={adding} onOpenChange={setAdding} />}
        {mayEdit && edited && <EditDialog content={edited} onClose={closeNamed} />}
        {mayEdit && bulk && <BulkDialog {...bulk} onClose={() => setBulk(null)} onBegun={() => setSelected(NOTHING)} />}
      </Suspense>
      {mayEdit && <DeleteContentDialog content={doomed} onClose={() => setDoomed(null)} />}
    </AdminScreen>
  );
};
