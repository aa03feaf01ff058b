import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { DocumentType } from '../../contract/values.ts'
import { changeView, chooseDefaultView, deleteView, type SavedView, saveView } from '../../contract/views.ts'
import { call } from '../api/call.ts'
import { fieldFaults } from '../api/faults.ts'
import { profileQuery } from '../api/viewer.ts'
import type { ListSearch } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { CheckField, TextField } from '../ui/Field.tsx'
import { t } from '../ui/text.ts'
import { viewsQuery } from './list-queries.ts'
import { isChanged, searchOf, stateOf, viewOf } from './view-state.ts'

export type ViewsPanelProps = {
  type: DocumentType
  search: ListSearch
  onChange: (search: ListSearch) => void
  close: () => void
}

type Mode = 'list' | 'new' | 'edit' | 'delete'

/** The saved views of a list, and what can be done with the one that is open. */
export function ViewsPanel({ type, search, onChange, close }: ViewsPanelProps) {
  const { data: views = [] } = useQuery(viewsQuery(type))
  const { data: profile } = useQuery(profileQuery)
  const [mode, setMode] = useState<Mode>('list')
  const active = viewOf(views, search)
  const account = profile?.account.name ?? ''
  const open = (next: ListSearch) => {
    onChange(next)
    close()
  }
  const common = { type, search, account, onDone: open, onCancel: () => setMode('list') }
  if (mode === 'new') return <NameForm {...common} view={null} />
  if (mode === 'edit' && active) return <NameForm {...common} view={active} />
  if (mode === 'delete' && active) return <DeleteForm {...common} view={active} />
  const group = (title: string, shared: boolean) => {
    const some = views.filter((view) => view.shared === shared)
    if (some.length === 0) return null
    return (
      <>
        <h2 className="px-2 pt-3 pb-1 text-xs text-muted">{title}</h2>
        <ul>
          {some.map((view) => (
            <li key={view.id}>
              <Entry current={view.id === active?.id} onPress={() => open(searchOf(view))} note={noteOf(view)}>
                {view.name}
              </Entry>
            </li>
          ))}
        </ul>
      </>
    )
  }
  return (
    <div className="-m-2">
      <Entry current={!active} onPress={() => open(views.some((view) => view.isDefault) ? { view: 'none' } : {})}>
        {t('views.none')}
      </Entry>
      {group(t('views.mine'), false)}
      {group(t('views.shared', { account }), true)}
      <div className="mt-2 border-t border-border pt-2">
        {active && <Actions type={type} search={search} view={active} onMode={setMode} />}
        <Entry onPress={() => setMode('new')}>{t('views.saveAs')}</Entry>
      </div>
    </div>
  )
}

function noteOf({ own, author, isDefault }: SavedView): string {
  const by = !own && author ? t('views.by', { author }) : ''
  return [by, isDefault ? t('views.isDefault') : ''].filter((part) => part !== '').join(' · ')
}

type EntryProps = { current?: boolean; note?: string; onPress: () => void; children: ReactNode }

function Entry({ current, note, onPress, children }: EntryProps) {
  return (
    <button
      type="button"
      aria-current={current ? 'true' : undefined}
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

/** Asks the server for the views anew after one was changed. */
function useFresh(type: DocumentType) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: viewsQuery(type).queryKey })
}

type ActionsProps = { type: DocumentType; search: ListSearch; view: SavedView; onMode: (mode: Mode) => void }

function Actions({ type, search, view, onMode }: ActionsProps) {
  const onSuccess = useFresh(type)
  const save = useMutation({
    mutationFn: () => call(changeView, { params: { id: view.id }, body: { state: stateOf(type, search) } }),
    onSuccess,
  })
  const choose = useMutation({
    mutationFn: (id: string | null) => call(chooseDefaultView, { body: { type, id } }),
    onSuccess,
  })
  const changed = isChanged(view, search)
  return (
    <>
      {changed && (
        <div className="px-2 pb-2">
          <p className="mb-2 text-sm text-muted">{t('views.changed', { name: view.name })}</p>
          {view.changeable && (
            <Button variant="primary" size="small" pending={save.isPending} onClick={() => save.mutate()}>
              {t('views.save')}
            </Button>
          )}
        </div>
      )}
      <Entry onPress={() => choose.mutate(view.isDefault ? null : view.id)}>
        {view.isDefault ? t('views.noDefault') : t('views.makeDefault')}
      </Entry>
      {view.changeable && (
        <>
          <Entry onPress={() => onMode('edit')}>{t('views.edit')}</Entry>
          <Entry onPress={() => onMode('delete')}>{t('views.delete')}</Entry>
        </>
      )}
    </>
  )
}

type FormProps = {
  type: DocumentType
  search: ListSearch
  account: string
  view: SavedView | null
  onDone: (search: ListSearch) => void
  onCancel: () => void
}

/** Names a new view, or changes the name of one and who has it. */
function NameForm({ type, search, account, view, onDone, onCancel }: FormProps) {
  const fresh = useFresh(type)
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const [asDefault, setAsDefault] = useState(view?.isDefault ?? false)
  const [missing, setMissing] = useState(false)
  const save = useMutation({
    mutationFn: async () => {
      const body = { name: name.trim(), shared }
      const saved = view
        ? await call(changeView, { params: { id: view.id }, body })
        : await call(saveView, { body: { ...body, type, state: stateOf(type, search) } })
      if (asDefault !== (view?.isDefault ?? false))
        await call(chooseDefaultView, { body: { type, id: asDefault ? saved.id : null } })
      return saved
    },
    onSuccess: async (saved) => {
      await fresh()
      onDone({ ...search, view: saved.id })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() !== '') save.mutate()
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      {view === null && <p className="text-sm text-muted">{t('views.new.text')}</p>}
      <TextField
        label={t('views.name')}
        value={name}
        maxLength={60}
        autoComplete="off"
        error={missing ? t('views.name.missing') : fieldFaults(save.error).name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className="flex flex-col">
        <CheckField
          label={t('views.share', { account })}
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        <CheckField
          label={t('views.asDefault')}
          checked={asDefault}
          onChange={(event) => setAsDefault(event.currentTarget.checked)}
        />
      </div>
      <div className="flex gap-2">
        <Button variant="primary" type="submit" pending={save.isPending}>
          {t('views.submit')}
        </Button>
        <Button onClick={onCancel}>{t('views.cancel')}</Button>
      </div>
    </form>
  )
}

function DeleteForm({ type, search, account, view, onDone, onCancel }: FormProps & { view: SavedView }) {
  const fresh = useFresh(type)
  const remove = useMutation({
    mutationFn: () => call(deleteView, { params: { id: view.id } }),
    onSuccess: async () => {
      await fresh()
      const { view: _, ...rest } = search
      onDone(rest)
    },
  })
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium wrap-anywhere">{t('views.delete.title', { name: view.name })}</p>
      <p className="text-sm text-muted">
        {view.shared ? t('views.delete.shared', { account }) : t('views.delete.text')}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" pending={remove.isPending} onClick={() => remove.mutate()}>
          {t('views.delete.submit')}
        </Button>
        <Button onClick={onCancel}>{t('views.cancel')}</Button>
      </div>
    </div>
  )
}
