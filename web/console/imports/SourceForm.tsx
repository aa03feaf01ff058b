import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type FileSourceStatus, saveFileSource, tryFileSource } from '#contract/console/file-sources.ts'
import type { Reply } from '#contract/endpoint.ts'
import { type FileSourceKind, fileSourceKinds, type SignIn, signInsOf } from '#contract/imports/file-sources.ts'
import { formFaults } from '#web/auth/form.ts'
import { useNavigate } from '#web/routing/hooks.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, TextField } from '#web/ui/fields/Field.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { type Faults, useForm } from '#web/ui/form.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import type { Editing } from '../shown-version.ts'
import { enteredSource, hasUser, isKind, isSignIn, schemeOf, sourceFaults, sourceFields } from './source-form.ts'

type SourceFormProps = {
  status: FileSourceStatus | undefined
  profiles: readonly string[]
  /** Of a source that is there already. */
  editing: Editing | undefined
}

/** The settings of a source: they are tried as they stand, and saved. */
export function SourceForm({ status, profiles, editing }: SourceFormProps): ReactNode {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [kind, setKind] = useState<FileSourceKind>(status?.kind ?? 'https')
  const [signIn, setSignIn] = useState<SignIn>(status?.source.signIn ?? 'none')
  const form = useForm({
    fields: sourceFields,
    faultsOf: formFaults,
    check: (data) => sourceFaults(data, status),
    send: async (data) => {
      const inForce = editing?.sent()
      const entered = enteredSource(data)
      const { message } = await call(saveFileSource, { body: { ...entered, ...(status ? {} : { isNew: true }) } })
      showToast('good', message)
      await cache.invalidateQueries({ queryKey: ['imports'] })
      await navigate({ to: '/imports/sources/$name', params: { name: entered.source.name } })
      inForce?.()
    },
  })
  const attempt = useMutation({
    mutationFn: (data: FormData) => call(tryFileSource, { body: enteredSource(data) }),
    onError: (error) => form.show(formFaults(error, sourceFields)),
  })
  function tryNow(): void {
    if (!form.ref.current) return
    const data = new FormData(form.ref.current)
    const faults = sourceFaults(data, status)
    form.show(faults)
    if (Object.keys(faults).length === 0) attempt.mutate(data)
  }
  function chooseKind(text: string): void {
    if (!isKind(text)) return
    setKind(text)
    setSignIn(signInsOf[text][0] ?? 'none')
  }
  const { source } = status ?? {}
  return (
    <form
      ref={form.ref}
      noValidate
      onInput={editing?.edited}
      onSubmit={form.submit}
      className="grid items-start gap-4 sm:grid-cols-2"
    >
      <TextField
        label={t('imports.source.name')}
        name="name"
        defaultValue={source?.name}
        readOnly={status !== undefined}
        hint={status ? undefined : t('imports.source.name.hint')}
        maxLength={63}
        autoComplete="off"
        error={form.faults.name}
      />
      <SelectField
        label={t('imports.source.profile')}
        name="profile"
        defaultValue={source?.profile}
        choices={profiles.map((value) => ({ value, label: value }))}
      />
      <SelectField
        label={t('imports.source.kind')}
        name="kind"
        value={kind}
        onChange={({ target }) => chooseKind(target.value)}
        choices={fileSourceKinds.map((value) => ({ value, label: t(`imports.way.${value}`) }))}
      />
      <TextField
        label={t('imports.source.url')}
        name="url"
        key={kind}
        dir="ltr"
        defaultValue={status?.kind === kind ? source?.url : schemeOf[kind]}
        hint={t(`imports.source.url.hint.${kind}`)}
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        error={form.faults.url}
      />
      <SelectField
        label={t('imports.source.signIn')}
        name="signIn"
        value={signIn}
        onChange={({ target }) => isSignIn(target.value) && setSignIn(target.value)}
        choices={signInsOf[kind].map((value) => ({ value, label: t(`imports.source.signIn.${value}`) }))}
      />
      {hasUser(signIn) && (
        <TextField
          label={t('imports.source.user')}
          name="user"
          dir="ltr"
          defaultValue={source?.user}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          error={form.faults.user}
        />
      )}
      {signIn !== 'none' && <SecretField key={signIn} signIn={signIn} status={status} faults={form.faults} />}
      {kind === 'sftp' && <HostKeyField status={status} faults={form.faults} />}
      {kind === 'mailbox' && (
        <TextArea
          label={t('imports.source.senders')}
          name="senders"
          rows={3}
          defaultValue={source?.senders?.join('\n')}
          hint={t('imports.source.senders.hint')}
          error={form.faults.senders}
        />
      )}
      <TextField
        label={t('imports.source.minutes')}
        name="minutes"
        inputMode="numeric"
        defaultValue={source?.minutes ?? 5}
        autoComplete="off"
        error={form.faults.minutes}
      />
      <TextField
        label={t('imports.source.silent')}
        name="silentHours"
        inputMode="numeric"
        defaultValue={source?.silentHours}
        hint={t('imports.source.silent.hint')}
        autoComplete="off"
        error={form.faults.silentHours}
      />
      <div className="flex flex-col sm:col-span-2">
        {kind === 'sftp' && (
          <CheckField
            label={t('imports.source.leaves')}
            name="leavesFiles"
            defaultChecked={source?.leavesFiles ?? false}
          />
        )}
        <CheckField label={t('imports.source.isOn')} name="isOn" defaultChecked={source?.isOn ?? true} />
      </div>
      {form.faults.form !== undefined && (
        <p role="alert" className="text-bad sm:col-span-2">
          {form.faults.form}
        </p>
      )}
      <div className="flex flex-wrap gap-2 sm:col-span-2">
        <Button type="submit" variant="primary" write={form}>
          {t('imports.source.save')}
        </Button>
        <Button write={attempt} onClick={tryNow}>
          {t('imports.source.try')}
        </Button>
      </div>
      <div role="status" className="sm:col-span-2 empty:hidden">
        {attempt.data && <Tried tried={attempt.data} />}
      </div>
    </form>
  )
}

type PartProps = { status: FileSourceStatus | undefined; faults: Faults }

/** The password, token or key: entered, and never shown again. */
function SecretField({ signIn, status, faults }: PartProps & { signIn: Exclude<SignIn, 'none'> }) {
  const isKept = status?.hasSecret === true && status.source.signIn === signIn
  const hints = [
    ...(signIn === 'key' ? [t('imports.source.secret.key.hint')] : []),
    ...(signIn === 'oauth' ? [t('imports.source.secret.oauth.hint')] : []),
    t(isKept ? 'imports.source.secret.kept' : 'imports.source.secret.hint'),
  ]
  const field = {
    ...{ label: t(`imports.source.secret.${signIn}`), name: 'secret', hint: hints.join('. '), error: faults.secret },
    ...{ autoComplete: 'off', spellCheck: false },
  }
  if (signIn === 'key') return <TextArea {...field} rows={4} />
  return <TextField {...field} type="password" dir="ltr" autoComplete="new-password" />
}

function HostKeyField({ status, faults }: PartProps) {
  return (
    <TextField
      label={t('imports.source.hostKey')}
      name="hostKey"
      dir="ltr"
      defaultValue={status?.source.hostKey}
      hint={t('imports.source.hostKey.hint')}
      autoComplete="off"
      spellCheck={false}
      error={faults.hostKey}
    />
  )
}

/** What came of trying the settings. */
function Tried({ tried: { failure, waiting, files, hostKey } }: { tried: Reply<typeof tryFileSource> }) {
  return (
    <>
      {failure === null ? (
        <p className="text-good">{t('imports.source.try.works', { count: waiting })}</p>
      ) : (
        <p lang="en" dir="ltr" className="text-start text-bad wrap-anywhere">
          {failure}
        </p>
      )}
      {files.length > 0 && (
        <p className="text-sm text-muted wrap-anywhere">
          <bdi>{files.join(', ')}</bdi>
        </p>
      )}
      {hostKey !== null && (
        <p className="text-sm text-muted wrap-anywhere">{t('imports.source.try.hostKey', { key: hostKey })}</p>
      )}
    </>
  )
}
