import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { isMessageKey, label, t } from '#web/ui/text.ts'
import { type Fact, FactList } from './Facts.tsx'

type Means = DocumentDetail['paymentMeans'][number]

/** The payment means of a document. A UBL file's single plain transfer is not among them: `bankAccount` covers it. */
export function PaymentMeans({ detail: { paymentMeans } }: { detail: DocumentDetail }) {
  if (paymentMeans.length === 0) return null
  const keyedMeans = paymentMeans.map((means, index) => ({ means, key: `${index} ${means.account}` }))
  return (
    <Card title={t('pay.means')}>
      <ul className="flex flex-col divide-y divide-border">
        {keyedMeans.map(({ means, key }) => (
          <li key={key} className="py-3 first:pt-0 last:pb-0">
            {means.code && <h3 className="mb-1 font-medium">{paymentCodeLabel(means.code)}</h3>}
            <FactList facts={paymentMeansFacts(means)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The label of a UN/CEFACT 4461 code; several codes mean a transfer. */
function paymentCodeLabel(code: string): string {
  const key = `payCode.${['31', '42'].includes(code) ? '30' : code}`
  return isMessageKey(key) ? label(key) : code
}

const textFields = [
  ...['account', 'holder', 'bank', 'bankName', 'reference'],
  ...['mandate', 'payerAccount', 'cardNumber', 'cardHolder', 'note'],
] as const

function paymentMeansFacts(means: Means): Fact[] {
  const values: Readonly<Record<string, string | null>> = means
  const facts = textFields.flatMap((name): Fact[] => {
    const value = values[name]
    return value ? [{ label: label(`pay.${name}`), value }] : []
  })
  return means.dueDate
    ? [...facts, { label: t('pay.dueDate'), value: <DateText date={means.dueDate} focusable /> }]
    : facts
}
