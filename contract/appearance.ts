import { type Static, Type } from 'typebox'

export const themes = ['lightMode', 'darkMode', 'systemMode'] as const
export type Theme = (typeof themes)[number]

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** How a person wants the portal to look, in every browser that they sign in with. */
export const Appearance = Type.Object(
  {
    mode: Type.Enum([...themes]),
    /** Null: as the language is written. */
    rtl: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
    topMenu: Type.Boolean(),
    /** How high the rows of a list are whose address says nothing else. */
    density: Type.Enum([...densities]),
  },
  { additionalProperties: false },
)
export type Appearance = Static<typeof Appearance>
