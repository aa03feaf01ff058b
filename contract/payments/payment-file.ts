import { fromMillionths, sum, toMillionths } from '../money.ts'
import { minorUnits } from '../values/minor-units.ts'
import type { Transfer } from './transfers.ts'

/** Who pays, as typed: neither leaves the browser. */
export type Payer = { name: string; iban: string }

type PaymentFile = {
  payer: Payer
  transfers: readonly Transfer[]
  /** The number of the remittance advice, by which bank and supplier know the payment. */
  advice: string
  paidOn: string
  /** ISO 8601 in UTC. */
  createdAt: string
}

/**
 * An order to the payer's bank as ISO 20022 pain.001.001.09, for those transfers that go to an IBAN; null without any. The
 * bank of the payer is left to the IBAN, as SEPA allows.
 */
export function paymentFile({ payer, transfers, advice, paidOn, createdAt }: PaymentFile): string | null {
  const payable = transfers.flatMap((transfer) => {
    const { account } = transfer
    return account === null || account.iban === null ? [] : [{ ...transfer, ...account, iban: account.iban }]
  })
  if (payable.length === 0) return null
  const name = bankText(payer.name, 70)
  const amounts = payable.map(({ amount, currency }) => decimal(amount, currency))
  const header = element(
    'GrpHdr',
    element('MsgId', escapeXml(advice)),
    element('CreDtTm', createdAt),
    element('NbOfTxs', String(payable.length)),
    element('CtrlSum', sum(amounts)),
    element('InitgPty', element('Nm', name)),
  )
  const payments = payable.map(({ currency, amount, iban, bic, holder, purpose }, index) => {
    const id = escapeXml(`${advice}-${index + 1}`)
    return element(
      'PmtInf',
      element('PmtInfId', id),
      element('PmtMtd', 'TRF'),
      element('NbOfTxs', '1'),
      element('CtrlSum', decimal(amount, currency)),
      ...(currency === 'EUR' ? [element('PmtTpInf', element('SvcLvl', element('Cd', 'SEPA')))] : []),
      element('ReqdExctnDt', element('Dt', paidOn)),
      element('Dbtr', element('Nm', name)),
      element('DbtrAcct', element('Id', element('IBAN', payer.iban))),
      element('DbtrAgt', element('FinInstnId', element('Othr', element('Id', 'NOTPROVIDED')))),
      element('ChrgBr', currency === 'EUR' ? 'SLEV' : 'SHAR'),
      element(
        'CdtTrfTxInf',
        element('PmtId', element('EndToEndId', id)),
        element('Amt', `<InstdAmt Ccy="${currency}">${decimal(amount, currency)}</InstdAmt>`),
        ...(bic === null ? [] : [element('CdtrAgt', element('FinInstnId', element('BICFI', bic)))]),
        element('Cdtr', element('Nm', bankText(holder, 70))),
        element('CdtrAcct', element('Id', element('IBAN', iban))),
        element('RmtInf', element('Ustrd', bankText(purpose, 140))),
      ),
    )
  })
  const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}">${element('CstmrCdtTrfInitn', header, ...payments)}</Document>\n`
}

const element = (name: string, ...content: readonly string[]) => `<${name}>${content.join('')}</${name}>`

const decimal = (amount: string, currency: string) => fromMillionths(toMillionths(amount), minorUnits(currency))

const escapeXml = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Letters that fall apart into no base letter and mark. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
}

/**
 * A text in the characters that every bank takes (EPC217-08): letters without marks, digits and some signs. The standard
 * wants one at least.
 */
function bankText(text: string, most: number): string {
  const plain = text
    .replace(/[ßæÆøØłŁđĐ]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/&/g, '+')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, most)
    .trim()
  return plain === '' ? 'NOTPROVIDED' : plain
}
