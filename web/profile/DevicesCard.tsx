import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { removeTrustedDevice, trustedDeviceDays } from '#contract/auth/factors.ts'
import { call } from '../api/call.ts'
import { absentStateOf } from '../api/query-state.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { formatDate } from '../ui/format.ts'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { t } from '../ui/text.ts'
import { Entries, EntriesLead, EntriesSkeleton, Entry, NoEntries } from './Entries.tsx'
import { useGuardedChange } from './proof.ts'
import { devicesQuery } from './queries.ts'
import { signInOrigin } from './sign-in-origin.ts'

/** The devices on which the person is not asked for a second factor. */
export function DevicesCard(): ReactNode {
  const devices = useQuery(devicesQuery)
  const forget = useGuardedChange((id: string) => call(removeTrustedDevice, { params: { id } }))
  const absentState = absentStateOf(devices)
  return (
    <Card title={t('security.devices')} padded={false}>
      <EntriesLead>{t('security.devices.text', { days: trustedDeviceDays })}</EntriesLead>
      {absentState && <AbsentState absent={absentState} skeleton={<EntriesSkeleton rows={1} />} />}
      {devices.data?.devices.length === 0 && <NoEntries>{t('security.devices.none')}</NoEntries>}
      <Entries>
        {devices.data?.devices.map((trusted) => {
          const device = trusted.device ?? t('security.device.unknown')
          const until = t('security.devices.until', { date: formatDate(trusted.until) })
          return (
            <Entry
              key={trusted.id}
              title={device}
              text={[until, ...signInOrigin(trusted.network, trusted.place)].join(' · ')}
              action={
                <Button
                  size="small"
                  aria-label={t('security.devices.forget.name', { device })}
                  write={forget.variables === trusted.id ? forget : undefined}
                  onClick={() => forget.mutate(trusted.id)}
                >
                  {t('security.devices.forget')}
                </Button>
              }
            />
          )
        })}
      </Entries>
    </Card>
  )
}
