import type { DocumentDetail, DocumentLine } from '#contract/documents/endpoints.ts'
import { documentPath, unitPath } from '#web/paths.ts'
import { Link } from '#web/routing/Link.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { formatCount, formatDate } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'
import { unitLabel } from '#web/ui/unit-label.ts'
import { Quantity } from '#web/ui/Values.tsx'
import { fieldLabel } from '../fields.ts'
import { LinePromise } from '../history/PromiseHistory.tsx'
import { LineAllowances, LineParts, lineFacts } from './LineParticulars.tsx'
import type { Stages } from './stages.ts'

type LineDetailProps = {
  line: DocumentLine
  currency: string | null
  prices: boolean
  /** Whether serials and lots link to the item tracker. */
  linked: boolean
  detail: Pick<DocumentDetail, 'type' | 'number'>
}

/** All details of one line: its quantity in each stage, its dates, serials, lots and references. */
export function LineDetail({ line, currency, prices, linked, detail }: LineDetailProps) {
  const facts = lineFacts(line, currency, prices)
  const empty =
    facts.length + line.allowances.length + line.parts.length === 0 &&
    !line.stages &&
    line.references.length === 0 &&
    !line.note &&
    !line.description
  if (empty && line.serials.length === 0 && line.lots.length === 0)
    return <p className="pb-2 text-sm text-muted">{t('lines.nothing')}</p>
  return (
    <div className="mb-2 flex flex-col gap-4 rounded-control bg-sunken p-4 text-sm">
      {line.name && line.description && line.description !== line.name && (
        <p className="wrap-anywhere">
          <bdi>{line.description}</bdi>
        </p>
      )}
      {line.stages && <StageGrid stages={line.stages} unit={unitLabel(line.unit)} />}
      {facts.length > 0 && (
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 md:grid-cols-4">
          {facts.map(({ name, value }) => (
            <div key={name} className="min-w-0">
              <dt className="text-muted">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {line.allowances.length > 0 && <LineAllowances line={line} currency={currency} />}
      {line.parts.length > 0 && <LineParts line={line} currency={currency} />}
      {line.deliveries.length > 0 && <Deliveries line={line} />}
      {detail.type === 'orders' && <LinePromise type={detail.type} number={detail.number} line={line.line} />}
      {line.note && (
        <p className="whitespace-pre-line wrap-anywhere">
          <bdi>{line.note}</bdi>
        </p>
      )}
      {line.references.length > 0 && <References references={line.references} />}
      {line.serials.length > 0 && <Serials serials={line.serials} linked={linked} />}
      {line.lots.length > 0 && <Lots line={line} linked={linked} />}
    </div>
  )
}

const stageNames = ['ordered', 'shipped', 'delivered', 'invoiced', 'returned', 'cancelled', 'open'] as const
const alwaysShown: readonly string[] = ['ordered', 'shipped', 'delivered', 'invoiced', 'open']

/** The quantity in each stage; returned and cancelled only where there is any. */
function StageGrid({ stages, unit }: { stages: Stages; unit: string | null }) {
  return (
    <dl className="grid grid-cols-3 gap-x-4 gap-y-3 md:flex md:gap-x-8">
      {stageNames
        .filter((name) => alwaysShown.includes(name) || stages[name] !== '0')
        .map((name) => (
          <div key={name}>
            <dt className="text-muted">{t(`stage.${name}`)}</dt>
            <dd className="text-base font-medium">
              <Quantity value={stages[name]} unit={unit} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

/** The lines of other documents that this line refers to. */
function References({ references }: { references: DocumentLine['references'] }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1">
      <span className="text-muted">{t('lines.from')}</span>
      {references.map((reference) => {
        const referenceTexts = { type: t(`type.${reference.type}.one`), number: reference.number }
        const text = reference.line
          ? t('lines.reference', { ...referenceTexts, line: reference.line })
          : t('lines.reference.whole', referenceTexts)
        return (
          <Link
            key={`${reference.type}/${reference.number}/${reference.line}`}
            {...documentPath(reference.type, reference.number)}
            className="underline decoration-border underline-offset-4 wrap-anywhere hover:decoration-current"
          >
            <bdi>{text}</bdi>
          </Link>
        )
      })}
    </p>
  )
}

/** The partial deliveries of a line, each with its own dates. */
function Deliveries({ line }: { line: DocumentLine }) {
  const parts = line.deliveries.map((part, index) => ({ ...part, key: `${index} ${part.quantity}` }))
  return (
    <div>
      <h3 className="mb-1 text-muted">{t('lines.deliveries')}</h3>
      <ul className="flex flex-col gap-1">
        {parts.map(({ key, quantity, requestedDate, promisedDate, estimatedDate }) => (
          <li key={key} className="flex flex-wrap items-baseline gap-x-3">
            <Quantity value={quantity} unit={unitLabel(line.unit)} />
            {(estimatedDate ?? promisedDate) === null && requestedDate && (
              <DeliveryDate name="requestedDate" date={requestedDate} />
            )}
            {promisedDate && <DeliveryDate name="promisedDate" date={promisedDate} />}
            {estimatedDate && <DeliveryDate name="estimatedDate" date={estimatedDate} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

function DeliveryDate({ name, date }: { name: string; date: string }) {
  return (
    <span>
      <span className="text-muted">{fieldLabel('orders', name)}</span> <DateText date={date} focusable />
    </span>
  )
}

/** A serial or a lot; with `linked`, a link to its page in the item tracker. */
function UnitCode({ code, linked }: { code: string; linked: boolean }) {
  if (!linked || !/[\p{L}\p{N}]/u.test(code)) return <bdi className="tabular">{code}</bdi>
  return (
    <Link
      {...unitPath(code)}
      className="tabular underline decoration-border underline-offset-4 wrap-anywhere hover:decoration-current"
    >
      <bdi>{code}</bdi>
    </Link>
  )
}

function Serials({ serials, linked }: { serials: readonly string[]; linked: boolean }) {
  return (
    <div>
      <h3 className="mb-1 flex items-center gap-1 text-muted">
        {t('lines.serials')} <span className="tabular">{formatCount(serials.length)}</span>
        <CopyButton text={serials.join('\n')} what={t('lines.serials')} />
      </h3>
      <ul className="flex max-h-48 flex-wrap gap-x-4 gap-y-1 overflow-y-auto">
        {serials.map((serial) => (
          <li key={serial}>
            <UnitCode code={serial} linked={linked} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Lots({ line, linked }: { line: DocumentLine; linked: boolean }) {
  return (
    <div>
      <h3 className="mb-1 text-muted">{t('lines.lots')}</h3>
      <ul className="flex flex-col gap-1">
        {line.lots.map((lot) => (
          <li key={lot.lot} className="flex flex-wrap items-center gap-x-3">
            <UnitCode code={lot.lot} linked={linked} />
            {lot.quantity && <Quantity value={lot.quantity} unit={unitLabel(line.unit)} />}
            {lot.expiry && <span className="text-muted">{t('lines.expiry', { date: formatDate(lot.expiry) })}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
