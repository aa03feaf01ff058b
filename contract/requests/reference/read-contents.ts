import { type TObject, type TProperties, Type } from 'typebox'
import { requestContents } from '../contents.ts'
import { colleagueKind, type RequestKind, requestKinds } from '../rules.ts'

/** A text that the portal adds where it knows it. */
const addedText = Type.Optional(Type.String())

/** What the portal adds to the content of a kind. */
const returnLine = Type.Object(
  {
    ...requestContents.returnGoods.lines.items.properties,
    order: addedText,
    orderLine: addedText,
    sku: addedText,
    name: addedText,
  },
  { additionalProperties: false },
)
const added: Partial<Record<RequestKind, TProperties>> = {
  returnGoods: { lines: Type.Array(returnLine), returnNumber: Type.String() },
}

/** The content of a request of a kind as it is read: what was sent, without what was only compared, and what the portal adds. */
export const readContents = Object.fromEntries(
  requestKinds.map((kind) => {
    const { seen: _seen, ...stored } = requestContents[kind] as TProperties
    const { note, ...told } = { ...stored, ...added[kind] }
    const content = kind === colleagueKind || note === undefined ? told : { ...told, note }
    return [kind, Type.Object(content, { additionalProperties: false })]
  }),
) as Record<RequestKind, TObject>
