import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ListSearch } from '#contract/documents/list-search.ts'
import type { DocumentType } from '#contract/values.ts'
import { changeView, chooseDefaultView, deleteView, type SavedView, saveView } from '#contract/views.ts'
import { call } from '#web/api/call.ts'
import { fieldFaults } from '#web/api/field-faults.ts'
import { profileQuery } from '#web/api/viewer.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, TextField } from '#web/ui/fields/Field.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { WriteFault } from '#web/ui/states/WriteFault.tsx'
import { t } from '#web/ui/text.ts'
import { useKeptFocus } from './kept-focus.ts'
import { viewsQuery } from './queries.ts'
import { activeView, isViewChanged, searchOfView, viewStateOf } from './view-state.ts'

export type SavedViewsPanelProps = {
  type: DocumentType
  search: ListSearch
  onChange: (search: ListSearch) => void
  close: () => void
}

type Mode = 'list' | 'new' | 'edit' | 'delete'

/** The saved views of a list, and the actions on the active one. */
export function SavedViewsPanel({ type, search, onChange, close }: SavedViewsPanelProps) {
  const { data: views = [] } = useQuery(viewsQuery(type))
  const { data: profile } = useQuery(profileQuery)
  const [{ mode, before }, setModes] = useState<{ mode: Mode; before: Mode }>({ mode: 'list', before: 'list' })
  const back = before === 'list' ? '[aria-current]' : `[data-mode=${before}]`
  const panel = useKeptFocus<HTMLDivElement>(mode === 'list' ? back : 'input, [data-cancel], [aria-current]')
  const active = activeView(views, search)
  const account = profile?.account.name ?? ''
  const applySearch = (next: ListSearch) => {
    onChange(next)
    close()
  }
  const changeMode = (next: Mode) => setModes({ mode: next, before: mode })
  const formProps = { type, search, account, onDone: applySearch, onCancel: () => changeMode('list') }
  const viewGroup = (title: string, shared: boolean) => {
    const groupViews = views.filter((view) => view.shared === shared)
    if (groupViews.length === 0) return null
    return (
      <>
        <h2 className="px-2 pt-3 pb-1 text-xs text-muted">{title}</h2>
        <ul>
          {groupViews.map((view) => (
            <li key={view.id}>
              <PanelEntry
                current={view.id === active?.id}
                onPress={() => applySearch(searchOfView(view))}
                note={viewNote(view)}
              >
                {view.name}
              </PanelEntry>
            </li>
          ))}
        </ul>
      </>
    )
  }
  const list = () => (
    <div className="-m-2">
      <PanelEntry
        current={!active}
        onPress={() => applySearch(views.some((view) => view.isDefault) ? { view: 'none' } : {})}
      >
        {t('views.none')}
      </PanelEntry>
      {viewGroup(t('views.mine'), false)}
      {viewGroup(t('views.shared', { account }), true)}
      <div className="mt-2 border-t border-border pt-2">
        {active && <ViewActions type={type} search={search} view={active} onMode={changeMode} />}
        <PanelEntry mode="new" onPress={() => changeMode('new')}>
          {t('views.saveAs')}
        </PanelEntry>
      </div>
    </div>
  )
  const content = () => {
    if (mode === 'new') return <NameForm {...formProps} view={null} />
    if (mode === 'edit' && active) return <NameForm {...formProps} view={active} />
    if (mode === 'delete' && active) return <DeleteForm {...formProps} view={active} />
    return list()
  }
  return <div ref={panel}>{content()}</div>
}

function viewNote({ own, author, isDefault }: SavedView): string {
  const authorText = !own && author ? t('views.by', { author }) : ''
  return [authorText, isDefault ? t('views.isDefault') : ''].filter((part) => part !== '').join(' · ')
}

/** `mode`: the one to which the entry leads. */
type PanelEntryProps = { current?: boolean; note?: string; mode?: Mode; onPress: () => void; children: ReactNode }

function PanelEntry({ current, note, mode, onPress, children }: PanelEntryProps) {
  return (
    <button
      type="button"
      aria-current={current ? 'true' : undefined}
      data-mode={mode}
      onClick={onPress}
      className="flex min-h-9 w-full items-center gap-2 rounded-control px-2 py-1 text-start hover:bg-hover pointer-coarse:min-h-10"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate">{children}</span>
        {note && <span className="block truncate text-sm text-muted">{note}</span>}
      </span>
      {current && <Check aria-hidden size={16} className="shrink-0 text-brand-text" />}
    </button>
  )
}

/** Returns a function that reloads the views after a change. */
function useInvalidateViews(type: DocumentType) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: viewsQuery(type).queryKey })
}

type ViewActionsProps = { type: DocumentType; search: ListSearch; view: SavedView; onMode: (mode: Mode) => void }

function ViewActions({ type, search, view, onMode }: ViewActionsProps) {
  const onSuccess = useInvalidateViews(type)
  const save = useMutation({
    mutationFn: () => call(changeView, { params: { id: view.id }, body: { state: viewStateOf(type, search) } }),
    onSuccess,
  })
  const chooseDefault = useMutation({
    mutationFn: (id: string | null) => call(chooseDefaultView, { body: { type, id } }),
    onSuccess,
  })
  const changed = isViewChanged(view, search)
  return (
    <>
      {changed && (
        <div className="px-2 pb-2">
          <p className="mb-2 text-sm text-muted">{t('views.changed', { name: view.name })}</p>
          {view.changeable && (
            <Button variant="primary" size="small" write={save} onClick={() => save.mutate()}>
              {t('views.save')}
            </Button>
          )}
        </div>
      )}
      <PanelEntry onPress={() => chooseDefault.mutate(view.isDefault ? null : view.id)}>
        {view.isDefault ? t('views.noDefault') : t('views.makeDefault')}
      </PanelEntry>
      <div className="px-2 empty:hidden">
        <WriteFault of={chooseDefault} />
      </div>
      {view.changeable && (
        <>
          <PanelEntry mode="edit" onPress={() => onMode('edit')}>
            {t('views.edit')}
          </PanelEntry>
          <PanelEntry mode="delete" onPress={() => onMode('delete')}>
            {t('views.delete')}
          </PanelEntry>
        </>
      )}
    </>
  )
}

type ViewFormProps = {
  type: DocumentType
  search: ListSearch
  account: string
  view: SavedView | null
  onDone: (search: ListSearch) => void
  onCancel: () => void
}

/** Saves a new view, or changes a view's name, sharing and default. */
function NameForm({ type, search, account, view, onDone, onCancel }: ViewFormProps) {
  const invalidateViews = useInvalidateViews(type)
  const save = useMutation({
    mutationFn: async ({ name, shared, asDefault }: { name: string; shared: boolean; asDefault: boolean }) => {
      const body = { name, shared }
      const saved = view
        ? await call(changeView, { params: { id: view.id }, body })
        : await call(saveView, { body: { ...body, type, state: viewStateOf(type, search) } })
      if (asDefault !== (view?.isDefault ?? false))
        await call(chooseDefaultView, { body: { type, id: asDefault ? saved.id : null } })
      return saved
    },
    onSuccess: async (saved) => {
      await invalidateViews()
      // Closed meanwhile, it leaves the filters that were chosen since, or another page, as they are.
      if (form.ref.current) onDone({ ...search, view: saved.id })
    },
  })
  const form = useForm({
    fields: ['name'],
    check: (data) => (fieldText(data, 'name').trim() === '' ? { name: t('views.name.missing') } : {}),
    send: (data) =>
      save.mutateAsync({
        name: fieldText(data, 'name').trim(),
        shared: data.get('shared') === 'on',
        asDefault: data.get('asDefault') === 'on',
      }),
    faultsOf: fieldFaults,
  })
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate className="flex flex-col gap-3">
      {view === null && <p className="text-sm text-muted">{t('views.new.text')}</p>}
      <TextField
        label={t('views.name')}
        name="name"
        defaultValue={view?.name ?? ''}
        maxLength={60}
        autoComplete="off"
        error={form.faults.name}
      />
      <div className="flex flex-col">
        <CheckField label={t('views.share', { account })} name="shared" defaultChecked={view?.shared ?? false} />
        <CheckField label={t('views.asDefault')} name="asDefault" defaultChecked={view?.isDefault ?? false} />
      </div>
      <div className="flex gap-2">
        <Button variant="primary" type="submit" write={form}>
          {t('views.submit')}
        </Button>
        <Button onClick={onCancel}>{t('views.cancel')}</Button>
      </div>
    </form>
  )
}

function DeleteForm({ type, search, account, view, onDone, onCancel }: ViewFormProps & { view: SavedView }) {
  const invalidateViews = useInvalidateViews(type)
  const remove = useMutation({
    mutationFn: () => call(deleteView, { params: { id: view.id } }),
    onSuccess: invalidateViews,
  })
  const { view: _, ...rest } = search
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium wrap-anywhere">{t('views.delete.title', { name: view.name })}</p>
      <p className="text-sm text-muted">
        {view.shared ? t('views.delete.shared', { account }) : t('views.delete.text')}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          write={remove}
          onClick={() => remove.mutate(undefined, { onSuccess: () => onDone(rest) })}
        >
          {t('views.delete.submit')}
        </Button>
        <Button data-cancel onClick={onCancel}>
          {t('views.cancel')}
        </Button>
      </div>
    </div>
  )
}
