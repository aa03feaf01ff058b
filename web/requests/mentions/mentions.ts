/** A text with a name put in at a place, apart from the words beside it, and where the text goes on behind it. */
export function insertMention(text: string, place: { start: number; end: number }, name: string): [string, number] {
  // A menu that was opened by typing @ leaves that sign before the place.
  const before = text.slice(0, place.start).replace(/@$/, '')
  const start = before === '' || /\s$/.test(before) ? before : `${before} `
  const inserted = `${start}@${name} `
  return [inserted + text.slice(place.end).replace(/^\s/, ''), inserted.length]
}
