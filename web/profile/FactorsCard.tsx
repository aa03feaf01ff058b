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
} from '#contract/auth/factors.ts'
import { call } from '../api/call.ts'
import { absentStateOf } from '../api/query-state.ts'
import { profileQuery } from '../api/viewer.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { formatDate } from '../ui/format.ts'
import { StatusChip } from '../ui/StatusChip.tsx'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { t } from '../ui/text.ts'
import { Enrolment } from './Enrolment.tsx'
import { Entries, EntriesLead, EntriesSkeleton, Entry } from './Entries.tsx'
import { useGuardedChange } from './proof.ts'
import { factorsQuery } from './queries.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** A second factor that is being set up: an app needs a key, a mailbox has been sent a code. */
export type PendingFactor = { method: 'totp'; key: AppKey } | { method: 'email' }

async function beginEnrolment(method: FactorMethod): Promise<PendingFactor> {
  if (method === 'totp') return { method, key: await call(beginApp, {}) }
  await call(beginEmail, {})
  return { method }
}

/** The second factors of a person, and their recovery codes. */
export function FactorsCard(): ReactNode {
  const factors = useQuery(factorsQuery)
  const { data: profile } = useQuery(profileQuery)
  const [pendingFactor, setPendingFactor] = useState<PendingFactor | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const setUp = useGuardedChange(beginEnrolment)
  const remove = useGuardedChange((method: FactorMethod) => call(removeFactor, { params: { method } }))
  const renew = useGuardedChange(() => call(makeRecoveryCodes, {}))
  const makeCodes = () => renew.mutate(undefined, { onSuccess: (renewed) => setCodes(renewed.codes) })
  const email = profile?.user.email ?? ''
  const absentState = absentStateOf(factors)

  /** The first second factor of a person comes with recovery codes at once. */
  function onConfirmed() {
    setPendingFactor(null)
    if (factors.data?.recoveryCodes === 0) makeCodes()
  }

  return (
    <Card title={t('security.factors')} padded={false}>
      <EntriesLead>
        {t('security.factors.text')} {factors.data?.required && t('security.factors.required')}
      </EntriesLead>
      {absentState && <AbsentState absent={absentState} skeleton={<EntriesSkeleton rows={3} />} />}
      {factors.data && (
        <Entries>
          {factorMethods.map((method) => {
            const enrolled = factors.data.methods.find((factor) => factor.method === method)
            return (
              <Entry
                key={method}
                title={t(`security.factor.${method}`)}
                beside={enrolled && <StatusChip tone="good">{t('security.factor.on')}</StatusChip>}
                text={
                  enrolled
                    ? t('security.factor.since', { date: formatDate(enrolled.since) })
                    : method === 'totp'
                      ? t('security.factor.totp.text')
                      : t('security.factor.email.text', { email })
                }
                action={
                  enrolled ? (
                    <ConfirmButton
                      label={t(`security.factor.remove.${method}`)}
                      text={t('security.factor.remove.text')}
                      write={remove}
                      onConfirm={() => remove.mutate(method)}
                    >
                      {t('security.factor.remove')}
                    </ConfirmButton>
                  ) : (
                    <Button
                      size="small"
                      aria-label={t(`security.factor.setUp.${method}`)}
                      write={setUp.variables === method ? setUp : undefined}
                      onClick={() => setUp.mutate(method, { onSuccess: setPendingFactor })}
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
                <Button size="small" write={renew} onClick={makeCodes}>
                  {t('security.recovery.new')}
                </Button>
              }
            />
          )}
        </Entries>
      )}
      {pendingFactor && (
        <Enrolment
          pendingFactor={pendingFactor}
          email={email}
          onConfirmed={onConfirmed}
          onClose={() => setPendingFactor(null)}
        />
      )}
      {codes && <RecoveryCodes codes={codes} email={email} onClose={() => setCodes(null)} />}
    </Card>
  )
}
