/** Somebody whom a message can name. */
type Colleague = { id: string; name: string }

/** Whether a text may name somebody: an @ at the beginning of a word. */
export const mayMention = (text: string): boolean => /(^|[\s(])@\S/u.test(text)

/** The colleagues whom a text names as @name; of two names that begin alike, the longer one. */
export function mentionsIn(text: string, colleagues: readonly Colleague[]): string[] {
  const byLength = colleagues.toSorted((one, other) => other.name.length - one.name.length)
  const mentioned: string[] = []
  let rest = text.toLowerCase()
  for (const { id, name } of byLength) {
    const parts = rest.split(`@${name.toLowerCase()}`)
    if (parts.length === 1) continue
    mentioned.push(id)
    rest = parts.join(' ')
  }
  return mentioned
}
