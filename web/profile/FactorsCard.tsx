import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  type AppKey,
  beginApp,
  beginEmail,
  type FactorMethod,
  factorMethods,
  makeRecoveryCodes,
  removeFactor,
} from '../../contract/second-factor.ts'
import { call } from '../api/call.ts'
import { absent } from '../api/view.ts'
import { profileQuery } from '../api/viewer.ts'
import { AbsentState } from '../ui/AbsentState.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { formatDate } from '../ui/format.ts'
import { StatusChip } from '../ui/StatusChip.tsx'
import { t } from '../ui/text.ts'
import { Enrolment } from './Enrolment.tsx'
import { Entries, EntriesLead, EntriesSkeleton, Entry } from './Entries.tsx'
import { useChange } from './proof.ts'
import { factorsQuery } from './queries.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** What is being set up: an app has a key, a mailbox a code that was sent. */
export type Begun = { method: 'totp'; key: AppKey } | { method: 'email' }

async function begin(method: FactorMethod): Promise<Begun> {
  if (method === 'totp') return { method, key: await call(beginApp, {}) }
  await call(beginEmail, {})
  return { method }
}

/** The second factors of a person, and the codes that stand in for them. */
export function FactorsCard(): ReactNode {
  const factors = useQuery(factorsQuery)
  const { data: profile } = useQuery(profileQuery)
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const setUp = useChange(begin)
  const remove = useChange((method: FactorMethod) => call(removeFactor, { params: { method } }))
  const renew = useChange(() => call(makeRecoveryCodes, {}))
  const makeCodes = () => renew.mutate(undefined, { onSuccess: (made) => setCodes(made.codes) })
  const email = profile?.user.email ?? ''
  const nothing = absent(factors)

  /** Who has a second factor for the first time gets the codes that stand in for it at once. */
  function confirmed() {
    setBegun(null)
    if (factors.data?.recoveryCodes === 0) makeCodes()
  }

  return (
    <Card title={t('security.factors')} padded={false}>
      <EntriesLead>
        {t('security.factors.text')} {factors.data?.required && t('security.factors.required')}
      </EntriesLead>
      {nothing && <AbsentState absent={nothing} skeleton={<EntriesSkeleton rows={3} />} />}
      {factors.data && (
        <Entries>
          {factorMethods.map((method) => {
            const held = factors.data.methods.find((one) => one.method === method)
            return (
              <Entry
                key={method}
                title={t(`security.factor.${method}`)}
                beside={held && <StatusChip tone="good">{t('security.factor.on')}</StatusChip>}
                text={
                  held
                    ? t('security.factor.since', { date: formatDate(held.since) })
                    : method === 'totp'
                      ? t('security.factor.totp.text')
                      : t('security.factor.email.text', { email })
                }
                action={
                  held ? (
                    <ConfirmButton
                      label={t(`security.factor.remove.${method}`)}
                      text={t('security.factor.remove.text')}
                      pending={remove.isPending}
                      onConfirm={() => remove.mutate(method)}
                    >
                      {t('security.factor.remove')}
                    </ConfirmButton>
                  ) : (
                    <Button
                      size="small"
                      aria-label={t(`security.factor.setUp.${method}`)}
                      pending={setUp.isPending && setUp.variables === method}
                      onClick={() => setUp.mutate(method, { onSuccess: setBegun })}
                    >
                      {t('security.factor.setUp')}
                    </Button>
                  )
                }
              />
            )
          })}
          {factors.data.methods.length > 0 && (
            <Entry
              title={t('security.recovery')}
              beside={
                <StatusChip tone={factors.data.recoveryCodes > 2 ? 'neutral' : 'warn'}>
                  {t('security.recovery.left', { count: factors.data.recoveryCodes })}
                </StatusChip>
              }
              text={t('security.recovery.text')}
              action={
                <Button size="small" pending={renew.isPending} onClick={makeCodes}>
                  {t('security.recovery.new')}
                </Button>
              }
            />
          )}
        </Entries>
      )}
      {begun && <Enrolment begun={begun} email={email} onConfirmed={confirmed} onClose={() => setBegun(null)} />}
      {codes && <RecoveryCodes codes={codes} email={email} onClose={() => setCodes(null)} />}
    </Card>
  )
}
