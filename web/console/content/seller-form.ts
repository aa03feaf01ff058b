import type { SellerContent, SellerLogo } from '#contract/console/content.ts'
import type { PaperTemplate } from '#contract/seller.ts'
import { requiredFaults } from '#web/auth/form.ts'
import { type Faults, fieldText } from '#web/ui/form.ts'
import { base64Of } from './file-base64.ts'

/** The fields of the supplier's data in the order of the form, apart from bank, logo and template. */
export const sellerFields = [
  'name',
  'lines',
  'postalCode',
  'city',
  'country',
  'email',
  'phone',
  'web',
  'vatNumber',
  'companyNumber',
  'legal',
] as const

/** The faults that the browser sees: a name is needed, and of a bank account its number. */
export function sellerFaults(data: FormData): Faults {
  const hasBank = ['bic', 'name'].some((part) => fieldText(data, `seller.bank.${part}`).trim() !== '')
  return requiredFaults(data, ['seller.name', ...(hasBank ? ['seller.bank.iban'] : [])])
}

/** What stands in the form, with what the form does not show as it was. */
export async function sellerOf(
  data: FormData,
  paperTemplate: PaperTemplate,
  known: { seller: SellerContent['seller'] | null; logo: SellerLogo | null },
): Promise<SellerContent> {
  const text = (name: string) => fieldText(data, `seller.${name}`).trim()
  const typed = sellerFields.flatMap((name) => {
    const value = text(name)
    if (value === '') return []
    const lines = value.split('\n').map((line) => line.trim())
    return [[name, name === 'lines' || name === 'legal' ? lines.filter((line) => line !== '') : value] as const]
  })
  const iban = text('bank.iban').toUpperCase()
  const [bic, bankName] = [text('bank.bic').toUpperCase(), text('bank.name')]
  const { region, electronicAddress } = known.seller ?? {}
  const holder = known.seller?.bank?.holder
  const bank = {
    iban,
    ...(bic === '' ? {} : { bic }),
    ...(bankName === '' ? {} : { name: bankName }),
    ...(holder === undefined ? {} : { holder }),
  }
  const hidden = { ...(region === undefined ? {} : { region }), ...(electronicAddress ? { electronicAddress } : {}) }
  const seller = { ...hidden, paperTemplate, ...Object.fromEntries(typed) }
  return {
    seller: { ...seller, ...(iban === '' ? {} : { bank }) } as SellerContent['seller'],
    logo: await logoOf(data, known.logo),
  }
}

const formats = { 'image/svg+xml': 'svg', 'image/png': 'png', 'image/jpeg': 'jpg' } as const

async function logoOf(data: FormData, known: SellerLogo | null): Promise<SellerLogo | null> {
  const file = data.get('logo')
  if (!(file instanceof File) || file.size === 0) return data.has('noLogo') ? null : known
  // What is no picture is sent as one, and the server says what is wrong with it.
  const format = formats[file.type as keyof typeof formats] ?? 'png'
  return { format, base64: await base64Of(file) }
}
