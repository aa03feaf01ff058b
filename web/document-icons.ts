import { FileText, type LucideIcon, Receipt, ShoppingCart, Truck } from 'lucide-react'
import type { DocumentIcon } from '#contract/documents/definition.ts'
import { definitions } from '#contract/documents/types.ts'
import type { DocumentType } from '#contract/values.ts'

const icons: Readonly<Record<DocumentIcon, LucideIcon>> = {
  page: FileText,
  cart: ShoppingCart,
  truck: Truck,
  receipt: Receipt,
}

/** The icon of a document type. */
export const documentIcon = (type: DocumentType): LucideIcon => icons[definitions[type].icon]
