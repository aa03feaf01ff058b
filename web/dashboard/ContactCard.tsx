import { useQuery } from '@tanstack/react-query'
import { Mail, Phone } from 'lucide-react'
import { type Dashboard, showContactPicture } from '#contract/dashboard.ts'
import { fetchFile } from '../api/download.ts'
import { Card } from '../ui/Card.tsx'
import { formatDate } from '../ui/format.ts'
import { Initials } from '../ui/Initials.tsx'
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
          <div className="flex items-center gap-3">
            {contact.pictureAt !== null && <ContactPicture name={contact.name ?? ''} at={contact.pictureAt} />}
            <p className="min-w-0 font-medium">
              <Text>{contact.name ?? contact.email}</Text>
            </p>
          </div>
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

/** The photograph of the contact; their initials until it is loaded. */
function ContactPicture({ name, at }: { name: string; at: string }) {
  const { data: source } = useQuery({
    queryKey: ['contact picture', at],
    queryFn: async () => URL.createObjectURL(await fetchFile(showContactPicture.path)),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
  return (
    <Initials name={name} className="size-12 text-lg">
      {source && <img src={source} alt="" className="absolute inset-0 size-full object-cover" />}
    </Initials>
  )
}
