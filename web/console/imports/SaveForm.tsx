import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { beginImport, saveImportProfile } from '#contract/console/imports.ts'
import { profileNamePattern } from '#contract/imports/profile-name.ts'
import { formFaults } from '#web/auth/form.ts'
import { useNavigate } from '#web/routing/hooks.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import { profilesQuery } from './queries.ts'

type SaveFormProps = {
  uploads: readonly string[]
  /** The profile as it is chosen by now; null for one that cannot be saved, of which the page says why. */
  readProfile: () => Promise<object | null>
  fileName: string
  withdraw: number | undefined
}

/** A file's name as that of a profile: "Aufträge März.csv" becomes "auftraege-maerz". */
function profileNameOf(fileName: string): string {
  const plain = fileName
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return plain.slice(0, 63) || 'import'
}

/** Saves the profile under a name, and reads the files by it. */
export function SaveForm({ uploads, readProfile, fileName, withdraw }: SaveFormProps): ReactNode {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const { data } = useQuery(profilesQuery)
  const [name, setName] = useState(profileNameOf(fileName))
  const [title, setTitle] = useState(fileName.replace(/\.[^.]*$/, ''))
  const isName = new RegExp(profileNamePattern).test(name)
  const exists = data?.profiles.some((one) => one.name === name) ?? false
  const save = useMutation({
    mutationFn: async (runs: boolean) => {
      const profile = await readProfile()
      if (profile === null) return null
      const named = { ...profile, name, ...(title.trim() === '' ? {} : { title: title.trim() }) }
      await call(saveImportProfile, { body: { profile: named } })
      const body = { uploads: [...uploads], name, ...(withdraw === undefined ? {} : { withdraw }) }
      return runs ? call(beginImport, { body }) : undefined
    },
    onSuccess: async (begun) => {
      if (begun === null) return
      await cache.invalidateQueries({ queryKey: ['imports'] })
      showToast('good', t('imports.savedToast', { name }))
      const [id, ...others] = begun?.runs ?? []
      if (id !== undefined && others.length === 0) await navigate({ to: '/imports/runs/$id', params: { id } })
      else await navigate({ to: '/imports', search: { tab: id === undefined ? undefined : 'runs' } })
    },
  })
  const fault = save.error ? formFaults(save.error, []).form : undefined
  return (
    <Card title={t('imports.save')}>
      <p className="mb-4 text-sm text-muted">{t('imports.save.text')}</p>
      <form
        noValidate
        className="grid items-start gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (isName) save.mutate(true)
        }}
      >
        <TextField
          label={t('imports.name')}
          value={name}
          onChange={({ target }) => setName(target.value)}
          hint={exists ? t('imports.exists') : t('imports.name.hint')}
          error={isName ? fault : t('imports.name.wrong')}
          maxLength={63}
          autoComplete="off"
        />
        <TextField
          label={t('imports.title')}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
          hint={t('imports.title.hint')}
          maxLength={200}
          autoComplete="off"
        />
        <div className="flex flex-wrap gap-2 sm:col-span-2">
          <Button type="submit" variant="primary" write={save}>
            {t('imports.save.run')}
          </Button>
          <Button write={save} onClick={() => isName && save.mutate(false)}>
            {t('imports.save.only')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
