import { useQuery } from '@tanstack/react-query'
import { Mail, Phone } from 'lucide-react'
import type { DocumentParty } from '#contract/documents/detail-schemas.ts'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { furtherParties } from '#contract/documents/particulars.ts'
import type { MessageKey } from '#contract/message-keys.ts'
import type { Person } from '#contract/values.ts'
import { requestsQuery } from '#web/requests/queries.ts'
import { AddressText, addressLines } from '#web/ui/AddressText.tsx'
import { Card } from '#web/ui/Card.tsx'
import { formatDate } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'

/** Ship-to, bill-to, ship-from and the further parties of a document. */
export function Parties({ detail }: { detail: DocumentDetail }) {
  const parties = (['shipTo', 'billTo', 'shipFrom', ...furtherParties] as const).flatMap((name) => {
    const party = detail[name]
    const lines = addressLines(party)
    return party && (lines.length > 0 || registrationTexts(party).length > 0) ? [{ name, party, lines }] : []
  })
  if (parties.length === 0) return null
  const [first] = parties
  const isSameAsShipTo = (name: string, lines: readonly string[]) =>
    name === 'billTo' && first?.name === 'shipTo' && lines.join('\n') === first.lines.join('\n')
  return (
    <Card title={t('parties.title')}>
      <div className="flex flex-col gap-4">
        {parties.map(({ name, party, lines }) => (
          <div key={name}>
            <h3 className="text-sm text-muted">{t(`parties.${name}`)}</h3>
            <address className="not-italic">
              {isSameAsShipTo(name, lines) ? t('parties.same') : <AddressText lines={lines} />}
              <ContactLinks email={party.email} phone={party.phone} />
            </address>
            {registrationTexts(party).map((line) => (
              <bdi key={line} className="block text-sm text-muted wrap-anywhere">
                {line}
              </bdi>
            ))}
          </div>
        ))}
      </div>
    </Card>
  )
}

/** The legal name and registration numbers of a party. */
function registrationTexts({ legalName, taxNumber, companyNumber }: DocumentParty): string[] {
  return [
    legalName && t('parties.legalName', { name: legalName }),
    taxNumber && t('parties.taxNumber', { number: taxNumber }),
    companyNumber && t('parties.companyNumber', { number: companyNumber }),
  ].filter((line): line is string => Boolean(line))
}

function ContactLinks({ email, phone }: Pick<Person, 'email' | 'phone'>) {
  return (
    <>
      {email && (
        <a href={`mailto:${encodeURIComponent(email)}`} className={contactLinkClass}>
          <Mail aria-hidden size={16} className="shrink-0 text-muted" />
          <bdi className="min-w-0 wrap-anywhere">{email}</bdi>
        </a>
      )}
      {phone && (
        <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={contactLinkClass}>
          <Phone aria-hidden size={16} className="shrink-0 text-muted" />
          <bdi className="tabular">{phone}</bdi>
        </a>
      )}
    </>
  )
}

/** The contacts of a document: the supplier's salesperson and the customer's own contact. */
export function People({ detail }: { detail: DocumentDetail }) {
  const people: { role: MessageKey; person: Person }[] = []
  if (hasContactDetails(detail.salesperson)) people.push({ role: 'people.salesperson', person: detail.salesperson })
  if (hasContactDetails(detail.contact)) people.push({ role: 'people.contact', person: detail.contact })
  const { data: away } = useQuery({ ...requestsQuery(detail.type, detail.number), select: (data) => data.away })
  if (people.length === 0) return null
  return (
    <Card title={t('people.title')}>
      <div className="flex flex-col gap-4">
        {people.map(({ role, person }) => (
          <div key={role}>
            <h3 className="text-sm text-muted">{t(role as 'people.contact')}</h3>
            {person.name && <p className="font-medium">{person.name}</p>}
            {away && person === detail.salesperson && (
              <p className="text-sm">{t('people.away', { day: formatDate(away.until), name: away.standIn })}</p>
            )}
            <ContactLinks email={person.email} phone={person.phone} />
          </div>
        ))}
      </div>
    </Card>
  )
}

const contactLinkClass = 'flex min-h-8 items-center gap-2 hover:underline pointer-coarse:min-h-10'

function hasContactDetails(person: Person | null): person is Person {
  return person !== null && Boolean(person.name || person.email || person.phone)
}
