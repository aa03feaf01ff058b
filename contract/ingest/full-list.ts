import { type Static, Type } from 'typebox'

/** What a full list means for documents that it does not name. */
export const FullListOutcome = Type.Object({
  /** Documents that earlier files of the profile named and that are not closed. */
  open: Type.Integer(),
  /** Those of them that this file names no longer. */
  absent: Type.Integer(),
  /** Those that were withdrawn, or would be in a dry run: all of them or none. */
  withdrawn: Type.Integer(),
  /** Why none was: they are more than the profile allows, or a refused document of the file has no number. */
  heldBack: Type.Union([Type.Null(), Type.Enum(['share', 'refused'])]),
  /** The first 20 of the absent ones. */
  documents: Type.Array(Type.Object({ type: Type.String(), number: Type.String(), account: Type.String() })),
})
export type FullListOutcome = Static<typeof FullListOutcome>
