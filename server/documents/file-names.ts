/** Signs that one system or another has no place for in a name, and those that turn its reading direction. */
const forbidden = /[\p{Cc}\p{Cs}<>:"/\\|?*\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i
const longest = 120

/** A name under which any system can keep a file: no path, no reserved word, not too long, its ending kept. */
export function safeFileName(name: string): string {
  const plain = name
    .normalize('NFC')
    .toWellFormed()
    .replace(forbidden, '-')
    .replace(/^[\s.]+/, '')
  const { stem, ending } = split(plain)
  const short = [...stem]
    .slice(0, longest)
    .join('')
    .replace(/[\s.]+$/, '')
  const whole = `${short || '_'}${ending.replace(/[\s.]+$/, '')}`
  return reserved.test(whole) ? `_${whole}` : whole
}

/** Gives each name once, whatever its case: a second "a.pdf" is "a (2).pdf". */
export function onceEach(): (name: string) => string {
  const given = new Set<string>()
  return (name) => {
    const { stem, ending } = split(name)
    let next = name
    for (let count = 2; given.has(next.toLowerCase()); count++) next = `${stem} (${count})${ending}`
    given.add(next.toLowerCase())
    return next
  }
}

function split(name: string): { stem: string; ending: string } {
  const ending = /\.[\p{L}\p{N}]{1,8}$/u.exec(name)?.[0] ?? ''
  return { stem: name.slice(0, name.length - ending.length), ending }
}
