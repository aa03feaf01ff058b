import { type Static, Type } from 'typebox'

export const themes = ['lightMode', 'darkMode', 'systemMode'] as const
export type Theme = (typeof themes)[number]

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** How a person wants the portal to look; it applies in every browser in which they sign in. */
export const Appearance = Type.Object(
  {
    mode: Type.Enum([...themes]),
    /** Null: the direction follows from the language. */
    rtl: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
    topMenu: Type.Boolean(),
    /** Row height of a list whose URL does not set a density. */
    density: Type.Enum([...densities]),
  },
  { additionalProperties: false },
)
export type Appearance = Static<typeof Appearance>
