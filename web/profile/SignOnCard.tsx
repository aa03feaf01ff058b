import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { linkFailures } from '#contract/auth/link-failures.ts'
import { linkIdentity, removeIdentity } from '#contract/auth/sign-on.ts'
import { call } from '../api/call.ts'
import { absentStateOf } from '../api/query-state.ts'
import { portalQuery } from '../api/viewer.ts'
import { useLocation } from '../routing/hooks.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { formatDate } from '../ui/format.ts'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { t } from '../ui/text.ts'
import { Entries, EntriesLead, EntriesSkeleton, Entry, NoEntries } from './Entries.tsx'
import { useGuardedChange } from './proof.ts'
import { identitiesQuery } from './queries.ts'

/** The person's identities at the operator's identity provider; empty where there is no provider. */
export function SignOnCard(): ReactNode {
  const { data: portal } = useQuery(portalQuery)
  return portal?.signOn ? <Identities provider={portal.signOn} /> : null
}

function Identities({ provider }: { provider: string }) {
  const identities = useQuery(identitiesQuery)
  const remove = useGuardedChange((id: string) => call(removeIdentity, { params: { id } }))
  const absentState = absentStateOf(identities)
  return (
    <Card title={t('security.signOn')} padded={false}>
      <EntriesLead>{t('security.signOn.text', { name: provider })}</EntriesLead>
      {absentState && <AbsentState absent={absentState} skeleton={<EntriesSkeleton rows={1} />} />}
      {identities.data?.identities.length === 0 && <NoEntries>{t('security.signOn.none')}</NoEntries>}
      <Entries>
        {identities.data?.identities.map(({ id, email, issuer, since }) => (
          <Entry
            key={id}
            title={email ?? issuer}
            text={t('security.signOn.since', { date: formatDate(since) })}
            action={
              <ConfirmButton
                label={t('security.signOn.remove', { name: email ?? issuer })}
                text={t('security.signOn.remove.text')}
                write={remove.variables === id ? remove : undefined}
                onConfirm={() => remove.mutate(id)}
              >
                {t('security.remove')}
              </ConfirmButton>
            }
          />
        ))}
      </Entries>
      {identities.data?.linkable && <LinkIdentity />}
    </Card>
  )
}

/** The way to the provider, and why an identity was not linked when the person comes back from there. */
function LinkIdentity() {
  const link = useGuardedChange(() => call(linkIdentity, {}))
  const reason = useLocation(({ search }) => new URLSearchParams(search).get('notLinked') ?? '')
  const failure = linkFailures.find((one) => one === reason)
  return (
    <div className="border-t border-border p-4 sm:px-5">
      {failure && (
        <p role="alert" className="mb-3 text-bad">
          {t(`security.signOn.failed.${failure}`)}
        </p>
      )}
      <Button write={link} onClick={() => link.mutate(undefined, { onSuccess: ({ url }) => location.assign(url) })}>
        {t('security.signOn.link')}
      </Button>
    </div>
  )
}
