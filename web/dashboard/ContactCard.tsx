import { Mail, Phone } from 'lucide-react'
import type { Dashboard } from '#contract/dashboard.ts'
import { Card } from '../ui/Card.tsx'
import { formatDate } from '../ui/format.ts'
import { t } from '../ui/text.ts'
import { Text } from '../ui/Values.tsx'

const contactClass =
  'mt-1.5 flex min-h-6 items-center gap-2 text-muted hover:text-text hover:underline hover:underline-offset-2 pointer-coarse:min-h-10'

/** The contact details of the salesperson of the newest document. */
export function ContactCard({ contact }: { contact: Dashboard['contact'] }) {
  return (
    <Card title={t('dashboard.contact')}>
      {contact ? (
        <>
          <p className="font-medium">
            <Text>{contact.name ?? contact.email}</Text>
          </p>
          {contact.away && (
            <p className="mt-1 text-sm">
              {t('dashboard.contact.away', { day: formatDate(contact.away.until), name: contact.away.name })}
            </p>
          )}
          {contact.email && (
            <a href={`mailto:${contact.email}`} className={contactClass}>
              <Mail aria-hidden size={16} className="shrink-0" />
              <bdi className="min-w-0 wrap-anywhere">{contact.email}</bdi>
            </a>
          )}
          {contact.phone && (
            <a href={`tel:${contact.phone.replace(/[^+\d]/g, '')}`} className={contactClass}>
              <Phone aria-hidden size={16} className="shrink-0" />
              <bdi className="tabular">{contact.phone}</bdi>
            </a>
          )}
        </>
      ) : (
        <p className="text-muted">{t('dashboard.contact.none')}</p>
      )}
    </Card>
  )
}
