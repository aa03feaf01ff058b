import type { DocumentDetail, RelatedDocument } from '#contract/documents/endpoints.ts'
import { definitions } from '#contract/documents/types.ts'
import type { Permission } from '#contract/permissions.ts'
import { type DocumentType, documentTypes } from '#contract/values.ts'

/** A card of the chain: a document, one that is referred to but has not arrived, or one that is still expected. */
export type ChainCard =
  | { kind: 'document'; document: RelatedDocument; current: boolean }
  | { kind: 'missing'; number: string }
  | { kind: 'pending' }
export type ChainStage = { type: DocumentType; cards: ChainCard[] }

/**
 * The chain of a document by type, from quote to invoice. Types before the first known document are left out; types
 * after it without a document are pending, unless everything before them has ended or the person may not see them.
 */
export function chainStages(
  detail: Pick<DocumentDetail, 'type' | 'number' | 'chain' | 'missing'>,
  permissions: readonly Permission[],
): ChainStage[] {
  const stages: ChainStage[] = []
  let continues = false
  for (const type of documentTypes) {
    const ended: readonly string[] = definitions[type].ended
    const documents = detail.chain.filter((related) => related.type === type)
    const cards: ChainCard[] = [
      ...documents.map((document): ChainCard => {
        return { kind: 'document', document, current: type === detail.type && document.number === detail.number }
      }),
      ...detail.missing
        .filter((reference) => reference.type === type)
        .map(({ number }): ChainCard => ({ kind: 'missing', number })),
    ]
    if (cards.length > 0) {
      stages.push({ type, cards })
      continues = documents.length === 0 || documents.some(({ status }) => !ended.includes(status))
    } else if (continues && permissions.includes(definitions[type].permission)) {
      stages.push({ type, cards: [{ kind: 'pending' }] })
    }
  }
  return stages
}

/** The cards shown while a long stage is collapsed: the first ones, and the current document wherever it is. */
export function collapsedCards(cards: readonly ChainCard[], max: number): ChainCard[] {
  if (cards.length <= max) return [...cards]
  const currentIndex = cards.findIndex((card) => card.kind === 'document' && card.current)
  const current = cards[currentIndex]
  return current && currentIndex >= max ? [...cards.slice(0, max - 1), current] : cards.slice(0, max)
}
