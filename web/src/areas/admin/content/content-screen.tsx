import { Plus } from 'lucide-react';
import { createElement, Suspense, useCallback, useState } from 'react';
import { lazyPart } from '../../../core/lazy-part.tsx';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { useAuth } from '../../../core/auth/auth-context.tsx';
import { bulkTexts } from '../../../features/bulk/texts.ts';
import { catalogAdminTexts } from '../../../features/catalog-admin/texts.ts';
import { DeleteContentDialog } from '../../../features/content/delete-content-dialog.tsx';
import {
  filterOf,
  isList,
  TABS,
  useListState,
  type ContentListName,
  type ContentTabName,
} from '../../../features/content/list-state.ts';
import { ListToolbar } from '../../../features/content/list-toolbar.tsx';
import { contentTexts } from '../../../features/content/texts.ts';
import { conversionTexts } from '../../../features/conversion/texts.ts';
import { UnfinishedUploads } from '../../../features/uploads/unfinished/unfinished-uploads.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { AdminScreen } from '../admin-screen.tsx';
import { ContentTab } from './content-tab.tsx';
import { useLiveContent } from './use-live-content.ts';
import { useNamedContent } from './use-named-content.ts';
import { useBulkAction, useSelection } from './use-selection.ts';

/** The tabs that are no lists. */
const otherTabs = {
  cdn: lazyPart(() => import('../delivery/cdn-tab.tsx'), 'CdnTab', 'inline'),
  analysis: lazyPart(() => import('./ai-indexing-tab.tsx'), 'AiIndexingTab', 'inline'),
} as const;
const AddContentDialog = lazyPart(
  () => import('./add-content-dialog.tsx'),
  'AddContentDialog',
  ({ onOpenChange }) => onOpenChange(false),
);
const EditDialog = lazyPart(
  () => import('./edit-dialog.tsx'),
  'EditDialog',
  ({ onClose }) => onClose(),
);
const BulkDialog = lazyPart(
  () => import('../../../features/bulk/bulk-dialog.tsx'),
  'BulkDialog',
  ({ onClose }) => onClose(),
);
const JobsDialog = lazyPart(
  () => import('../../../features/bulk/jobs-dialog.tsx'),
  'JobsDialog',
  ({ onClose }) => onClose(),
);
const CatalogAdminDialog = lazyPart(
  () => import('../../../features/catalog-admin/catalog-admin-dialog.tsx'),
  'CatalogAdminDialog',
  ({ onClose }) => onClose(),
);
const ConversionPanel = lazyPart(
  () => import('./conversion-panel.tsx'),
  'ConversionPanel',
  ({ onClose }) => onClose(),
);
const PlaybackTestDialog = lazyPart(
  () => import('./playback-test-dialog.tsx'),
  'PlaybackTestDialog',
  ({ onClose }) => onClose(),
);

type Panel = 'conversions' | 'jobs' | 'catalog';

/** The buttons that open the panels next to the list. */
const PanelButtons = ({ onOpen }: { readonly onOpen: (panel: Panel) => void }) => (
  <>
    <Button variant="ghost" onClick={() => onOpen('conversions')}>
      {conversionTexts.panel.open}
    </Button>
    <Button variant="ghost" onClick={() => onOpen('catalog')}>
      {catalogAdminTexts.open}
    </Button>
    <Button variant="ghost" onClick={() => onOpen('jobs')}>
      {bulkTexts.jobs}
    </Button>
  </>
);

/** Content management: all content items, in every state. Tab, search and filters are part of the address. */
export const ContentScreen = ({
  atUpload = false,
}: {
  /** Open the Add Content dialog immediately. */ readonly atUpload?: boolean;
}) => {
  const canEdit = useAuth().role === 'admin';
  const live = useLiveContent();
  const { state, named, change } = useListState();
  /** Undefined until the dialog first opens. After that it stays mounted, so that a closed dialog keeps its fields. */
  const [adding, setAdding] = useState<boolean | undefined>(atUpload || undefined);
  const [openDialog, setOpenDialog] = useState<Panel | null>(null);
  const [chosen, setChosen] = useState<{ readonly edit?: ContentView; readonly play?: ContentView }>({});
  const [toDelete, setToDelete] = useState<ContentView | null>(null);
  const closeNamed = useCallback(() => {
    setChosen({});
    change({ edit: null, play: null });
  }, [change]);
  // A link can name an item that is not on a loaded page.
  const linked = useNamedContent(named, closeNamed);
  const edited = chosen.edit ?? linked.edit;
  const played = chosen.play ?? linked.play;

  // Moderators see only the items to review.
  const tabs: readonly ContentTabName[] = canEdit ? TABS : ['pending'];
  const tab = canEdit ? state.tab : 'pending';
  const { selected, select, clear } = useSelection(JSON.stringify(isList(tab) ? filterOf(state, tab) : tab));
  const { bulk, openBulk, closeBulk } = useBulkAction(selected);
  const isFiltered = state.q !== '' || state.status !== '' || state.conversion !== '';
  const listOf = (name: ContentListName) => (
    <ContentTab
      key={JSON.stringify(filterOf(state, name))}
      filter={filterOf(state, name)}
      live={live}
      emptyText={isFiltered ? contentTexts.toolbar.noMatches : contentTexts.empty[name]}
      onReset={isFiltered ? () => change({ q: '', status: '', conversion: '' }) : undefined}
      canEdit={canEdit}
      selected={selected}
      onSelect={select}
      onAct={openBulk}
      onPlay={(play) => setChosen({ play })}
      onEdit={(edit) => setChosen({ edit })}
      onDelete={setToDelete}
    />
  );

  return (
    <AdminScreen
      title={contentTexts.title}
      lead={contentTexts.lead}
      actions={
        canEdit && (
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden size={18} />
            {contentTexts.add.button}
          </Button>
        )
      }
    >
      {canEdit && <UnfinishedUploads />}
      {isList(tab) && (
        <ListToolbar state={state} onChange={change}>
          {canEdit ? <PanelButtons onOpen={setOpenDialog} /> : undefined}
        </ListToolbar>
      )}
      <Tabs
        label={contentTexts.tabs.label}
        value={tab}
        onValueChange={(next) => change({ tab: next as ContentTabName })}
        tabs={tabs.map((name) => ({
          value: name,
          label: contentTexts.tabs[name],
          content: isList(name) ? listOf(name) : <Suspense fallback={null}>{createElement(otherTabs[name])}</Suspense>,
        }))}
      />
      <Suspense fallback={null}>
        {played && <PlaybackTestDialog content={played} onClose={closeNamed} />}
        {canEdit && openDialog === 'conversions' && <ConversionPanel live={live} onClose={() => setOpenDialog(null)} />}
        {canEdit && openDialog === 'jobs' && <JobsDialog onClose={() => setOpenDialog(null)} />}
        {canEdit && openDialog === 'catalog' && <CatalogAdminDialog onClose={() => setOpenDialog(null)} />}
        {canEdit && adding !== undefined && <AddContentDialog open={adding} onOpenChange={setAdding} />}
        {canEdit && edited && <EditDialog content={edited} onClose={closeNamed} />}
        {canEdit && bulk && <BulkDialog {...bulk} onClose={closeBulk} onStarted={clear} />}
      </Suspense>
      {canEdit && <DeleteContentDialog content={toDelete} onClose={() => setToDelete(null)} />}
    </AdminScreen>
  );
};
