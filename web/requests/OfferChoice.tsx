import type { ReactNode } from 'react'
import type { DocumentDetail, DocumentLine } from '#contract/documents/endpoints.ts'
import { isOption, replacedLines } from '#contract/requests/quote-choice.ts'
import { Button } from '../ui/Button.tsx'
import { CheckField } from '../ui/fields/Field.tsx'
import { formatDate, formatDecimal } from '../ui/format.ts'
import { label, t } from '../ui/text.ts'
import { textOrNull } from '../ui/text-or-null.ts'
import { unitLabel } from '../ui/unit-label.ts'
import { Money } from '../ui/Values.tsx'
import { DecimalField } from './DecimalField.tsx'
import { acceptanceOf, isPossibleQuantity, type TypedChoice, withOption } from './offer.ts'

type OfferChoiceProps = {
  detail: DocumentDetail
  choice: TypedChoice
  onChoose: (choice: TypedChoice) => void
  onCounterOffer: (() => void) | undefined
}

/** The options of a quote to choose from, and what binds when it is accepted so: amount, validity, address and terms. */
export function OfferChoice({ detail, choice, onChoose, onCounterOffer }: OfferChoiceProps): ReactNode {
  const { lines } = detail
  const options = lines.filter(isOption)
  const replaced = replacedLines(lines)
  return (
    <>
      {options.length > 0 && (
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">{t('request.accept.options')}</legend>
          <ul className="flex flex-col gap-2 rounded-control border border-border p-2">
            {options.map((line) => (
              <OptionLine
                key={line.line}
                line={line}
                currency={textOrNull(detail.header.currency)}
                instead={lines.find((other) => other.line === replaced.get(line.line))}
                typed={choice[line.line]}
                onTick={(on) => onChoose(withOption(choice, lines, line.line, on))}
                onType={(quantity) => onChoose({ ...choice, [line.line]: quantity })}
              />
            ))}
          </ul>
        </fieldset>
      )}
      <Summary detail={detail} choice={choice} />
      {onCounterOffer && (
        <p className="text-sm text-muted">
          {t('request.accept.whole')}{' '}
          <Button size="small" onClick={onCounterOffer}>
            {t('request.accept.counterOffer')}
          </Button>
        </p>
      )}
    </>
  )
}

const nameOf = (line: DocumentLine) => line.name ?? line.sku ?? t('request.line', { line: line.line })

type OptionLineProps = {
  line: DocumentLine
  currency: string | null
  instead: DocumentLine | undefined
  /** The quantity that was typed; undefined while the line is not chosen. */
  typed: string | undefined
  onTick: (on: boolean) => void
  onType: (quantity: string) => void
}

function OptionLine({ line, currency, instead, typed, onTick, onType }: OptionLineProps) {
  const offered = line.quantity && [formatDecimal(line.quantity), unitLabel(line.unit)].filter(Boolean).join(' ')
  return (
    <li>
      <div className="flex items-baseline justify-between gap-3">
        <CheckField
          // By this name it is kept with what was typed; what is sent follows from the choice.
          name="chosen"
          value={line.line}
          checked={typed !== undefined}
          onChange={({ target }) => onTick(target.checked)}
          label={nameOf(line)}
        />
        {line.amount && <Money amount={line.amount} currency={currency} />}
      </div>
      {instead && <p className="ms-6.5 text-sm text-muted">{t('request.accept.instead', { name: nameOf(instead) })}</p>}
      {typed !== undefined && line.quantity !== null && (
        <DecimalField
          className="ms-6.5 mb-1 w-40"
          name={`option ${line.line}`}
          label={t('request.quantity', { line: line.line })}
          labelHidden
          hint={offered ? t('request.quantity.offered', { quantity: offered }) : undefined}
          error={
            isPossibleQuantity(typed, line.quantity)
              ? undefined
              : t('request.accept.quantity', { quantity: offered ?? '' })
          }
          value={typed}
          onChange={({ target }) => onType(target.value)}
        />
      )}
    </li>
  )
}

function Summary({ detail, choice }: Pick<OfferChoiceProps, 'detail' | 'choice'>) {
  const { accepted } = acceptanceOf(detail, choice)
  const currency = textOrNull(detail.header.currency)
  const validUntil = textOrNull(detail.header.validUntil)
  const address = detail.shipTo
  const facts: [string, ReactNode][] = [
    ...(accepted.net === null || accepted.net === accepted.gross
      ? []
      : ([[t('request.accept.net'), <Money key="net" amount={accepted.net} currency={currency} />]] as const)),
    ...(accepted.gross === null
      ? []
      : ([
          [
            t('request.accept.gross'),
            <strong key="gross">
              <Money amount={accepted.gross} currency={currency} />
            </strong>,
          ],
        ] as const)),
    ...(validUntil ? ([[label('field.validUntil'), formatDate(validUntil)]] as const) : []),
    [
      t('request.accept.address'),
      address
        ? [address.name, ...(address.lines ?? []), [address.postalCode, address.city].filter(Boolean).join(' ')]
            .filter(Boolean)
            .join(', ')
        : t('request.accept.none'),
    ],
    [label('field.deliveryTerms'), detail.deliveryTerms ?? t('request.accept.none')],
    [label('field.paymentTerms'), detail.paymentTerms ?? t('request.accept.none')],
  ].map(([name, value]) => [name as string, value as ReactNode])
  return (
    <section aria-label={t('request.accept.summary')} className="rounded-control bg-sunken p-3">
      <dl className="grid grid-cols-[auto_minmax(min-content,1fr)] gap-x-4 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd dir="auto" className="text-end wrap-anywhere">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
