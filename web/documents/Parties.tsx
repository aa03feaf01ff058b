import { Mail, Phone } from 'lucide-react'
import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import type { MessageKey } from '../../contract/messages/en.ts'
import type { Person } from '../../contract/values.ts'
import { AddressText, addressLines } from '../ui/AddressText.tsx'
import { Card } from '../ui/Card.tsx'
import { t } from '../ui/text.ts'

/** Who gets the invoice, where the goods go, and where they come from. */
export function Parties({ detail }: { detail: DocumentDetail }) {
  const parties = (['shipTo', 'billTo', 'shipFrom'] as const).flatMap((name) => {
    const lines = addressLines(detail[name])
    return lines.length === 0 ? [] : [{ name, lines }]
  })
  if (parties.length === 0) return null
  const [first] = parties
  const same = (name: string, lines: readonly string[]) =>
    name === 'billTo' && first?.name === 'shipTo' && lines.join('\n') === first.lines.join('\n')
  return (
    <Card title={t('parties.title')}>
      <div className="flex flex-col gap-4">
        {parties.map(({ name, lines }) => (
          <div key={name}>
            <h3 className="text-sm text-muted">{t(`parties.${name}`)}</h3>
            <address className="not-italic">
              {same(name, lines) ? t('parties.same') : <AddressText lines={lines} />}
            </address>
          </div>
        ))}
      </div>
    </Card>
  )
}

/** Whom to ask: at the supplier, and in the customer's own house. */
export function People({ detail }: { detail: DocumentDetail }) {
  const people: { role: MessageKey; person: Person }[] = []
  if (isSomebody(detail.salesperson)) people.push({ role: 'people.salesperson', person: detail.salesperson })
  if (isSomebody(detail.contact)) people.push({ role: 'people.contact', person: detail.contact })
  if (people.length === 0) return null
  return (
    <Card title={t('people.title')}>
      <div className="flex flex-col gap-4">
        {people.map(({ role, person }) => (
          <div key={role}>
            <h3 className="text-sm text-muted">{t(role as 'people.contact')}</h3>
            {person.name && <p className="font-medium">{person.name}</p>}
            {person.email && (
              <a href={`mailto:${encodeURIComponent(person.email)}`} className={wayClass}>
                <Mail aria-hidden size={16} className="shrink-0 text-muted" />
                <bdi className="min-w-0 wrap-anywhere">{person.email}</bdi>
              </a>
            )}
            {person.phone && (
              <a href={`tel:${person.phone.replace(/[^\d+]/g, '')}`} className={wayClass}>
                <Phone aria-hidden size={16} className="shrink-0 text-muted" />
                <bdi className="tabular">{person.phone}</bdi>
              </a>
            )}
          </div>
        ))}
      </div>
    </Card>
  )
}

const wayClass = 'flex min-h-8 items-center gap-2 hover:underline pointer-coarse:min-h-10'

function isSomebody(person: Person | null): person is Person {
  return person !== null && Boolean(person.name || person.email || person.phone)
}
