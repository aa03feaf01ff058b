/** Somebody whom a message can name. `email`: where somebody else has the same name. */
type Colleague = { id: string; name: string; email: string | null }

/** Whether a text may name somebody: an @ at the beginning of a word. */
export const mayMention = (text: string): boolean => /(^|[\s(])@\S/u.test(text)

/** A colleague as people read their name: with the address where somebody else has the same name. */
export const colleagueName = ({ name, email }: Pick<Colleague, 'name' | 'email'>): string =>
  email ? `${name} (${email})` : name

/**
 * The colleagues whom a text names as @name; of two names that begin alike, the longer one. A name that several have names
 * all of them, unless an address follows.
 */
export function mentionsIn(text: string, colleagues: readonly Colleague[]): string[] {
  const namings = colleagues.flatMap((one) =>
    [...new Set([colleagueName(one), one.name])].map((name) => ({ name, one })),
  )
  const byName = Map.groupBy(namings, ({ name }) => name.toLowerCase())
  const mentioned = new Set<string>()
  let rest = text.toLowerCase()
  for (const [name, named] of [...byName].sort(([one], [other]) => other.length - one.length)) {
    const parts = rest.split(`@${name}`)
    if (parts.length === 1) continue
    for (const { one } of named) mentioned.add(one.id)
    rest = parts.join(' ')
  }
  return [...mentioned]
}
